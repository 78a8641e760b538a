// Links within the page, which keep the state in the address.

// Shows the element, also if it is folded, and gives it the focus.
function goTo(id) {
	const element = document.getElementById(id);

	if (!element)
		return;
	for (let at = element.closest("details"); at; at = at.parentElement.closest("details"))
		at.open = true;
	element.scrollIntoView();
	if (!element.matches("a[href], button, input, select, summary"))
		element.tabIndex = -1;
	element.focus({ preventScroll: true });
}

function listenToLinks(page) {
	document.addEventListener("click", (event) => {
		const link = event.target.closest("a[href^='#']");

		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
			event.preventDefault();
			const at = decodeName(link.getAttribute("href").slice(1));
			change(page, { at });
			goTo(at);
		}
	});
}
