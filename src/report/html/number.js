// Numbers as cgbench prints them: what C's printf makes of them.

// "%.*f": toFixed, but a value in the middle becomes the even one.
function fixed(value, decimals) {
	const scaled = Math.abs(value) * 2 ** (decimals + 1);
	const middle = Number.isInteger(scaled) && scaled % 2 === 1;
	const cut = middle ? value.toFixed(decimals + 1).slice(0, -1).replace(/\.$/, "") : "";

	return /[02468]$/.test(cut) ? cut : value.toFixed(decimals);
}

// "%.15g" of a positive number.
function digits15(value) {
	const [mantissa, exponent] = value.toExponential(14).split("e");

	return exponent < 15
		? String(Number(value.toPrecision(15)))
		: `${Number(mantissa)}e+${exponent.slice(1).padStart(2, "0")}`;
}

// "%+.1g" of a small number.
function digit1(value) {
	const [mantissa, exponent] = Math.abs(value).toExponential(0).split("e-");
	const sign = value < 0 ? "-" : "+";

	return exponent <= 4
		? sign + Math.abs(value).toFixed(exponent)
		: `${sign}${mantissa}e-${exponent.padStart(2, "0")}`;
}

// No number is shown as -0.
function unsignedZero(text) {
	return /^[-0.]*$/.test(text) ? text.replace(/^-/, "") : text;
}

function withSign(value, decimals) {
	return (value < 0 || Object.is(value, -0) ? "" : "+") + fixed(value, decimals);
}

function percentText(percent) {
	const shown = Math.abs(percent) < 1e-9 ? 0 : percent;

	return (shown && Math.abs(shown) < 0.01 ? digit1(shown) : withSign(shown, 2)) + " %";
}

function factorText(factor) {
	return digits15(factor < 100 ? Math.round(factor * 10) / 10 : Math.round(factor)) + " x";
}

// A change from a value, in percent of it.
function changeText(percent, from) {
	const factor = 1 + percent / 100;

	if (Math.abs(percent) === Infinity)
		return "-";
	return factor > 10 && from >= 0 ? factorText(factor) : percentText(percent);
}

// A count or a difference; with few decimals, but not as 0 unless it is.
function amountText(value, sign) {
	const whole = Math.abs(value - Math.round(value)) < 1e-9;
	const shown = whole ? Math.round(value) + 0 : value;
	let decimals = Math.abs(value) >= 9.995 || whole ? 1 : 2;

	while (shown && decimals < 9 && Math.abs(shown) < 0.5 * 10 ** -decimals)
		decimals++;
	return sign && shown ? withSign(shown, decimals) : fixed(shown, decimals);
}

// "1,234"
function countText(n) {
	return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
