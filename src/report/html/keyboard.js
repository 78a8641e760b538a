// Keys: "/" goes to the filter; Escape clears it, and folds a choice.

function isTyping(element) {
	return element.closest("input, select, textarea, [contenteditable]") !== null;
}

function foldChoice(choice) {
	choice.open = false;
	choice.firstElementChild.focus();
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
		} else if (event.key === "Escape" && event.target.closest(".choice[open]")) {
			foldChoice(event.target.closest(".choice"));
		}
	});
}
