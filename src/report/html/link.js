// Links within the page, which keep the state in the address.

function focusOn(element) {
	element.scrollIntoView({ block: "nearest" });
	if (!element.matches("a[href], button, input, select, summary"))
		element.tabIndex = -1;
	element.focus({ preventScroll: true });
}

// Shows the element, also if it is folded, and gives it the focus.
function goTo(id) {
	const element = document.getElementById(id);

	if (!element)
		return;
	for (let at = element.closest("details"); at; at = at.parentElement.closest("details"))
		at.open = true;
	element.scrollIntoView();
	focusOn(element);
}

// The run that a link within the section of a test names: its step there is shown.
function stepOf(page, link, id) {
	const run = /^run-(\d+)$/.exec(id), test = link.closest(".test");

	if (!run || !test || !page.data.history || "leave" in link.dataset)
		return null;
	return { at: test.id, step: page.data.history.runs[run[1]].name };
}

function followLink(page, link, id) {
	const step = stepOf(page, link, id);

	change(page, step ?? { at: id, step: "" });
	if (step)
		focusOn(document.querySelector(".step"));
	else
		goTo(id);
}

function listenToLinks(page) {
	document.addEventListener("click", (event) => {
		const link = event.target.closest("a[href^='#']");

		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
			event.preventDefault();
			followLink(page, link, decodeName(link.getAttribute("href").slice(1)));
		} else if (event.target.closest(".step .close")) {
			change(page, { step: "" });
			goTo(page.state.at);
		}
	});
}
