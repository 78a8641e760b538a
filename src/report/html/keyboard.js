// Keys: "/" goes to the filter, and Escape in it clears it.

function isTyping(element) {
	return element.closest("input, select, textarea, [contenteditable]") !== null;
}

function listenToKeys(page) {
	const { filter } = page.form.elements;

	document.addEventListener("keydown", (event) => {
		if (event.key === "/" && !isTyping(event.target) && !event.ctrlKey && !event.metaKey) {
			event.preventDefault();
			filter.focus();
			filter.select();
		} else if (event.key === "Escape" && event.target === filter && filter.value) {
			event.preventDefault();
			change(page, { filter: "" });
		}
	});
}
