/*
 * The JSON that the drivers need: parses a line in place, and writes text as JSON.
 *
 * Numbers remain text, as they may exceed 2^53.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

/* A value; in an object, with a key. Text and keys are unterminated, and contain any bytes. */
typedef struct json {
  json_kind kind;
  const char *text; /* a string decoded to UTF-8; a number, true or false as written */
  size_t length;
  const char *key;
  size_t key_length;
  struct json *first; /* child of an array or object */
  struct json *next;  /* next sibling */
} json;

/* Parses a line in place; its memory must outlive the value. NULL if it is not JSON. */
json *json_parse(char *line, size_t length);

void json_free(json *value);

/* The value of a key; NULL if absent or null. */
const json *json_get(const json *object, const char *key);

/* Whether a value's text equals `text`. */
bool json_is(const json *value, const char *text);

/* Writes text as a JSON string. */
void json_write(FILE *out, const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
