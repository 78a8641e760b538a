#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "code/assembly.h"
#include "util/array.h"
#include "util/text.h"

size_t
assembly_mnemonic(const char *text)
{
	static const char *const prefixes[] = {"lock ", "rep ", "repe ", "repne ", "repz ",
	    "repnz ", "bnd ", "notrack ", "data16 ", "xacquire ", "xrelease "};
	size_t n = 0;

	for (size_t i = 0; i < COUNTOF(prefixes); i++)
		if (text_begins(text + n, prefixes[i])) {
			n += strlen(prefixes[i]);
			i = (size_t)-1;
		}
	return n + strcspn(text + n, " \t");
}

size_t
assembly_before_operand(const char *s)
{
	size_t n = strlen(s);

	while (n && s[n - 1] != ' ' && s[n - 1] != ',')
		n--;
	return n;
}

bool
assembly_goes(const char *text)
{
	text += text_begins(text, "bnd ") ? strlen("bnd ") : 0;
	return *text == 'j' || text_begins(text, "call");
}

enum profile_kind
assembly_kind(const char *text)
{
	static const struct {
		const char *mnemonics; /* see text_is_one_of */
		enum profile_kind kind;
	} rows[] = {
	    {"add* sub* adc* adox* sbb* sbc* neg* ngc* inc* dec* lea* adr adrp auipc sh1add* "
	     "sh2add* sh3add* abs max* min* smax smin umax umin fadd* fiadd* fsub* fisub* fneg* "
	     "fabs* fabd fchs fmax* fmin*",
	        PROFILE_ARITHMETIC},
	    {"cmp* cmn test* tst ccmp ccmn comis* ucomis* fcom fcomp* fcomi* fucom* ftst fcmp* "
	     "fccmp* slt* sgt* seqz snez feq* flt* fle*",
	        PROFILE_COMPARE},
	    {"and* or* xor* xnor eor eon not* bic* sal* sar* shl* shr* sll* srl* sra* rol* ror* "
	     "rcl* rcr* lsl lsr asr extr bt* bsf* bsr* bswap* bfi bfxil bfc ubf* sbf* popcnt* "
	     "lzcnt* tzcnt* clz* cls ctz* cpop* cnt rbit rev* brev8 blsr* blsi* blsm* bextr* bzhi* "
	     "pdep* pext* bset* bclr* bext* binv*",
	        PROFILE_LOGIC},
	};
	size_t n;

	text += *text == 'v';
	n = strcspn(text, " ");
	for (size_t i = 0; i < COUNTOF(rows); i++)
		if (text_is_one_of(text, n, rows[i].mnemonics))
			return rows[i].kind;
	return PROFILE_OTHER;
}

/* Names that end with the size of their operands in the other syntax only. */
static const char sized[] =
    "mov movabs add sub adc sbb and or xor cmp test lea inc dec neg not shl shr sal sar rol ror "
    "rcl rcr shld shrd push pop xchg xadd cmpxchg bsf bsr bt bts btr btc mul imul div idiv nop "
    "crc32 cvtsi2sd cvtsi2ss vcvtsi2sd vcvtsi2ss";

static const char *
pointer_of(char letter)
{
	return letter == 'b'   ? "BYTE PTR "
	       : letter == 'w' ? "WORD PTR "
	       : letter == 'l' ? "DWORD PTR "
	       : letter == 'q' ? "QWORD PTR "
	                       : "";
}

/* Adds the name, whose n bytes begin at s, and returns what is written before memory. */
static const char *
add_name(struct text *t, const char *s, size_t n, const char *operands)
{
	static const char *const names[][2] = {{"cbtw", "cbw"}, {"cwtl", "cwde"},
	    {"cltq", "cdqe"}, {"cwtd", "cwd"}, {"cltd", "cdq"}, {"cqto", "cqo"},
	    {"movsl", "movsd"}, {"stosl", "stosd"}, {"lodsl", "lodsd"}, {"cmpsl", "cmpsd"},
	    {"scasl", "scasd"}};
	bool vector = strstr(operands, "%xmm") || strstr(operands, "%mm");

	for (size_t i = 0; i < COUNTOF(names); i++)
		if (text_equals(s, n, names[i][0])) {
			text_add(t, names[i][1]);
			return "";
		}
	if (n == 6 && (text_begins(s, "movz") || text_begins(s, "movs")) && *pointer_of(s[4]) &&
	    *pointer_of(s[5])) {
		text_addf(t, "mov%cx%s", s[3], s[4] == 'l' ? "d" : "");
		return pointer_of(s[4]);
	}
	if (*pointer_of(s[n - 1]) && text_is_one_of(s, n - 1, sized) &&
	    !(vector && text_equals(s, n, "movq"))) {
		text_add_n(t, s, n - 1);
		return text_begins(s, "lea") ? "" : pointer_of(s[n - 1]);
	}
	text_add_n(t, s, n);
	return text_begins(s, "set")   ? pointer_of('b')
	       : strchr(operands, '*') ? pointer_of('q')
	                               : "";
}

/* Adds what is in the parentheses at s, "(%rax,%rcx,8)". */
static void
add_registers(struct text *t, const char *s)
{
	size_t commas = 0;

	for (; *s && *s != ')'; s++) {
		commas += *s == ',';
		if (*s == ',' && s[-1] != '(')
			text_add_char(t, commas > 1 ? '*' : '+');
		else if (!strchr("(,%", *s))
			text_add_char(t, *s);
	}
}

static void
add_operand(struct text *t, const char *s, const char *pointer)
{
	const char *colon = *s == '%' ? strchr(s, ':') : NULL, *registers;
	size_t n;

	s += *s == '*';
	if (*s == '$' || (*s == '%' && !colon)) {
		text_add(t, s + 1);
		return;
	}
	text_add(t, pointer);
	if (colon)
		text_add_n(t, s + 1, (size_t)(colon - s));
	s = colon ? colon + 1 : s;
	registers = strrchr(s, '(');
	registers = registers && strchr("%,", registers[1]) ? registers : s + strlen(s);
	n = (size_t)(registers - s);
	if (!*registers && !colon && (isdigit((unsigned char)*s) || *s == '-'))
		text_add(t, "ds:");
	text_add(t, *registers ? "[" : "");
	add_registers(t, registers);
	text_add(t, *registers && n && *s != '-' ? "+" : "");
	text_add_n(t, s, n);
	text_add(t, *registers ? "]" : "");
}

/* Adds operands from the last one on. A comma in a name has a blank behind it. */
static void
add_operands(struct text *t, const char *s, const char *pointer)
{
	const char *end = s + strlen(s), *at = end;
	size_t depth = 0;

	while (at > s) {
		OWNED char *operand = NULL;

		for (; at > s; at--) {
			depth += at[-1] == ')';
			depth -= at[-1] == '(' && depth;
			if (at[-1] == ',' && !depth && *at != ' ')
				break;
		}
		operand = memory_copy_n(at, (size_t)(end - at));
		add_operand(t, operand, pointer);
		end = at > s ? --at : s;
		text_add(t, at > s ? ", " : "");
	}
}

char *
assembly_intel(const char *text)
{
	struct text t = TEXT_EMPTY;
	const char *pointer, *operands;
	size_t n;

	if (*text == 'f')
		return memory_copy(text);
	n = strcspn(text, " ");
	if (text_is_one_of(text, n, "lock rep repe repne")) {
		text_add_n(&t, text, n + 1);
		text += n + 1;
		n = strcspn(text, " ");
	}
	operands = text[n] ? text + n + 1 : "";
	pointer = add_name(&t, text, n, operands);
	text_add(&t, *operands ? " " : "");
	if ((*text == 'j' || text_equals(text, n, "call")) && *operands != '*')
		text_add(&t, operands);
	else
		add_operands(&t, operands, pointer);
	return text_take(&t);
}
