// Source lines and their instructions: what the pointer or the focus is on lights up with what
// belongs to it, and a click keeps it so.

function elementsOfLine(explanation, line) {
	const { section } = explanation;

	return [
		...section.querySelectorAll(`.part[data-part=lines] tr[data-row="${line}"]`),
		...section.querySelectorAll(`.listing [data-line="${line}"]`),
	];
}

// The line that an element belongs to, or null.
function lineOf(element) {
	const place = element.closest(".listing [data-line], .part[data-part=lines] tr[data-row]");

	return place && (place.dataset.line ?? place.dataset.row);
}

function lightUp(explanation, line) {
	for (const element of explanation.section.querySelectorAll(".linked"))
		element.classList.remove("linked");
	if (line !== null)
		for (const element of elementsOfLine(explanation, line))
			element.classList.add("linked");
}

// "my.bench:7: 3 instructions on gcc, 2 instructions on clang". The second cell of a row of the
// listing has the code of the first put.
function tellInstructions({ section }, line) {
	const row = section.querySelector(`.part[data-part=lines] tr[data-row="${line}"]`);
	const cells = [...section.querySelectorAll(`.listing [data-line="${line}"]:has(code)`)];
	const labels = [...row.closest("table").rows[0].cells].slice(1, -2);

	return `${row.cells[0].textContent}: ` + labels.map(({ textContent }, side) => {
		const n = cells.filter(({ cellIndex }) => (cellIndex > 1) === (side > 0)).length;
		return `${n} instruction${n === 1 ? "" : "s"} on ${textContent}`;
	}).join(", ");
}

// Keeps a line lit up, and says so.
function keepLine(explanation, line) {
	for (const element of explanation.section.querySelectorAll("[aria-current]"))
		element.removeAttribute("aria-current");
	explanation.line = line;
	for (const element of line === null ? [] : elementsOfLine(explanation, line))
		element.setAttribute("aria-current", "true");
	setText(explanation.status, line === null ? "" : tellInstructions(explanation, line));
}

function startLinks(explanation) {
	const { section } = explanation;
	const enter = (event) => lightUp(explanation, lineOf(event.target) ?? explanation.line);
	const leave = () => lightUp(explanation, explanation.line);

	explanation.line = null;
	explanation.status = document.createElement("p");
	explanation.status.setAttribute("role", "status");
	section.append(explanation.status);
	section.addEventListener("pointerover", enter);
	section.addEventListener("focusin", enter);
	section.addEventListener("pointerleave", leave);
	section.addEventListener("focusout", leave);
	section.addEventListener("click", (event) => {
		const line = lineOf(event.target);

		if (line !== null)
			keepLine(explanation, line === explanation.line && !event.target.closest("a") ? null : line);
		lightUp(explanation, explanation.line);
	});
}
