/*
 * JSON as the drivers need it: a line taken apart in place, and text written as JSON.
 *
 * Numbers stay text: they may pass 2^53.
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

/* A value; one in an object has a key. Text and keys are not terminated, and may hold any bytes. */
typedef struct json {
  json_kind kind;
  const char *text; /* of a string, decoded to UTF-8; of a number, true and false as it stands */
  size_t length;
  const char *key;
  size_t key_length;
  struct json *first; /* in an array or an object */
  struct json *next;  /* beside this one */
} json;

/* Takes a line apart, whose memory is changed and must outlive the value. NULL where it is no JSON. */
json *json_parse(char *line, size_t length);

void json_free(json *value);

/* The value of a key; NULL if there is none, and for NULL. */
const json *json_get(const json *object, const char *key);

/* Whether a text is this one. */
bool json_is(const json *value, const char *text);

/* Writes text as a JSON string. */
void json_write(FILE *out, const char *text, size_t length);

#ifdef __cplusplus
}
#endif

#endif
