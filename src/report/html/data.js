// The data of the page: the JSON in it, by position of tests and puts, joined with their elements.
//
// data: { norm, labels, fields, meanings, history, explanations }, and
//     tests: [{ name, position, cells, row }], of which cells[put] is
//     null (not tried) or { failed, values, otherText, verdicts }, and
//     sections: [{ name, article }] of all these tests, and of those that only older runs have

function cellOf(json) {
	return {
		failed: "stage" in json,
		values: json,
		otherText: new Set(json.other_text),
		verdicts: json.verdicts,
	};
}

// The cells are in the order of the tests, but those that were not tried are missing.
function addCells(tests, json) {
	const puts = new Map(json.labels.map((label, i) => [label, i]));
	let at = 0;

	for (const cell of json.cells) {
		while (tests[at].name !== cell.test)
			at++;
		tests[at].cells[puts.get(cell.label)] = cellOf(cell);
	}
}

function readTests(json) {
	const tests = json.tests.map((name, position) => ({
		name, position, cells: json.labels.map(() => null),
	}));

	addCells(tests, json);
	for (const row of document.querySelectorAll("#table tr[data-test]"))
		tests[row.dataset.test].row = row;
	return tests;
}

function readSections(json) {
	return [...document.querySelectorAll(".test[data-test]")].map((article) => ({
		name: json.tests[article.dataset.test] ?? article.querySelector("h3").textContent,
		article,
	}));
}

// The series in one list, each with its test.
function readHistory(json) {
	return json && {
		...json,
		series: json.series.flatMap(({ test, of }) =>
			of.map((series) => ({ failed: [], ...series, test }))),
	};
}

function readData() {
	const json = JSON.parse(document.getElementById("data").textContent);

	return {
		norm: json.labels.indexOf(json.norm),
		labels: json.labels,
		fields: Object.keys(json.fields),
		meanings: json.fields,
		higher: new Set(json.higher_is_better),
		derived: new Set(json.derived),
		quotients: new Set(json.quotients),
		history: readHistory(json.history),
		explanations: json.explanations,
		tests: readTests(json),
		sections: readSections(json),
	};
}
