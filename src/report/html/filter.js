// Which tests are shown.

// A filter is a text, or a regular expression between slashes, perhaps with flags. Returns
// { matches } or { wrong }.
function parseFilter(text) {
	const expression = /^\/(.+)\/([imsu]*)$/s.exec(text);
	const sought = text.toLowerCase();

	if (!expression)
		return { matches: (name) => name.toLowerCase().includes(sought) };
	try {
		const regex = new RegExp(expression[1], expression[2]);
		return { matches: (name) => regex.test(name) };
	} catch (error) {
		return { wrong: error.message.replace(/^Invalid regular expression: /, "") };
	}
}

// By the name of the test, or by a verdict on it.
function matchesFilter(test, matches) {
	return matches(test.name) ||
		test.cells.some((cell) => cell && cell.verdicts.some((verdict) => matches(verdict)));
}

// In the first field chosen, on any put chosen.
function matchesOnly(data, state, test) {
	const wanted = state.only === "changed" ? LISTED_CHANGES : [state.only];

	return state.only === "all" || state.puts.some((put) => put !== state.norm &&
		wanted.includes(changeOf(data, test, put, state.norm, state.fields[0], state.least).kind));
}

function filterTests(data, state, matches) {
	return data.tests.filter((test) =>
		matchesFilter(test, matches) && matchesOnly(data, state, test));
}
