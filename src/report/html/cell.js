// Reads a cell of the table, as it was printed.

const LISTED_CHANGES =
	["better", "worse", "new", "missing", "failed", "not comparable", "without a value"];

function cellText(test, column) {
	return test.row.cells[column.at].textContent;
}

// The count, or null.
function countIn(test, column) {
	const text = cellText(test, column);

	return /^-?\d/.test(text) ? Number(text) : null;
}

// The change in per cent, or null: "+12.50 % worse", "16 x worse", "from 0: worse", "same".
function percentIn(test, column) {
	const text = cellText(test, column);
	const percent = parseFloat(text);

	if (text.startsWith("from 0"))
		return Infinity;
	if (text.startsWith("same"))
		return 0;
	if (Number.isNaN(percent))
		return null;
	return / x /.test(text) ? (percent - 1) * 100 : percent;
}

// "better", "same", "failed"...
function kindIn(test, column) {
	return cellText(test, column).replace(/ ~$/, "").replace(/^(from 0:|[-+.\de]+ [%x]) /, "");
}

// Returns the columns of changes in the first field that is shown.
function changesShown(data, state) {
	return data.columns.filter(({ by, field, put }) =>
		by === "change" && field === state.fields[0] && state.puts.includes(put));
}
