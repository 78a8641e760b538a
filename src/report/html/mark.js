// The marks below the table, of which only those that occur in it are explained.

const EMPTY_MARK = "(empty)";

function markOf(text) {
	if (text.endsWith(" ~"))
		return "~";
	return text || EMPTY_MARK;
}

// texts: of all cells. Verdicts are the same whatever is chosen.
function showMarks(texts) {
	const found = new Set(texts.map(markOf));

	for (const mark of document.querySelectorAll(".marks dt"))
		if (mark.textContent !== "!")
			mark.hidden = mark.nextElementSibling.hidden = !found.has(mark.textContent);
}
