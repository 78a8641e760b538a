// The code of an explanation: what its blocks cost in a field, and which mnemonics its kinds of
// instruction have.

const MNEMONIC = /^((lock|rep|repe|repne|repz|repnz|bnd|notrack|data16|xacquire|xrelease) )*[^ \t]*/;
const MOST_MNEMONICS = 3;
const ENOUGH_MNEMONICS = 0.8;

function blockOf(explanation, element) {
	const [f, block] = element.dataset.block.split(" ");

	return explanation.functions[f].blocks[block];
}

// "14.0 x  98.0 Ir", or of one put "14.0 x  98.0 Ir (55.7 %)"
function costText(explanation, block, side, field) {
	const { label, divisor } = explanation.sides[side];
	const cost = block.sides[side], value = explainedValue(explanation, cost, field, side);
	const text = `${amountText(cost.runs / divisor)} x  ${amountText(value)} ${field}`;
	const whole = explainedValue(explanation, explanation.sides[0], field);

	if (explanation.sides.length > 1)
		return [makeName(label), `: ${text}`];
	return [text + (whole ? ` (${fixed(100 * value / whole, 1)} %)` : "")];
}

// What blocks cost together: once if that is the same on both sides.
function sumText(explanation, blocks, field) {
	const sums = explanation.sides.map((_, side) => blocks.reduce((sum, block) =>
		sum + explainedValue(explanation, block.sides[side], field, side), 0));
	const texts = sums.map((sum) => `${amountText(sum)} ${field}`);

	if (texts.every((text) => text === texts[0]))
		return texts[0];
	return texts.map((text, i) => `${text} on ${explanation.sides[i].label}`).join(", ");
}

function showCosts(explanation, field) {
	for (const head of explanation.section.querySelectorAll("[data-block]")) {
		const side = Number(head.dataset.side), block = blockOf(explanation, head);

		head.dataset.value = explainedValue(explanation, block.sides[side], field, side);
		head.replaceChildren(...costText(explanation, block, side, field));
	}
	for (const sum of explanation.section.querySelectorAll(".blocks > summary > span")) {
		const heads = sum.closest("details").querySelectorAll("[data-block]");
		const blocks = new Set([...heads].map((head) => blockOf(explanation, head)));

		sum.textContent = sumText(explanation, [...blocks], field);
	}
}

// Sums of the instructions of a kind, by mnemonic.
function costsByMnemonic(explanation, kind, field) {
	const costs = new Map();

	const add = (step, side) => {
		const name = MNEMONIC.exec(step.text)[0];
		if (!costs.has(name))
			costs.set(name, explanation.sides.map(() => ({ total: { [field]: 0 } })));
		costs.get(name)[side].total[field] += step.total[field] || 0;
	};
	for (const { blocks } of explanation.functions)
		for (const { instructions } of blocks)
			for (const { sides } of instructions)
				sides.forEach((step, side) => {
					if (step && step.kind === kind && step.text !== null)
						add(step, side);
				});
	return costs;
}

// Those that make most of the cost or difference of a kind: "pshufd, movd".
function mnemonicsOf(explanation, kind, field) {
	if (!isTotal(explanation, field))
		return "";
	const cost = (sides) => Math.max(...explainedValues(explanation, sides, field));
	const rows = [...costsByMnemonic(explanation, kind, field)].map(([name, sides]) =>
		({ name, weight: weightOf(explanation, sides, field), cost: cost(sides) }));
	const all = rows.reduce((sum, { weight }) => sum + weight, 0);
	let named = 0;

	rows.sort((a, b) => b.weight - a.weight || b.cost - a.cost || (a.name < b.name ? -1 : 1));
	return rows.slice(0, MOST_MNEMONICS).filter(({ weight }, i) => {
		const wanted = !i || named < ENOUGH_MNEMONICS * all;
		named += weight;
		return wanted;
	}).map(({ name }) => name).join(", ");
}
