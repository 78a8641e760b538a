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

function countInstructions(explanation, line) {
	const { file, line: number } = explanation.lines[line];

	return explanation.sides.map(({ label }, side) => {
		const n = explanation.functions.flatMap(({ blocks }) => blocks)
			.flatMap(({ instructions }) => instructions)
			.filter(({ sides }) => sides[side] && sides[side].file === file && sides[side].line === number)
			.length;
		return `${n} instruction${n === 1 ? "" : "s"} on ${label}`;
	}).join(", ");
}

// Keeps a line lit up, and says so.
function keepLine(explanation, line) {
	for (const element of explanation.section.querySelectorAll("[aria-current]"))
		element.removeAttribute("aria-current");
	explanation.line = line;
	for (const element of line === null ? [] : elementsOfLine(explanation, line))
		element.setAttribute("aria-current", "true");
	explanation.status.textContent = line === null ? "" :
		`Line ${explanation.lines[line].line}: ${countInstructions(explanation, line)}`;
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
