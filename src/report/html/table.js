// The table of all tests, of the fields, puts and norm chosen.

// { by: "value" or "change", field, put } for each column but that of the names.
function columnsOf(state) {
	const { fields, puts, norm } = state;

	return fields.flatMap((field) => puts.flatMap((put) => [
		{ by: "value", field, put },
		...(put === norm ? [] : [{ by: "change", field, put }]),
	]));
}

function columnName(data, column) {
	const label = data.labels[column.put];

	return column.by === "value" ? label : `change of ${label}`;
}

// --- Cells

// What replaces a number, or null.
function missingText(data, cell, norm) {
	if (!cell || cell.failed)
		return cell ? "FAIL" : "";
	return hasOtherText(data, cell, norm) ? "*" : null;
}

// The number in a column, or null.
function numberIn(data, state, test, column) {
	const { field, put } = column, cell = test.cells[put];

	if (state.ratios)
		return ratioOf(data, test, put, state.norm, field);
	return hasOtherText(data, cell, state.norm)
		? null
		: shownValue(data, field, valueOf(cell, field));
}

function numberText(data, state, field, value) {
	if (value === null)
		return "-";
	return unsignedZero(state.ratios
		? fixed(value * 100, 2)
		: fixed(value, decimalsOf(data, field)));
}

function valueCell(data, state, test, column) {
	const missing = missingText(data, test.cells[column.put], state.norm);
	const number = numberIn(data, state, test, column);

	return {
		text: missing ?? numberText(data, state, column.field, number),
		kind: "", bar: 0,
	};
}

function changeIn(data, state, test, column) {
	return changeOf(data, test, column.put, state.norm, column.field, state.least);
}

// How many times as much the larger value is, as a logarithm, which is Infinity if one is 0, and 0
// if there is no factor.
function factorOf({ kind, from, to }) {
	const differs = kind === "better" || kind === "worse";

	return differs && from >= 0 && to >= 0 ? Math.abs(Math.log(to / from)) : 0;
}

// Whose bar has the whole length; negative for less.
function barOf(change, largest) {
	const share = Math.min(1, factorOf(change) / largest);

	return change.difference < 0 ? -share : share;
}

function changeCell(change, largest) {
	const differs = change.kind === "better" || change.kind === "worse";

	return {
		text: describeChange(change),
		kind: differs ? change.kind : "",
		bar: barOf(change, largest),
	};
}

// The cells of a column, in the order of tests.
function columnCells(data, state, column) {
	if (column.by === "value")
		return data.tests.map((test) => valueCell(data, state, test, column));
	const changes = data.tests.map((test) => changeIn(data, state, test, column));
	const largest = changes.map(factorOf).filter(Number.isFinite)
		.reduce((most, factor) => Math.max(most, factor), Number.MIN_VALUE);
	return changes.map((change) => changeCell(change, largest));
}

// The bar is a strip from the middle of the cell, to the right for more.
function fillCell(td, { text, kind, bar }) {
	const names = bar ? `${kind} bar` : kind;

	setText(td, text);
	if (td.className !== names)
		td.className = names;
	if (bar) {
		td.style.setProperty("--from", `${50 + 50 * Math.min(0, bar)}%`);
		td.style.setProperty("--to", `${50 + 50 * Math.max(0, bar)}%`);
	}
}

function fillRow(row, cells) {
	while (row.cells.length > cells.length + 1)
		row.lastElementChild.remove();
	while (row.cells.length < cells.length + 1)
		row.append(make("td", {}));
	cells.forEach((cell, i) => fillCell(row.cells[i + 1], cell));
}

function fillRows(data, state, columns) {
	const cells = columns.map((column) => columnCells(data, state, column));

	data.tests.forEach((test, i) => fillRow(test.row, cells.map((column) => column[i])));
	showMarks(columns.flatMap(({ by }, i) =>
		cells[i].map(({ text }) => text).filter((text) => by === "value" || text)));
}

// --- The head

function sortsBy(sort, column) {
	return sort !== null && sort.by === column.by && sort.field === column.field &&
		sort.put === column.put;
}

function headCell(column, name, content) {
	const button = make("button", { type: "button", title: `sort by ${name}` }, content);
	const th = make("th", { scope: "col", "data-by": column.by }, button);

	if (column.by === "value")
		th.dataset.put = column.put;
	else if (column.by === "change")
		th.dataset.change = column.put;
	th.column = column;
	return th;
}

function columnHead(data, state, column) {
	const name = columnName(data, column) +
		(state.fields.length > 1 ? ` in ${column.field}` : "");

	return headCell(column, name,
		column.by === "value" ? makeName(data.labels[column.put]) : "change");
}

// One row of heads, below one of fields if there are several.
function makeHead(head, data, state, columns) {
	const several = state.fields.length > 1;
	const first = headCell({ by: "name" }, "the name of the test", "test");
	const heads = columns.map((column) => columnHead(data, state, column));
	const each = columns.length / state.fields.length;
	const groups = state.fields.map((field) =>
		make("th", { scope: "colgroup", colspan: each }, field));

	if (several)
		first.rowSpan = 2;
	for (const group of groups)
		group.style.gridColumn = `span ${each}`;
	head.replaceChildren(...(several
		? [make("tr", {}, first, ...groups), make("tr", {}, ...heads)]
		: [make("tr", {}, first, ...heads)]));
}

function markSorted(head, sort) {
	for (const th of head.querySelectorAll("[data-by]")) {
		const direction = sort && sort.down ? "descending" : "ascending";

		th.setAttribute("aria-sort", sortsBy(sort, th.column) ? direction : "none");
	}
}

// --- All of it

function describeField(data, field) {
	const better = data.higher.has(field) ? "more" : "less";

	return `${field}: ${data.meanings[field]}; ${better} is better`;
}

// Marks the box of the table if it need not scroll.
function fitTable(table) {
	const box = table.parentElement;

	box.classList.toggle("fits", table.offsetWidth <= box.clientWidth);
}

// Changes what the columns show, but neither their rows nor their order.
function fillTable(table, data, state) {
	const columns = columnsOf(state);

	makeHead(table.tHead, data, state, columns);
	setText(table.caption, state.fields.map((field) => describeField(data, field)).join(" \u2013 "));
	fillRows(data, state, columns);
	layOutTable(table, data);
	fitTable(table);
}

// Shows these tests in this order, in one step.
function arrangeTable(table, data, state, tests) {
	table.tBodies[0].replaceChildren(...tests.map((test) => test.row));
	fillFoot(table, data, state, tests);
	markSorted(table.tHead, state.sort);
}
