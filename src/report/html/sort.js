// The order of tests. Equal ones stay in the order of the page, and what has no value is last
// whatever the direction.

// How much the test changed on any put chosen: null if no change is listed.
function changeSize(data, state, test) {
	const listed = changesShown(data, state).filter((column) =>
		LISTED_CHANGES.includes(kindIn(test, column)));

	return listed.length
		? Math.max(...listed.map((column) => Math.abs(percentIn(test, column) ?? 0)))
		: null;
}

function sortKey(data, state, test) {
	const { sort } = state;
	const column = data.columns.find((of) => sortsBy(sort, of));

	if (sort.by === "name")
		return test.name;
	if (sort.by === "size")
		return changeSize(data, state, test);
	return sort.by === "change" ? percentIn(test, column) : countIn(test, column);
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

function sortsBy(sort, column) {
	return sort !== null && sort.by === column.by && sort.field === column.field &&
		sort.put === column.put;
}

// Returns the order after a head is pressed: ascending, descending, the order of the page.
function nextSort(sort, column) {
	if (!sortsBy(sort, column))
		return { ...column, down: false };
	return sort.down ? null : { ...column, down: true };
}
