// A printed page has no folded parts.

function listenToPrinting() {
	let unfolded = [];

	window.addEventListener("beforeprint", () => {
		unfolded = [...document.querySelectorAll("main details:not([open])")];
		for (const details of unfolded)
			details.open = true;
	});
	window.addEventListener("afterprint", () => {
		for (const details of unfolded)
			details.open = false;
	});
}
