// What sums up the tests shown: their average, and the mean of their changes.

// Of ratios, the harmonic mean, which gives each test the same weight in the total cost.
function averageIn(data, state, tests, column) {
	const harmonic = state.ratios && !data.higher.has(column.field);
	const values = tests.map((test) => numberIn(data, state, test, column))
		.filter((value) => value !== null);
	const total = values.reduce((sum, value) => sum + (harmonic ? 1 / value : value), 0);

	if (!values.length)
		return null;
	return harmonic ? values.length / total : total / values.length;
}

function averageCell(data, state, tests, column) {
	return {
		text: column.by === "value"
			? numberText(data, state, column.field, averageIn(data, state, tests, column))
			: "",
		kind: "", bar: 0,
	};
}

// The geometric mean, in per cent, or null.
function meanIn(data, state, tests, column) {
	const percents = tests.map((test) => changeIn(data, state, test, column))
		.filter(({ kind, percent }) =>
			SHOWN_CHANGES.includes(kind) && percent < Infinity && percent > -100)
		.map(({ percent }) => percent);
	const total = percents.reduce((sum, percent) => sum + Math.log1p(percent / 100), 0);

	return percents.length ? Math.expm1(total / percents.length) * 100 : null;
}

function meanCell(data, state, tests, column) {
	const mean = column.by === "change" ? meanIn(data, state, tests, column) : null;
	const kind = mean && judge(mean, 0, data.higher.has(column.field));

	return {
		text: mean === null ? "" : `${changeText(mean, 1)} ${kind || "same"}`,
		kind: kind || "", bar: 0,
	};
}

function makeFootRow(name, cells) {
	const row = make("tr", {}, make("th", { scope: "row" }, name));

	fillRow(row, cells);
	return row;
}

// A page of one test has none. Tests that the page leaves out have been part of its average.
function fillFoot(table, data, state, tests) {
	const foot = table.tFoot, columns = columnsOf(state);
	const all = Number(document.getElementById("controls").dataset.tests);

	if (!foot)
		return;
	table.average = table.average ?? foot.rows[0].cells[0].textContent;
	const rows = [makeFootRow(
		tests.length === all ? table.average : `AVERAGE of the ${countText(tests.length)} shown`,
		columns.map((column) => averageCell(data, state, tests, column)))];
	if (columns.some(({ by }) => by === "change"))
		rows.push(makeFootRow("geometric mean of the changes",
			columns.map((column) => meanCell(data, state, tests, column))));
	foot.replaceChildren(...rows);
}
