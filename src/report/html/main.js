// Makes the page react. Everything shown follows from the data and the state; whatever changes the
// state calls change().

function filterOf(page) {
	const filter = parseFilter(page.state.filter);

	sayWrong(page.form, filter.wrong);
	page.matches = filter.matches ?? page.matches;
	return page.matches;
}

function show(page) {
	const { data, state, table, form } = page;
	const tests = filterTests(data, state, filterOf(page));
	const columns = JSON.stringify([state.fields, state.puts]);

	if (page.columns !== columns)
		showColumns(table, data, state);
	page.columns = columns;
	arrangeTable(table, data, state, sortTests(data, state, tests));
	setControls(form, state);
	sayShown(tests.length, data.tests.length);
	showField(state.fields[0], page.initial.fields[0]);
	for (const explanation of page.explanations)
		showExplanation(explanation, state.explain);
}

// typed: the change replaces the last one in the history of the browser, as the next letter does.
function change(page, changes, typed) {
	page.state = { ...page.state, ...changes };
	show(page);
	rememberState(encodeState(page.data, page.state, page.initial), typed && page.typed);
	page.typed = typed;
}

// The address changed: by a link, by hand, or back and forward.
function follow(page) {
	const before = page.state;

	page.state = decodeState(page.data, location.hash, page.initial);
	page.typed = false;
	show(page);
	if (page.state.at && page.state.at !== before.at)
		goTo(page.state.at);
}

function listenToForm(page) {
	const { form } = page;

	form.addEventListener("submit", (event) => event.preventDefault());
	form.addEventListener("reset", (event) => {
		event.preventDefault();
		change(page, { ...page.initial, at: page.state.at });
	});
	form.addEventListener("input", ({ target }) =>
		change(page, readControl(form, target, page.state), target.id === "filter"));
}

function listenToTable(page) {
	page.table.tHead.addEventListener("click", ({ target }) => {
		const button = target.closest("button");

		if (button)
			change(page, { sort: nextSort(page.state.sort, button.closest("th").column) });
	});
}

function start() {
	if (!document.getElementById("table"))
		return;
	const data = readData();
	const page = {
		data,
		initial: initialState(data),
		table: document.getElementById("table"),
		form: document.getElementById("controls"),
		matches: () => true,
	};

	page.state = page.initial;
	makeControls(page.form, data);
	startTable(page.table, data);
	for (const table of document.querySelectorAll(".values"))
		stackTable(table);
	page.explanations = startExplanations((explain) => change(page, { explain }));
	listenToForm(page);
	listenToTable(page);
	listenToLinks(page);
	listenToKeys(page);
	listenToPrinting();
	window.addEventListener("resize", () => fitTable(page.table));
	window.addEventListener("popstate", () => follow(page));
	follow(page);
}

document.addEventListener("DOMContentLoaded", start);
