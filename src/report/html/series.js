// The series of a history: what became of a test on a label over the runs.

function seriesOf(history, name) {
	return history.series.filter(({ test }) => test === name);
}

// The value in each run; null where there is none.
function valuesOf(history, series, field) {
	const entries = series.values[field];
	let at = -1;

	return history.runs.map((_, run) => {
		if (at + 1 < entries.length && entries[at + 1][0] === run)
			at++;
		return at < 0 ? null : entries[at][1];
	});
}

// Why the run cannot be compared with the one before; undefined if it can.
function breakAt(history, series, run) {
	const found = series.breaks.find(([at]) => at === run);

	return found && history.breaks[found[1]];
}

// { before, from, to, change, broken }: what became of the series at the run since the last run
// that has a value, which is undefined if there is none.
function pointAt(data, series, field, run) {
	const values = valuesOf(data.history, series, field);
	const known = values.slice(0, run).map((value, i) => (value === null ? -1 : i));
	const before = Math.max(-1, ...known);
	const from = before < 0 ? null : values[before], to = values[run];
	const broken = breakAt(data.history, series, run);
	const compared = from !== null && to !== null && !broken;

	return {
		before, from, to, broken,
		failed: series.failed.includes(run),
		change: compared ? compareValues(data, field, from, to, 0) : null,
	};
}
