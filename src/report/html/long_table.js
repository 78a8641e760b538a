// A table of many tests is laid out as grids, one a row, of which the browser skips those out of
// sight: laying out a thousand rows of a table takes it too long. The widths of the columns, which
// a table finds out by itself, are then those of their longest texts.

const MANY_TESTS = 100;
// In digits; longer ones are broken.
const LONGEST_HEAD = 24;

// In digits; letters of some scripts are as wide as two.
function textWidth(text) {
	return [...text].reduce((sum, letter) => sum + (letter > "\u02ff" ? 2 : 1), 0);
}

function largestOf(numbers) {
	return numbers.reduce((most, number) => Math.max(most, number), 0);
}

// The width of the column below a head.
function columnWidth(data, head) {
	const widths = data.tests.map((test) => textWidth(test.row.cells[head.cellIndex].textContent));

	return Math.max(largestOf(widths), Math.min(textWidth(head.textContent), LONGEST_HEAD), 8);
}

function columnWidths(table, data) {
	const heads = [...table.tHead.rows[0].cells].filter((head) => !head.hidden);
	const widths = heads.map((head) => `calc(${columnWidth(data, head)}ch + 1.75rem)`);

	return [`min(${widths[0]}, 42rem, 45vw)`, ...widths.slice(1)];
}

// The columns have changed.
function layOutTable(table, data) {
	if (data.tests.length < MANY_TESTS)
		return;
	const widths = columnWidths(table, data);
	table.style.setProperty("--columns", widths.join(" "));
	table.style.setProperty("--width", `calc(${widths.join(" + ")})`);
	table.classList.add("long");
}
