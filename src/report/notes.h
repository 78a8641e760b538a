#pragma once

#include "report/document/doc.h"
#include "report/page.h"

/* Notes below a table: the meaning of its marks, and what is the same for all puts. Each
   function adds nothing if there is no such thing. */

void notes_add(struct doc *doc, const struct page *page);
/* Adds only the tests with unexpected verdicts, including those that only AVERAGE covers. */
void notes_verdicts(struct doc *doc, const struct page *page);
/* Adds only that puts are compared which link the same code. */
void notes_prebuilt(struct doc *doc, const struct page *page);
/* Adds only which puts ran on which machine, if QEMU ran any. */
void notes_machines(struct doc *doc, const struct page *page);
/* Adds the rulings of the gates: which could not be judged, and the counts above their limit.
 */
void notes_gates(struct doc *doc, const struct rulings *rulings);
/* Adds by how much the iterations of a cell differ, " (122.0 to 122.6, 0.5 %)", or nothing if
   that is unknown. */
void notes_add_varied(struct doc *doc, const struct page *page, size_t test, size_t put);
