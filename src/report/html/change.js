// What became of a test on a put, compared with the norm: the rules of cgbench(1), in which a
// change of `least` per cent or less counts as none.

const SHOWN_CHANGES = ["better", "worse", "same"];
const LISTED_CHANGES =
	["better", "worse", "new", "missing", "failed", "not comparable", "without a value"];

function decimalsOf(data, field) {
	return data.quotients.has(field) ? 4 : 1;
}

// A count below 0.01 is noise. A derived field may be negative, and a quotient small.
function isZero(data, field, value) {
	if (!data.derived.has(field))
		return value < 0.01;
	return Math.abs(value) < (data.quotients.has(field) ? 1e-6 : 0.01);
}

// null: it has none.
function valueOf(cell, field) {
	return cell && !cell.failed ? cell.values[field] ?? null : null;
}

// As a table of counts shows it: barely below 0 is noise.
function shownValue(data, field, value) {
	return value !== null && !data.derived.has(field) && value > -0.1 && value <= 0 ? 0 : value;
}

function hasOtherText(data, cell, norm) {
	return cell !== null && cell.otherText.has(data.labels[norm]);
}

// Values in several memory layouts that have one in common may differ by the layout alone.
function rangesOverlap(from, to, field) {
	const least = field + "_least", most = field + "_most";

	if (from === to || !from || !to || !(least in from.values) || !(least in to.values))
		return false;
	return from.values[least] <= to.values[most] && to.values[least] <= from.values[most];
}

// What prevents a comparison in any field.
function obstacleOf(data, from, to, norm) {
	if ((from && from.failed) || (to && to.failed))
		return "failed";
	if (!from)
		return to ? "new" : "untried";
	if (!to)
		return "missing";
	return hasOtherText(data, to, norm) ? "not comparable" : null;
}

function percentOf(data, field, from, to) {
	if (isZero(data, field, from))
		return isZero(data, field, to) ? 0 : Infinity * Math.sign(to);
	return isZero(data, field, to) ? -100 * Math.sign(from) : (to - from) * 100 / Math.abs(from);
}

function judge(percent, least, higher) {
	if (Math.abs(percent) <= least * (1 + 1e-9))
		return "same";
	return (percent > 0) === higher ? "better" : "worse";
}

// { kind, from, to, difference, percent, overlap }; the last three only if both are compared.
function compareValues(data, field, from, to, least) {
	const percent = percentOf(data, field, from, to);

	return {
		kind: judge(percent, least, data.higher.has(field)),
		from, to, difference: to - from, percent,
	};
}

function changeOf(data, test, put, norm, field, least) {
	const cells = [test.cells[norm], test.cells[put]];
	const [from, to] = cells.map((cell) => valueOf(cell, field));
	const obstacle = obstacleOf(data, ...cells, norm);

	if (obstacle)
		return { kind: obstacle, from, to };
	if (from === null || to === null)
		return { kind: from === to ? "indeterminate" : "without a value", from, to };
	const change = compareValues(data, field, from, to, least);
	return rangesOverlap(...cells, field) ? { ...change, kind: "same", overlap: true } : change;
}

// The norm's cost relative to the put's, or null; where more is better the other way round. Only 0
// is comparable to 0, and only a negative value to a negative one.
function ratioOf(data, test, put, norm, field) {
	const [from, to] = [norm, put].map((i) => valueOf(test.cells[i], field));

	if (hasOtherText(data, test.cells[put], norm) || from === null || to === null)
		return null;
	const zero = isZero(data, field, to);
	if (zero !== isZero(data, field, from) || (!zero && (from < 0) !== (to < 0)))
		return null;
	if (zero)
		return 1;
	return data.higher.has(field) ? to / from : from / to;
}

function percentShown(change) {
	if (Math.abs(change.percent) === Infinity)
		return "from 0: ";
	return change.difference ? changeText(change.percent, change.from) + " " : "";
}

// "+12.50 % worse", "same", "failed"; with "~" where it may come from the memory layout.
function describeChange(change) {
	const { kind } = change;

	if (SHOWN_CHANGES.includes(kind))
		return percentShown(change) + kind + (change.overlap && change.difference ? " ~" : "");
	return LISTED_CHANGES.includes(kind) ? kind : "";
}
