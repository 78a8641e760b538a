// The state is the reader's choices. It is in the fragment of the page's address, so that a link to the page
// has it: "#field=Dr&sort=-change,Dr,clang". Choices that the page was written with are left out. Labels
// and fields are named, not numbered, so that a link suits the page of another run, too. A fragment
// without "=" is the id of an element.
//
// state: { fields, puts, least: only tests that changed by more per cent, if changes are chosen,
//     only, filter, sort: null | { by, field, put, down }, at: the id that a link went to, explain: the
//     field that is explained }

const ONLY = ["all", "changed", "better", "worse", "failed"];

function initialState(data) {
	const shown = data.columns.filter(({ head }) => !head.hidden);

	return {
		fields: [shown[0].field],
		puts: [...new Set(shown.map(({ put }) => put))],
		only: "all",
		least: 0,
		filter: "",
		sort: null,
		at: "",
		explain: "",
	};
}

function encodeNames(names) {
	return names.map(encodeURIComponent).join(",");
}

function decodeName(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function decodeNames(text) {
	return text.split(",").map(decodeName);
}

function encodeSort(data, sort) {
	const names = [sort.by];

	if (sort.field)
		names.push(sort.field, data.labels[sort.put]);
	return (sort.down ? "-" : "") + encodeNames(names);
}

function decodeSort(data, text) {
	const [by, field, label] = decodeNames(text.replace(/^-/, ""));
	const down = text.startsWith("-"), put = data.labels.indexOf(label);

	if (by === "name" || by === "size")
		return { by, down };
	return data.columns.some((column) => sortsBy({ by, field, put }, column))
		? { by, field, put, down }
		: null;
}

function namesOfPuts(data, puts) {
	return encodeNames(puts.map((put) => data.labels[put]));
}

// How each key is written, and read as undefined if it makes no sense here.
const KEYS = {
	field: {
		of: (state) => encodeNames(state.fields),
		to(state, data, text) {
			const fields = decodeNames(text).filter((field) => data.fields.includes(field));
			state.fields = fields.length ? fields : state.fields;
		},
	},
	put: {
		of: (state, data) => namesOfPuts(data, state.puts),
		to(state, data, text) {
			const names = decodeNames(text);
			const puts = data.puts.filter((put) => names.includes(data.labels[put]));
			state.puts = puts.length ? puts : state.puts;
		},
	},
	least: {
		of: (state) => String(state.least),
		to(state, data, text) { state.least = Number(text) >= 0 ? Number(text) : state.least; },
	},
	only: {
		of: (state) => state.only,
		to(state, data, text) { state.only = ONLY.includes(text) ? text : state.only; },
	},
	filter: {
		of: (state) => encodeURIComponent(state.filter),
		to(state, data, text) { state.filter = decodeName(text); },
	},
	sort: {
		of: (state, data) => (state.sort ? encodeSort(data, state.sort) : ""),
		to(state, data, text) { state.sort = decodeSort(data, text); },
	},
	at: {
		of: (state) => encodeURIComponent(state.at),
		to(state, data, text) { state.at = decodeName(text); },
	},
	explain: {
		of: (state) => encodeURIComponent(state.explain),
		to(state, data, text) { state.explain = decodeName(text); },
	},
};

// The fragment with its "#", or "".
function encodeState(data, state, initial) {
	const changed = Object.keys(KEYS)
		.filter((key) => KEYS[key].of(state, data) !== KEYS[key].of(initial, data));

	if (!changed.length)
		return "";
	if (changed.length === 1 && changed[0] === "at")
		return "#" + encodeURIComponent(state.at).replace(/%3A/g, ":");
	return "#" + changed.map((key) => `${key}=${KEYS[key].of(state, data)}`).join("&");
}

function decodeState(data, fragment, initial) {
	const state = { ...initial }, text = fragment.replace(/^#/, "");

	if (!text.includes("=")) {
		state.at = decodeName(text);
		return state;
	}
	for (const member of text.split("&")) {
		const [key, value] = member.split(/=(.*)/s);
		if (Object.keys(KEYS).includes(key))
			KEYS[key].to(state, data, value);
	}
	return state;
}

// Shows the state in the address; as a new entry of the history, or in place of the current one.
function rememberState(fragment, replace) {
	const address = location.href.replace(/#.*/s, "") + fragment;

	if (location.hash === fragment)
		return;
	if (replace)
		history.replaceState(null, "", address);
	else
		history.pushState(null, "", address);
}
