// How many of the tests shown changed by how much: the chart of report/chart/chart_ratios.c, drawn again
// for what is chosen.

// The classes of changes in per cent: the middle one has the tests that are the same, those to both
// sides of it begin at these edges, and the outermost have no end. Nothing is reduced by more than
// 100 %, so there is one class less of what is reduced.
const EDGES = [0, 1, 2, 5, 10, 20, 50, 100];
const MIDDLE = EDGES.length - 1, CLASSES = MIDDLE + 1 + EDGES.length;
const CHANGE_COLORS = { better: "#1a7f37", worse: "#c0392b", same: "#777" };
const PLOT = { width: 700, margin: 24, top: 36, height: 90, widest: 72, names: 5 };

function classOf({ kind, percent }) {
	if (kind === "same")
		return MIDDLE;
	const above = Math.max(1, EDGES.filter((edge) => Math.abs(percent) >= edge).length);
	return percent < 0 ? Math.max(0, MIDDLE - above) : MIDDLE + above;
}

function countOf(n, noun) {
	return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

// The names of the tests in each class, and how many have no comparison.
function classify(data, state, tests, put) {
	const classes = new Map();
	let others = 0;

	for (const test of tests) {
		const change = changeOf(data, test, put, state.norm, state.fields[0], state.least);
		if (!SHOWN_CHANGES.includes(change.kind)) {
			others += LISTED_CHANGES.includes(change.kind);
			continue;
		}
		const at = classOf(change);
		if (!classes.has(at))
			classes.set(at, []);
		classes.get(at).push(test.name);
	}
	return { classes, others };
}

// Also which classes are shown, and how wide they are. The three in the middle are in any case.
function distribute(data, state, tests, put) {
	const { classes, others } = classify(data, state, tests, put);
	const first = Math.min(MIDDLE - 1, ...classes.keys());
	const last = Math.max(MIDDLE + 1, ...classes.keys());

	return {
		classes, others, first, last,
		most: Math.max(0, ...[...classes.values()].map((names) => names.length)),
		width: Math.min(PLOT.widest, (PLOT.width - 2 * PLOT.margin) / (last - first + 1)),
		higher: data.higher.has(state.fields[0]),
	};
}

function edgeText(percent) {
	return `${percent > 0 ? "+" : ""}${percent} %`;
}

function classText(at) {
	const side = Math.sign(at - MIDDLE), i = Math.abs(at - MIDDLE);
	const from = edgeText(side * EDGES[i - 1]);

	if (!i)
		return "same";
	if (at === 0 || at === CLASSES - 1)
		return `${from} and beyond`;
	return `${i === 1 ? "0" : from} to ${edgeText(side * EDGES[i])}`;
}

function rounded(value) {
	return Math.round(value * 10) / 10;
}

function chartText(x, y, anchor, text) {
	return makeSvg("text", {
		x: rounded(x), y: rounded(y), "text-anchor": anchor === "start" ? null : anchor,
	}, text);
}

// Between U+2068 and U+2069, which isolate its direction.
function isolatedName(name) {
	return /^[\0-\x7f]*$/.test(name) ? name : `\u2068${name}\u2069`;
}

function classTitle(names, at) {
	const said = names.slice(0, PLOT.names).map((name) => `\n${isolatedName(name)}`).join("");
	const more = names.length - PLOT.names;

	return `${countOf(names.length, "test")}: ${classText(at)}${said}${
		more > 0 ? `\nand ${more} more` : ""}`;
}

function kindOfClass(at, higher) {
	if (at === MIDDLE)
		return "same";
	return (at > MIDDLE) === higher ? "better" : "worse";
}

function makeBar({ classes, first, most, width, higher }, at) {
	const names = classes.get(at);
	const x = PLOT.margin + width * (at - first), height = PLOT.height * names.length / most;
	const y = PLOT.top + PLOT.height - height, wide = rounded(width - 4), kind = kindOfClass(at, higher);
	const d = `M${rounded(x + 2)} ${rounded(y)}h${wide}v${rounded(height)}h-${wide}z`;

	return [
		makeSvg("path", { d, fill: CHANGE_COLORS[kind], class: kind },
			makeSvg("title", {}, classTitle(names, at))),
		chartText(x + width / 2, y - 4, "middle", String(names.length)),
	];
}

// Where a class begins on the left.
function edgeOf(at) {
	return at > MIDDLE ? EDGES[at - MIDDLE - 1] : -EDGES[MIDDLE - at];
}

function makeAxis({ first, last, width }) {
	const classes = Array.from({ length: last - first + 2 }, (_, i) => first + i)
		.filter((at) => at > 0 && at < CLASSES && edgeOf(at));
	const y = PLOT.top + PLOT.height, xOf = (at) => PLOT.margin + width * (at - first);

	return [
		...classes.map((at) => chartText(xOf(at), y + 14, "middle", edgeText(edgeOf(at)))),
		chartText(xOf(MIDDLE) + width / 2, y + 14, "middle", "same"),
		makeSvg("path", {
			d: `M${PLOT.margin} ${y + 0.5}H${rounded(xOf(last + 1))}`, stroke: "currentColor",
		}),
	];
}

function makeHeadings({ first, width, higher }) {
	const left = PLOT.margin + width * (MIDDLE - first);
	const names = higher ? ["worse", "better"] : ["better", "worse"];

	return [
		chartText(left - 2, 12, "end", names[0]),
		chartText(left + width + 2, 12, "start", names[1]),
	];
}

function makeDistribution(title, shares) {
	const { classes, others } = shares;
	const height = PLOT.top + PLOT.height + (others ? 38 : 20);
	const bars = [...classes.keys()].sort((a, b) => a - b);

	return makeSvg("svg", {
		viewBox: `0 0 ${PLOT.width} ${height}`, width: PLOT.width, height, role: "img",
		"font-size": 11, fill: "currentColor",
	},
	makeSvg("title", {}, title), ...makeHeadings(shares),
	...bars.flatMap((at) => makeBar(shares, at)), ...makeAxis(shares),
	...(others
		? [chartText(0, PLOT.top + PLOT.height + 32, "start",
			`${countOf(others, "test")} without a comparison`)]
		: []));
}

function makeFigure(data, state, tests, put) {
	const [label, norm] = [put, state.norm].map((i) => data.labels[i]), field = state.fields[0];
	const title = `How many tests changed by how much in ${field}: ${
		isolatedName(label)} against ${isolatedName(norm)}`;

	return make("figure", {},
		make("figcaption", {}, `${field}: `, makeName(label), " against ", makeName(norm)),
		makeDistribution(title, distribute(data, state, tests, put)));
}

function showDistribution(data, state, tests) {
	const section = document.getElementById("distribution");

	if (!section)
		return;
	for (const figure of section.querySelectorAll("figure"))
		figure.remove();
	section.append(...state.puts.filter((put) => put !== state.norm)
		.map((put) => makeFigure(data, state, tests, put)));
}
