#include <sha256.h>
#include <stddef.h>
#include <stdint.h>

#include "report/html/html_policy.h"

static void
add_base64(struct text *t, const uint8_t *bytes, size_t n)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i, k;

	for (i = 0; i < n; i += 3) {
		unsigned group = (unsigned)bytes[i] << 16;

		group |= i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0;
		group |= i + 2 < n ? bytes[i + 2] : 0;
		for (k = 0; k < 4; k++)
			text_add_char(t, i + k <= n ? digits[group >> (18 - 6 * k) & 63] : '=');
	}
}

void
html_policy(struct text *t, const struct text *script)
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	SHA2_CTX sha;

	SHA256Init(&sha);
	SHA256Update(&sha, (const uint8_t *)script->s, script->n);
	SHA256Final(digest, &sha);
	text_add(t, "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
	            "script-src 'sha256-");
	add_base64(t, digest, sizeof digest);
	text_add_char(t, '\'');
}
