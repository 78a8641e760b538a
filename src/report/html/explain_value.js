// What the parts of an explanation cost.

// The JSON has totals of the counted fields, which leave out zeros, and values of the derived ones.
function isTotal(explanation, field) {
	return !explanation.derived.has(field);
}

// Of what costs that much on a side; null: nothing of it is on the side.
function explainedValue(explanation, cost, field, side = 0) {
	if (!cost)
		return 0;
	return isTotal(explanation, field)
		? (cost.total[field] || 0) / explanation.sides[side].divisor
		: cost[field] ?? 0;
}

function explainedValues(explanation, sides, field) {
	return explanation.sides.map((_, i) => explainedValue(explanation, sides[i], field, i));
}

// What a put costs more than the norm, or one put at all.
function weightOf(explanation, sides, field) {
	const values = explainedValues(explanation, sides, field);
	const [norm, put] = explanation.sides;

	if (!put)
		return Math.abs(values[0]);
	if (!isTotal(explanation, field) || norm.divisor !== put.divisor)
		return Math.abs(values[1] - values[0]);
	const totals = sides.map((cost) => (cost ? cost.total[field] || 0 : 0));
	return Math.abs(totals[1] - totals[0]) / norm.divisor;
}
