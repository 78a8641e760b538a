// Elements, made in one expression. Text is text, whatever is in it.

// children: elements and strings.
function make(name, attributes, ...children) {
	const element = document.createElement(name);

	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	element.append(...children);
	return element;
}

// Foreign text, whose direction does not change that of what is around it.
function makeName(text) {
	return /^[\0-\x7f]*$/.test(text) ? text : make("bdi", {}, text);
}

function setText(element, text) {
	if (element.textContent !== text)
		element.textContent = text;
}

// "1,234"
function countText(n) {
	return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
