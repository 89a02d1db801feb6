/* A request line taken apart, and what a driver answers. */
#ifndef REQUEST_H
#define REQUEST_H

#include <sortid.h>

#include "json.h"

/* Why there is no `ok`, or that there is. */
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

/* Ends the driver: a line that breaks the protocol is the sender's fault. */
_Noreturn void bad_request(const char *why);

/* The value of a key, which must be there. */
const json *required(const json *request, const char *key);

/* A text that must be there. */
const json *text_of(const json *request, const char *key);

/* A number that must be there. */
size_t number_of(const json *request, const char *key);

/* The format that a request names; 0 for one that the library does not know. */
uint32_t format_of(const json *request);

/* An instant. */
sortid_time time_of(const json *unix_time);

/* Bytes that were hexadecimal digits. */
uint8_t *bytes_of(const json *hex);

/* Fields by name. */
sortid_field *fields_of(const json *request);

/* The number of members of an object; 0 if it is NULL. */
size_t members(const json *object);

/* The options of a request, a manual clock among them if it is wanted and no clock is named. */
request_options options_of(const json *request, bool manual);

/* Zeroed memory for `count` elements, never NULL, until `memory_free`. */
void *memory(size_t count, size_t size);

/* Frees all memory after an answer. */
void memory_free(void);

#endif
