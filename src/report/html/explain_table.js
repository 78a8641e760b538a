// A part of an explanation as a table of a field, in the order and with the sums that
// src/report/explain/explain_table.c gives it.

const MOST_ROWS = 12;

// { index, key, line, values, weight, cost, first, free, same }, of which first is a function of one
// side only.
function rankedRows(explanation, part, field) {
	const pair = explanation.sides.length > 1;

	return explanation[part].map(({ sides, name, file, line }, index) => {
		const values = explainedValues(explanation, sides, field);
		const weight = weightOf(explanation, sides, field);
		return {
			index, values, weight, line,
			key: part === "functions" ? "" : file ?? name,
			cost: Math.max(...values.filter((_, side) => sides[side])),
			first: pair && part === "functions" && sides.includes(null),
			free: values.every((value) => value === 0),
			same: pair && weight < 1e-9,
		};
	});
}

// Of the same weight, the dearer one is first, and then it is the order of names and lines.
function byWeight(a, b) {
	if (a.weight !== b.weight || a.cost !== b.cost)
		return b.weight - a.weight || b.cost - a.cost;
	if (a.key !== b.key)
		return a.key < b.key ? -1 : 1;
	return a.line - b.line || a.index - b.index;
}

function byPlace(a, b) {
	return b.first - a.first || byWeight(a, b);
}

// What is shown, and what is summed up as others and as of the same cost, or is free.
function foldRows(rows, all) {
	const counted = rows.filter((row) => !row.free);
	let same = all ? [] : counted.filter((row) => row.same);
	if (same.length === 1)
		same = [];
	const ranked = counted.filter((row) => !same.includes(row)).sort(byWeight);
	const kept = all || ranked.length <= MOST_ROWS ? ranked.length : MOST_ROWS - 1;

	return {
		shown: ranked.slice(0, kept).sort(byPlace),
		others: ranked.slice(kept).sort(byPlace),
		same: same.sort(byPlace),
		free: rows.filter((row) => row.free),
	};
}

function classOfDifference(data, field, difference) {
	if (!difference)
		return "";
	return (difference > 0) === data.higher.has(field) ? "better" : "worse";
}

function shareText(explanation, field, value) {
	const whole = explainedValue(explanation, explanation.sides[0], field);

	return whole ? fixed(100 * value / whole, 1) : "-";
}

// Rewrites the cells of an element for a row.
function showValues(data, explanation, element, field, values) {
	const cells = element.cells, last = cells[values.length + 1];

	values.forEach((value, i) => {
		cells[i + 1].textContent = amountText(value);
		cells[i + 1].dataset.value = value;
	});
	if (values.length === 1) {
		last.textContent = shareText(explanation, field, values[0]);
	} else {
		last.textContent = amountText(values[1] - values[0], true);
		last.className = classOfDifference(data, field, values[1] - values[0]);
	}
}

// The sum of rows as a row; none if there are no rows.
function sumElements(data, explanation, field, rows, name) {
	const element = document.createElement("tr"), head = document.createElement("th");

	if (!rows.length)
		return [];
	element.className = "sum";
	head.scope = "row";
	head.append(makeName(`${rows.length} ${name}`));
	element.append(head);
	for (let i = 0; i < explanation.sides.length + 2; i++)
		element.insertCell();
	showValues(data, explanation, element, field, rows[0].values.map((_, i) =>
		rows.reduce((sum, row) => sum + row.values[i], 0)));
	return [element];
}

function showPart(data, explanation, place, field) {
	const part = place.dataset.part, details = place.querySelector("details");
	const [shown, folded] = [...place.querySelectorAll("tbody")];
	const elements = new Map([...place.querySelectorAll("tr[data-row]")].map((element) =>
		[Number(element.dataset.row), element]));
	const rows = rankedRows(explanation, part, field);
	const fates = foldRows(rows, explanation.all);
	const elementsOf = (some) => some.map((row) => elements.get(row.index));

	for (const row of rows) {
		showValues(data, explanation, elements.get(row.index), field, row.values);
		if (part === "kinds")
			elements.get(row.index).lastElementChild.textContent =
				mnemonicsOf(explanation, explanation.kinds[row.index].name, field);
	}
	shown.replaceChildren(...elementsOf(fates.shown),
		...sumElements(data, explanation, field, fates.others, "others"),
		...sumElements(data, explanation, field, fates.same, "of the same cost"));
	folded.replaceChildren(...elementsOf([...fates.others, ...fates.same, ...fates.free]));
	details.hidden = !folded.rows.length;
	details.querySelector("span").textContent = folded.rows.length;
}
