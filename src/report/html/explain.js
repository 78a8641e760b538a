// Explanations in any field: the tables of their parts and the heads of their code are rewritten as
// --explain --fields=FIELD prints them.
//
// explanation: what the JSON has, and { section, derived, fields, all, fieldWritten, shown, choice,
//     line, status }.

function readExplanation(section, data) {
	const { field } = section.querySelector(".field").dataset;

	return {
		...data.explanations[section.dataset.explanation],
		derived: data.derived,
		section,
		fields: section.dataset.fields.split(" "),
		all: "all" in section.dataset,
		fieldWritten: field,
		shown: field,
		choice: document.createElement("select"),
	};
}

// As text has them: the value of each side, and the difference of two.
function headTexts(data, explanation, field) {
	const sides = explanation.sides;
	const values = sides.map((side) => explainedValue(explanation, side, field));
	const texts = sides.map(({ label }, i) => `${label} ${amountText(values[i])}`);

	if (values.length > 1) {
		const change = compareValues(data, field, ...values, 0);
		const percent = isFinite(change.percent)
			? ` (${changeText(change.percent, change.from)})` : "";
		texts.push(amountText(change.difference, true) + percent);
	}
	return texts;
}

function showHead(data, explanation, place, field) {
	const head = place.querySelector("h5");

	head.replaceChildren(makeName(field), ": ",
		...headTexts(data, explanation, field).flatMap((text, i) => (i ? [", "] : []).concat(makeName(text))));
}

// The other fields that the page was written with have tables of their own, which the choice of a
// field replaces. field: "": as the page was written.
function showExplanation(data, explanation, field) {
	const [place, ...others] = explanation.section.querySelectorAll(".field");
	const wanted = explanation.fields.includes(field) ? field : explanation.fieldWritten;

	for (const other of others)
		other.hidden = wanted === field;
	explanation.choice.value = wanted;
	if (wanted === explanation.shown)
		return;
	explanation.shown = place.dataset.field = wanted;
	showHead(data, explanation, place, wanted);
	for (const part of place.querySelectorAll(".part"))
		showPart(data, explanation, part, wanted);
	showCosts(explanation, wanted);
}

function addFieldChoice(explanation, choose) {
	const select = explanation.choice, label = document.createElement("label");

	select.append(...explanation.fields.map((field) => new Option(field)));
	select.value = explanation.shown;
	select.addEventListener("change", () => choose(select.value));
	label.append("Explained field ", select);
	explanation.section.querySelector(".field").before(label);
}

// choose: is called with the field that the reader chose.
function startExplanations(data, choose) {
	data.explanations = [...document.querySelectorAll("[data-explanation]")].map((section) =>
		readExplanation(section, data));
	for (const explanation of data.explanations) {
		addFieldChoice(explanation, choose);
		startLinks(explanation);
	}
}

function showExplanations(data, field) {
	for (const explanation of data.explanations)
		showExplanation(data, explanation, field);
}
