// The table of all tests: which of its columns, rows and marks are shown, in which order.

function headButton(name, content) {
	return make("button", { type: "button", title: `sort by ${name}` }, ...content);
}

// Makes the heads buttons that sort.
function startTable(table, data) {
	const first = table.tHead.rows[0].cells[0];

	first.replaceChildren(headButton("the name of the test", ["test"]));
	first.column = { by: "name" };
	for (const { head, field, by, put } of data.columns) {
		const label = data.labels[put];
		const name = by === "value" ? label : `change of ${label}`;

		head.column = { by, field, put };
		head.replaceChildren(headButton(`${name} in ${field}`,
			[make("span", { class: "field-name" }, `${field} `), ...head.childNodes]));
	}
}

function isShown(state, { field, put }) {
	return state.fields.includes(field) && state.puts.includes(put);
}

// On a small screen, each put is a column of its count and its change.
function stackTable(table) {
	const [, ...heads] = [...table.tHead.rows[0].cells].filter((head) => !head.hidden);
	const isChange = (head) => "change" in (head?.dataset ?? {});
	const alone = heads.filter((head, i) => !isChange(head) && !isChange(heads[i + 1]));

	table.classList.add("stacked");
	table.style.setProperty("--puts", heads.filter((head) => !isChange(head)).length);
	for (const { cellIndex } of heads)
		for (const row of table.rows)
			row.cells[cellIndex].classList.toggle("alone", alone.some((head) => head.cellIndex === cellIndex));
}

// Changes which columns are shown, but neither their rows nor their order.
function showColumns(table, data, state) {
	const several = state.fields.length > 1;

	for (const row of table.rows)
		for (const column of data.columns)
			row.cells[column.at].hidden = !isShown(state, column);
	for (const name of table.tHead.querySelectorAll(".field-name"))
		name.hidden = !several;
	[...table.caption.children].forEach((meaning, i) => {
		meaning.hidden = !state.fields.includes(data.fields[i]);
	});
	stackTable(table);
	layOutTable(table, data);
	fitTable(table);
	showMarks(data, state);
}

const EMPTY_MARK = "(empty)";

// Explains only those marks below the table that occur in it. Verdicts are the same
// whatever is chosen.
function showMarks(data, state) {
	const found = new Set(data.columns.filter((column) => isShown(state, column)).flatMap((column) =>
		data.tests.map((test) => cellText(test, column)).filter((text) => text || column.by === "value")
			.map((text) => (text.endsWith(" ~") ? "~" : text || EMPTY_MARK))));

	for (const mark of document.querySelectorAll(".marks dt"))
		if (mark.textContent !== "!")
			mark.hidden = mark.nextElementSibling.hidden = !found.has(mark.textContent);
}

function markSorted(head, sort) {
	for (const th of head.querySelectorAll("th")) {
		const direction = sort && sort.down ? "descending" : "ascending";

		th.setAttribute("aria-sort", sortsBy(sort, th.column) ? direction : "none");
	}
}

// Marks the box of the table if it need not scroll.
function fitTable(table) {
	const box = table.parentElement;

	box.classList.toggle("fits", table.offsetWidth <= box.clientWidth);
}

// Shows these tests in this order, in one step. The last rows are of all tests.
function arrangeTable(table, data, state, tests) {
	table.tBodies[0].replaceChildren(...tests.map((test) => test.row));
	if (table.tFoot)
		table.tFoot.hidden = tests.length < data.tests.length;
	markSorted(table.tHead, state.sort);
}
