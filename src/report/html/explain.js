// Explanations in any field: the tables of one are shown, all others are hidden.

function addFieldChoice(section, choose) {
	const fields = [...section.querySelectorAll(".field")].map((place) => place.dataset.field);
	const select = make("select", {}, ...fields.map((field) => new Option(field)));

	select.addEventListener("change", () => choose(select.value));
	section.querySelector(".field").before(make("label", {}, "Explained field ", select));
}

// choose: is called with the field that the reader chose. Returns of each explanation { section,
// places: of each field, written: the places that the page shows without the script, line, status }.
function startExplanations(choose) {
	return [...document.querySelectorAll(".explanation")].map((section) => {
		const places = [...section.querySelectorAll(".field")];
		const explanation = { section, places, written: places.filter((place) => !place.hidden) };

		addFieldChoice(section, choose);
		startLinks(explanation);
		return explanation;
	});
}

// Shows the changes and the series of tests in this field if they have it; otherwise as the page was
// written.
function showField(field, written) {
	for (const section of document.querySelectorAll("#changes, section.series")) {
		const places = [...section.querySelectorAll("[data-field]")];
		const wanted = places.some((place) => place.dataset.field === field) ? field : written;

		if (places.some((place) => place.hidden))
			for (const place of places)
				place.hidden = place.dataset.field !== wanted;
	}
}

// field: "": as the page was written. Code links to the rows of lines in the first table shown.
function showExplanation({ section, places, written }, field) {
	const wanted = places.filter((place) => place.dataset.field === field);
	const shown = wanted.length ? wanted : written;

	for (const place of places) {
		place.hidden = !shown.includes(place);
		for (const row of place.querySelectorAll("[data-part=lines] [data-row]"))
			row.id = place === shown[0] ? `${section.id}-line-${row.dataset.row}` : "";
	}
	section.querySelector("select").value = shown[0].dataset.field;
}
