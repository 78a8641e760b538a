#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

/* The Secure Hash Algorithm SHA-256 of FIPS 180-4. */

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
	uint32_t hash[8];
	uint64_t n; /* bytes so far */
	unsigned char block[SHA256_BLOCK];
};

void sha256_begin(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *data, size_t n);
void sha256_end(struct sha256 *sha, unsigned char digest[SHA256_BYTES]);
/* That of a file's content, in 64 hexadecimal digits; or NULL with errno set. The caller frees.
 */
char *sha256_file(const char *path);

#endif
