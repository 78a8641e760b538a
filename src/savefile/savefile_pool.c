#include "savefile/savefile_pool.h"
#include "util/jsontext.h"

size_t
savefile_pool_add(struct savefile_pool *pool, const char *element)
{
	const json_t *index;

	if (!pool->indexes)
		pool->indexes = json_object();
	index = json_object_get(pool->indexes, element);
	if (index)
		return (size_t)json_integer_value(index);
	json_object_set_new_nocheck(pool->indexes, element, json_integer((json_int_t)pool->n));
	jsontext_comma(&pool->elements, pool->n);
	text_add(&pool->elements, element);
	return pool->n++;
}

void
savefile_pool_write(const struct savefile_pool *pool, struct replace *r, const char *key)
{
	jsontext_key(&r->pending, 1, key);
	text_add_char(&r->pending, '[');
	text_add_n(&r->pending, pool->elements.s, pool->elements.n);
	text_add_char(&r->pending, ']');
	replace_flush(r);
}

void
savefile_pool_free(struct savefile_pool *pool)
{
	json_decref(pool->indexes);
	text_free(&pool->elements);
}
