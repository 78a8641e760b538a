// The data of the page: the JSON in it, joined with the table of tests.
//
// data: { labels, puts: the positions of those that the table has, fields }, and
//     columns: [{ by: "value" or "change", field, put, at }], of which at is its position in a row,
//     tests: [{ name, position, row, verdicts }]

function readColumns() {
	return [...document.querySelectorAll("#table thead [data-field]")].map((head) => {
		const { field, put, change } = head.dataset;

		return {
			head, field,
			by: change === undefined ? "value" : "change",
			put: Number(put ?? change),
			at: head.cellIndex,
		};
	});
}

function readTests(json) {
	const verdicts = new Map(json.tests.map((name) => [name, []]));

	for (const cell of json.cells)
		verdicts.get(cell.test)?.push(...cell.verdicts);
	return [...document.querySelectorAll("#table tr[data-test]")].map((row, position) => ({
		name: json.tests[position], position, row,
		verdicts: verdicts.get(json.tests[position]),
	}));
}

function readData() {
	const json = JSON.parse(document.getElementById("data").textContent);
	const columns = readColumns();

	return {
		labels: json.labels,
		puts: [...new Set(columns.map(({ put }) => put))],
		columns,
		fields: [...new Set(columns.map(({ field }) => field))],
		tests: readTests(json),
	};
}
