#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "code/build_id.h"
#include "util/text.h"

static uint64_t
padded(uint32_t n)
{
	return ((uint64_t)n + 3) & ~(uint64_t)3;
}

static bool
is_build_id(const Elf64_Nhdr *note, const char *name)
{
	return note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof ELF_NOTE_GNU &&
	       !memcmp(name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU);
}

char *
build_id_of_notes(const char *notes, size_t n)
{
	struct text id = TEXT_EMPTY;
	Elf64_Nhdr note;
	uint32_t i;

	while (n >= sizeof note) {
		const char *name = notes + sizeof note, *descriptor;
		uint64_t length;

		memcpy(&note, notes, sizeof note);
		length = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
		if (length > n)
			break;
		descriptor = name + padded(note.n_namesz);
		if (is_build_id(&note, name)) {
			for (i = 0; i < note.n_descsz; i++)
				text_addf(&id, "%02x", (unsigned char)descriptor[i]);
			return text_take(&id);
		}
		notes += length;
		n -= length;
	}
	return NULL;
}
