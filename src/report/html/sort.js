// The order of tests. Equal ones stay in the order of the page, and what has no value is last
// whatever the direction.

// How much the test changed in the first field on any put chosen: null if no change is listed.
function changeSize(data, state, test) {
	const changes = state.puts.filter((put) => put !== state.norm).map((put) =>
		changeOf(data, test, put, state.norm, state.fields[0], state.least));
	const listed = changes.filter((change) => LISTED_CHANGES.includes(change.kind));

	return listed.length
		? Math.max(...listed.map((change) => Math.abs(change.percent ?? 0)))
		: null;
}

function percentIn(data, state, test, column) {
	const change = changeIn(data, state, test, column);

	return SHOWN_CHANGES.includes(change.kind) ? change.percent : null;
}

function sortKey(data, state, test) {
	const { sort } = state;

	switch (sort.by) {
	case "name":
		return test.name;
	case "size":
		return changeSize(data, state, test);
	case "change":
		return percentIn(data, state, test, sort);
	default:
		return numberIn(data, state, test, sort);
	}
}

function compareKeys(a, b, down) {
	if (a === null || b === null)
		return (a === null) - (b === null);
	return ((a > b) - (a < b)) * (down ? -1 : 1);
}

function sortTests(data, state, tests) {
	if (!state.sort)
		return tests;
	return tests.map((test) => ({ test, key: sortKey(data, state, test) }))
		.sort((a, b) => compareKeys(a.key, b.key, state.sort.down))
		.map(({ test }) => test);
}

// What follows when a head is pressed: ascending, descending, the order of the page.
function nextSort(sort, column) {
	if (!sortsBy(sort, column))
		return { ...column, down: false };
	return sort.down ? null : { ...column, down: true };
}
