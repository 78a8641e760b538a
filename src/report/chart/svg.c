#include <math.h>
#include <stdint.h>
#include <string.h>

#include "report/html/html.h"
#include "report/chart/svg.h"
#include "util/display.h"

double
svg_at(double v)
{
	return round(v * 10) / 10 + 0.0;
}

void
svg_begin(struct text *t, double width, double height, const char *name, bool alone)
{
	const double margin = alone ? 12 : 0;
	const double w = ceil(width) + 2 * margin, h = ceil(height) + 2 * margin;

	text_add(t, "<svg ");
	if (alone)
		text_add(t, "xmlns=\"http://www.w3.org/2000/svg\" color=\"#1f2328\" "
		            "font-family=\"sans-serif\" ");
	text_addf(t,
	    "viewBox=\"%g %g %g %g\" width=\"%g\" height=\"%g\" role=\"img\" "
	    "font-size=\"%d\" fill=\"currentColor\"><title>",
	    0 - margin, 0 - margin, w, h, w, h, SVG_FONT);
	svg_name(t, name);
	text_add(t, "</title>\n");
	if (alone)
		text_addf(t, "<path d=\"M%g %gh%gv%gh-%gz\" fill=\"#fff\"/>\n", -margin,
		    -margin, w, h, w);
}

/* U+2068 and U+2069 isolate a name whose direction may differ. */
void
svg_name(struct text *t, const char *name)
{
	bool isolated = !text_is_ascii(name);

	text_add(t, isolated ? "&#x2068;" : "");
	html_text(t, name);
	text_add(t, isolated ? "&#x2069;" : "");
}

/* columns: 0 for all. The caller frees. */
static char *
svg_cut(const char *s, size_t columns)
{
	OWNED char *line = display_line(s);

	return display_cut(line, columns ? columns : SIZE_MAX);
}

void
svg_marked(struct text *t, double x, double y, enum svg_anchor anchor, const char *s,
    size_t columns, const char *mark)
{
	static const char *const anchors[] = {
	    "", " text-anchor=\"middle\"", " text-anchor=\"end\""};
	OWNED char *line = NULL, *shown = NULL;

	if (!*s)
		return;
	line = svg_cut(s, 0);
	shown = svg_cut(s, columns);
	text_addf(t, "<text x=\"%g\" y=\"%g\"%s>", svg_at(x), svg_at(y), anchors[anchor]);
	html_text(t, shown);
	if (*mark)
		text_addf(t, " %s", mark);
	if (strcmp(shown, line)) {
		text_add(t, "<title>");
		html_text(t, s);
		text_add(t, "</title>");
	}
	text_add(t, "</text>\n");
}

void
svg_text(
    struct text *t, double x, double y, enum svg_anchor anchor, const char *s, size_t columns)
{
	svg_marked(t, x, y, anchor, s, columns, "");
}

void
svg_heading(struct text *t, double y, const char *s, double width)
{
	text_add(t, "<g font-size=\"14\" font-weight=\"bold\">");
	svg_text(t, 0, y, SVG_START, s, (size_t)(width / SVG_COLUMN / 1.4));
	text_add(t, "</g>\n");
}

double
svg_width(const char *s, size_t columns)
{
	OWNED char *shown = svg_cut(s, columns);
	double width = (double)display_width(shown);

	for (char *at = shown; *at; at++)
		if (strchr("mwMW@%", *at))
			width += 0.5;
	return SVG_COLUMN * width;
}
