// The filter decides which tests are shown.

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

// Returns true if the filter matches the name of the test, or a verdict on it.
function matchesFilter(test, matches) {
	return matches(test.name) || test.verdicts.some(matches);
}

// A test matches on any put chosen, by more than the least change if one is chosen.
function matchesOnly(data, state, test) {
	const { only, least } = state;
	const wanted = only === "all" || only === "changed" ? LISTED_CHANGES : [only];

	return (only === "all" && !least) || changesShown(data, state).some((column) =>
		wanted.includes(kindIn(test, column)) && Math.abs(percentIn(test, column) ?? Infinity) > least);
}

function filterTests(data, state, matches) {
	return data.tests.filter((test) =>
		matchesFilter(test, matches) && matchesOnly(data, state, test));
}
