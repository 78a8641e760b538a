// The form above the table: what is shown of it.

function labelled(before, control, after = "") {
	return make("label", {}, before + " ", control, after);
}

// options: [value, text] each.
function makeSelect(id, options) {
	return make("select", { id }, ...options.map(([value, text]) => make("option", { value }, text)));
}

function makeChecks(name, values, texts) {
	return values.map((value, i) => make("label", { class: "check" },
		make("input", { type: "checkbox", name, value }), makeName(texts[i])));
}

// Any number of things to choose, folded.
function makeChoice(id, summary, checks) {
	return make("details", { id, class: "choice" },
		make("summary", {}, summary), make("fieldset", {}, make("legend", {}, summary), ...checks));
}

function makeFilter() {
	return [
		labelled("Filter", make("input", {
			id: "filter", type: "search", autocomplete: "off", spellcheck: "false",
			placeholder: "text or /regex/", title: "Names of tests or verdicts; key: /",
			"aria-describedby": "filter-wrong",
		})),
		make("span", { id: "filter-wrong", role: "alert" }),
	];
}

// A choice of one thing is none.
function hideChoices(data) {
	const hide = (ids) => ids.forEach((id) => {
		const control = document.getElementById(id);
		(control.closest("label") ?? control).hidden = true;
	});

	if (data.fields.length < 2)
		hide(["field", "fields"]);
	if (data.columns.every(({ by }) => by === "value"))
		hide(["shown-puts", "only", "least"]);
}

function makeControls(form, data) {
	form.append(
		...makeFilter(),
		labelled("Field", makeSelect("field", data.fields.map((field) => [field, field]))),
		makeChoice("fields", "Several fields", makeChecks("fields", data.fields, data.fields)),
		makeChoice("shown-puts", "Programs", makeChecks("puts", data.puts,
			data.puts.map((put) => data.labels[put]))),
		labelled("Tests", makeSelect("only", ONLY.map((only) =>
			[only, only === "all" ? "all" : `only ${only}`]))),
		labelled("Changes above", make("input", { id: "least", type: "number", min: 0, step: "any" }),
			" %"),
		labelled("Order", makeSelect("order", [["", "as measured"], ["name", "by name"],
			["size", "largest change first"], ["column", "by a column"]])),
		make("button", { type: "reset" }, "Reset"),
		make("p", { id: "shown", role: "status" }),
	);
	hideChoices(data);
	form.hidden = false;
}

function orderOf(sort) {
	if (!sort)
		return "";
	return sort.by === "name" || sort.by === "size" ? sort.by : "column";
}

function setChecks(form, name, values) {
	for (const check of form.querySelectorAll(`[name=${name}]`))
		check.checked = values.includes(check.value);
}

function setValue(control, value) {
	if (control.value !== String(value))
		control.value = value;
}

// Shows the state in the controls.
function setControls(form, state) {
	const { elements } = form;

	setValue(elements.filter, state.filter);
	setValue(elements.field, state.fields[0]);
	setValue(elements.only, state.only);
	setValue(elements.order, orderOf(state.sort));
	elements.order.options[3].disabled = orderOf(state.sort) !== "column";
	if (document.activeElement !== elements.least)
		setValue(elements.least, state.least);
	setChecks(form, "fields", state.fields);
	setChecks(form, "puts", state.puts.map(String));
}

// Returns the checked ones, in the order of all; if none is left, those that were checked before.
function checkedOf(form, name, before) {
	const checked = [...form.querySelectorAll(`[name=${name}]:checked`)].map(({ value }) => value);

	return checked.length ? checked : before;
}

function orderChosen(value, sort) {
	if (value === "column")
		return sort;
	return value ? { by: value, down: value === "size" } : null;
}

// Changes the state as a control says.
function readControl(form, control, state) {
	switch (control.name || control.id) {
	case "filter":
		return { filter: control.value };
	case "field":
		return { fields: [control.value] };
	case "fields":
		return { fields: checkedOf(form, "fields", state.fields) };
	case "puts":
		return { puts: checkedOf(form, "puts", state.puts.map(String)).map(Number) };
	case "only":
		return { only: control.value };
	case "least":
		return control.value >= 0 ? { least: Number(control.value) } : {};
	case "order":
		return { sort: orderChosen(control.value, state.sort) };
	default:
		return {};
	}
}

function sayWrong(form, wrong) {
	const { filter } = form.elements;

	setText(document.getElementById("filter-wrong"),
		wrong ? `Not a regular expression: ${wrong}. The table is as before.` : "");
	if (wrong)
		filter.setAttribute("aria-invalid", "true");
	else
		filter.removeAttribute("aria-invalid");
}

function sayShown(shown, all) {
	setText(document.getElementById("shown"), shown === all
		? `${countText(all)} ${all === 1 ? "test" : "tests"}`
		: `${countText(shown)} of ${countText(all)} tests`);
}
