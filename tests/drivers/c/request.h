/* Parsed requests, and the outcomes of operations. */
#ifndef REQUEST_H
#define REQUEST_H

#include <sortid.h>

#include "json.h"

/* The outcome of an operation. */
typedef enum outcome {
  DONE,
  /* The library's error; the answer contains its details. */
  REFUSED,
  /* An operation or format that the driver does not know. */
  UNSUPPORTED,
} outcome;

/* The options of a request, the seed among them. */
typedef struct request_options {
  sortid_option *list;
  size_t count;
} request_options;

/* Ends the driver because a line breaks the protocol. */
_Noreturn void bad_request(const char *why);

/* The value of a required key. */
const json *required(const json *request, const char *key);

/* A required text. */
const json *text_of(const json *request, const char *key);

/* A required number. */
size_t number_of(const json *request, const char *key);

/* The format that a request names; 0 if the library does not have it. */
uint32_t format_of(const json *request);

/* An instant. */
sortid_time time_of(const json *unix_time);

/* The bytes of hexadecimal digits. */
uint8_t *bytes_of(const json *hex);

/* The fields of a request, by name. */
sortid_field *fields_of(const json *request);

/* The number of members of an object; 0 if it is NULL. */
size_t members(const json *object);

/* The options of a request; with a manual clock if `manual` and the request names no clock. */
request_options options_of(const json *request, bool manual);

/* Returns zeroed memory for `count` elements, never NULL, valid until `memory_free`. */
void *memory(size_t count, size_t size);

/* Frees all memory after an answer. */
void memory_free(void);

#endif
