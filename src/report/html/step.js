// The comparison of a run with the one before it, of one test: opened by a point of its chart, or
// by the name of the run in its table.

function runText(run) {
	const clean = run.clean === false ? "in a work tree with changes" : "";

	return [run.date, run.commit && `commit ${run.commit.slice(0, 12)}`, run.subject, clean]
		.filter(Boolean).join(", ");
}

function makeRun(history, run) {
	const about = runText(history.runs[run]);

	return make("li", {},
		make("a", { href: `#run-${run}`, "data-leave": true }, makeName(history.runs[run].name)),
		...(about ? [": ", makeName(about)] : []));
}

function pointText(value, failed) {
	if (value === null)
		return failed ? "FAIL" : "";
	return String(value);
}

function pointChange({ change, broken }) {
	if (broken)
		return `not comparable: ${broken}`;
	return change ? describeChange(change) : "";
}

function makePointRow(data, series, field, run) {
	const point = pointAt(data, series, field, run);
	const kind = point.change && point.change.kind;
	const name = point.before < 0 ? "" : data.history.runs[point.before].name;

	return make("tr", {},
		make("th", { scope: "row" }, makeName(series.label)),
		make("td", { class: "name" }, field),
		make("td", {}, pointText(point.from, false)),
		make("td", {}, pointText(point.to, point.failed)),
		make("td", { class: kind && kind !== "same" ? kind : null }, pointChange(point)),
		make("td", { class: "name" }, makeName(name)));
}

function makeHeads(names) {
	return make("thead", {}, make("tr", {},
		...names.map((name) => make("th", { scope: "col" }, name))));
}

function makePoints(data, test, run) {
	const { history } = data;
	const rows = seriesOf(history, test.name).flatMap((series) =>
		history.fields.map((field) => makePointRow(data, series, field, run)));

	return make("div", { class: "scroll" }, make("table", { border: 1 },
		make("caption", {}, "Before and after"),
		makeHeads(["label", "field", "before", "after", "change", "since"]),
		make("tbody", {}, ...rows)));
}

// The other tests that stepped at the run, with their changes.
function stepsAt(data, run, besides) {
	return data.history.series.filter(({ test }) => test !== besides).flatMap((series) =>
		data.history.fields.filter((field) => series.steps[field].includes(run))
			.map((field) => ({ series, field, ...pointAt(data, series, field, run) })));
}

function makeOther(data, { series, field, change }) {
	const section = data.sections.find((of) => of.name === series.test);
	const name = section
		? make("a", { href: "#" + section.article.id }, makeName(series.test))
		: makeName(series.test);

	return make("li", {}, name, " on ", makeName(series.label), `: ${field} `,
		make("span", { class: change.kind }, describeChange(change)));
}

function makeOthers(data, test, run) {
	const others = stepsAt(data, run, test.name);

	if (!others.length)
		return make("p", {}, "No other test stepped here.");
	return make("details", { open: others.length <= 10 },
		make("summary", {}, `${countText(others.length)} other ${
			others.length === 1 ? "series" : "series"} stepped here`),
		make("ul", {}, ...others.map((other) => makeOther(data, other))));
}

// The last run before with a value of the test, or else the run before.
function runBefore(data, test, run) {
	const befores = seriesOf(data.history, test.name).map((series) =>
		pointAt(data, series, data.history.fields[0], run).before);

	return Math.max(...befores);
}

function makeStep(data, test, run) {
	const { history } = data, before = runBefore(data, test, run);
	const runs = before < 0 ? [run] : [before, run];

	return make("section", { class: "step", tabindex: -1, "aria-label": "Step" },
		make("h4", {}, ...runs.flatMap((at, i) =>
			[i ? " \u2192 " : "", makeName(history.runs[at].name)])),
		make("ul", {}, ...runs.map((at) => makeRun(history, at))),
		makePoints(data, test, run),
		makeOthers(data, test, run),
		make("button", { type: "button", class: "close" }, "Close"));
}

function closeStep() {
	for (const step of document.querySelectorAll(".step"))
		step.remove();
}

// Shows the step that the state names, if any.
function showStep(data, state) {
	const run = (data.history ? data.history.runs : []).findIndex(({ name }) => name === state.step);
	const section = data.sections.find(({ article }) => article.id === state.at);
	const place = section && section.article.querySelector(".series");

	closeStep();
	if (run >= 0 && place)
		place.after(makeStep(data, section, run));
}
