#include "report/chart/chart_look.h"
#include "report/chart/svg.h"

enum { LOOKS = 6 };

/* Dashes and markers are another one for each round of colours. */
static size_t
shifted(size_t i)
{
	return (i + i / LOOKS) % LOOKS;
}

const char *
chart_look_color(size_t i)
{
	static const char *const colors[LOOKS] = {
	    "#2f7fd6", "#d4621f", "#0f9a6c", "#a463d8", "#c04a8a", "#8a7a20"};

	return colors[i % LOOKS];
}

const char *
chart_look_dash(size_t i)
{
	static const char *const dashes[LOOKS] = {"", " stroke-dasharray=\"6 3\"",
	    " stroke-dasharray=\"2 2\"", " stroke-dasharray=\"8 2 2 2\"",
	    " stroke-dasharray=\"3 5\"", " stroke-dasharray=\"12 3\""};

	return dashes[shifted(i)];
}

/* A disc, a square, a triangle, a diamond, a triangle on its point, and a bar. */
void
chart_look_marker(struct text *t, size_t i, double r)
{
	double a = svg_at(r), b = svg_at(2 * r), c = svg_at(r * 1.3);

	switch (shifted(i)) {
	case 0:
		text_addf(t, "m-%g 0a%g %g 0 1 0 %g 0a%g %g 0 1 0-%g 0", a, a, a, b, a, a, b);
		break;
	case 1:
		text_addf(t, "m-%g-%gh%gv%gh-%gz", a, a, b, b, b);
		break;
	case 2:
		text_addf(t, "m0-%gl%g %gh-%gz", c, c, b, svg_at(2 * c));
		break;
	case 3:
		text_addf(t, "m0-%gl%g %gl-%g %gl-%g-%gz", c, c, c, c, c, c, c);
		break;
	case 4:
		text_addf(t, "m0 %gl%g-%gh-%gz", c, c, b, svg_at(2 * c));
		break;
	default:
		text_addf(t, "m-%g-%gh%gv%gh-%gz", svg_at(c * 1.2), svg_at(r / 2),
		    svg_at(c * 2.4), a, svg_at(c * 2.4));
	}
}
