#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "util/sha256.h"
#include "util/text.h"

/* The names are those of FIPS 180-4, section 4.1.2. */

static uint32_t
rotr(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

/* The first 32 bits of the fractions of the cube roots of the first 64 primes (4.2.2). */
static const uint32_t K[64] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
    0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6,
    0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
    0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585,
    0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa,
    0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* 6.2.2, step 1 */
static void
schedule(uint32_t W[64], const unsigned char *block)
{
	size_t t;

	for (t = 0; t < 16; t++, block += 4)
		W[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
		       (uint32_t)block[2] << 8 | block[3];
	for (; t < 64; t++) {
		uint32_t x = W[t - 15], y = W[t - 2];

		W[t] = W[t - 16] + (rotr(x, 7) ^ rotr(x, 18) ^ x >> 3) + W[t - 7] +
		       (rotr(y, 17) ^ rotr(y, 19) ^ y >> 10);
	}
}

/* 6.2.2, steps 2 to 4 */
static void
add_block(struct sha256 *sha, const unsigned char *block)
{
	uint32_t *H = sha->hash, W[64], T1, T2;
	uint32_t a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
	size_t t;

	schedule(W, block);
	for (t = 0; t < 64; t++) {
		T1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) +
		     K[t] + W[t];
		T2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
		h = g;
		g = f;
		f = e;
		e = d + T1;
		d = c;
		c = b;
		b = a;
		a = T1 + T2;
	}
	H[0] += a;
	H[1] += b;
	H[2] += c;
	H[3] += d;
	H[4] += e;
	H[5] += f;
	H[6] += g;
	H[7] += h;
}

void
sha256_begin(struct sha256 *sha)
{
	/* Likewise of the square roots of the first 8 primes (5.3.3). */
	*sha = (struct sha256){.hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void
sha256_add(struct sha256 *sha, const void *data, size_t n)
{
	const unsigned char *s = data;
	size_t held, some;

	for (; n; n -= some, s += some) {
		held = sha->n % SHA256_BLOCK;
		some = n < SHA256_BLOCK - held ? n : SHA256_BLOCK - held;
		memcpy(sha->block + held, s, some);
		sha->n += some;
		if (held + some == SHA256_BLOCK)
			add_block(sha, sha->block);
	}
}

/* A bit of 1, zeros, and the number of bits in the last 8 bytes of a block (5.1.1). */
void
sha256_end(struct sha256 *sha, unsigned char digest[SHA256_BYTES])
{
	static const unsigned char padding[SHA256_BLOCK] = {0x80};
	unsigned char length[8];
	uint64_t bits = sha->n * 8;
	size_t i;

	for (i = 0; i < sizeof length; i++)
		length[i] = (unsigned char)(bits >> (56 - 8 * i));
	sha256_add(
	    sha, padding, 1 + (2 * SHA256_BLOCK - 9 - sha->n % SHA256_BLOCK) % SHA256_BLOCK);
	sha256_add(sha, length, sizeof length);
	for (i = 0; i < SHA256_BYTES; i++)
		digest[i] = (unsigned char)(sha->hash[i / 4] >> (24 - 8 * (i % 4)));
}

static char *
to_hex(const unsigned char digest[SHA256_BYTES])
{
	struct text t = TEXT_EMPTY;
	size_t i;

	for (i = 0; i < SHA256_BYTES; i++)
		text_addf(&t, "%02x", digest[i]);
	return text_take(&t);
}

char *
sha256_file(const char *path)
{
	unsigned char piece[1 << 16], digest[SHA256_BYTES];
	int fd = open(path, O_RDONLY | O_CLOEXEC), error;
	struct sha256 sha;
	ssize_t n;

	if (fd < 0)
		return NULL;
	sha256_begin(&sha);
	while ((n = read(fd, piece, sizeof piece)) > 0)
		sha256_add(&sha, piece, (size_t)n);
	error = errno;
	close(fd);
	errno = error;
	sha256_end(&sha, digest);
	return n < 0 ? NULL : to_hex(digest);
}
