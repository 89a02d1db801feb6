#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "decimal.h"

_Noreturn void bad_request(const char *why) {
  fprintf(stderr, "bad request: %s\n", why);
  exit(1);
}

/* A linked list of allocations. */
typedef union piece {
  union piece *before;
  max_align_t alignment;
} piece;

static piece *last;

void *memory(size_t count, size_t size) {
  piece *made = calloc(1, sizeof *made + count * size);
  if (made == NULL) bad_request("no memory");
  made->before = last;
  last = made;
  return made + 1;
}

void memory_free(void) {
  while (last != NULL) {
    piece *freed = last;
    last = freed->before;
    free(freed);
  }
}

const json *required(const json *request, const char *key) {
  const json *value = json_get(request, key);
  if (value == NULL) bad_request(key);
  return value;
}

const json *text_of(const json *request, const char *key) {
  const json *value = required(request, key);
  if (value->kind != JSON_STRING) bad_request(key);
  return value;
}

/* An integer, given as a number or as text. */
static sortid_integer integer_of(const json *value) {
  sortid_integer integer;
  bool may_be = value->kind == JSON_NUMBER || value->kind == JSON_STRING;
  if (!may_be || !decimal_parse(value->text, value->length, &integer)) bad_request("no integer");
  return integer;
}

size_t number_of(const json *request, const char *key) {
  sortid_integer integer = integer_of(required(request, key));
  if (integer.high != 0 || integer.low > SIZE_MAX / 2) bad_request(key);
  return (size_t)integer.low;
}

uint32_t format_of(const json *request) {
  const json *name = text_of(request, "format");
  uint32_t format = 0;
  return sortid_format_named(name->text, name->length, &format, NULL) == SORTID_OK ? format : 0;
}

sortid_time time_of(const json *unix_time) {
  sortid_integer seconds = integer_of(required(unix_time, "seconds")), nanos = integer_of(required(unix_time, "nanos"));
  bool fits = seconds.high == ((int64_t)seconds.low < 0 ? -1 : 0) && nanos.high == 0 && nanos.low <= UINT32_MAX;
  if (!fits) bad_request("no time");
  sortid_time time = {(int64_t)seconds.low, (uint32_t)nanos.low};
  return time;
}

uint8_t *bytes_of(const json *hex) {
  uint8_t *bytes = memory(hex->length / 2, 1);
  for (size_t i = 0; i < hex->length / 2; i++) {
    char pair[3] = {hex->text[2 * i], hex->text[2 * i + 1], '\0'}, *end;
    bytes[i] = (uint8_t)strtoul(pair, &end, 16);
    if (*end != '\0') bad_request("no hexadecimal");
  }
  if (hex->length % 2 != 0) bad_request("no hexadecimal");
  return bytes;
}

size_t members(const json *object) {
  size_t count = 0;
  for (const json *member = object == NULL ? NULL : object->first; member != NULL; member = member->next) count++;
  return count;
}

sortid_field *fields_of(const json *request) {
  sortid_field *fields = memory(members(json_get(request, "fields")), sizeof *fields), *next = fields;
  for (const json *member = required(request, "fields")->first; member != NULL; member = member->next) {
    *next++ = (sortid_field){member->key, member->key_length, integer_of(member)};
  }
  return fields;
}

/* The library's name of an option: the protocol has names of its own for the node. */
static const char *library_name(const json *request, const json *option, size_t *length) {
  static const char *const nodes[][2] = {
      {"tid", "clock_id"},      {"uid11_snowish", "machine"}, {"snowflake", "machine"}, {"flake_idgen", "machine"},
      {"sonyflake", "machine"}, {"sharding_id", "shard"},     {"scru160", "node_id"},   {"scru64", "node_id"},
  };
  const json *format = json_get(request, "format");
  const bool has_node = json_get(json_get(request, "options"), "node") != NULL;
  for (size_t i = 0; format != NULL && !has_node && i < sizeof nodes / sizeof *nodes; i++) {
    const bool is_own = strlen(nodes[i][1]) == option->key_length && memcmp(nodes[i][1], option->key, option->key_length) == 0;
    if (is_own && json_is(format, nodes[i][0])) return *length = 4, "node";
  }
  *length = option->key_length;
  return option->key;
}

/* Passes values other than texts, numbers and flags as a text that no option accepts. */
static sortid_option option(const char *name, size_t name_length, const json *value) {
  sortid_option option = {name, name_length, value->text == NULL ? "" : value->text, value->length, 0};
  if (value->kind == JSON_NULL) option.text_length = 0;
  return option;
}

request_options options_of(const json *request, bool manual) {
  const json *given = json_get(request, "options"), *seed = json_get(request, "seed");
  request_options options = {memory(members(given) + 2, sizeof *options.list), 0};
  for (const json *member = given == NULL ? NULL : given->first; member != NULL; member = member->next) {
    size_t length;
    const char *name = library_name(request, member, &length);
    options.list[options.count++] = option(name, length, member);
  }
  if (seed != NULL) options.list[options.count++] = option("seed", 4, seed);
  if (manual && json_get(given, "clock") == NULL) {
    sortid_option clock = SORTID_OPTION_TEXT("clock", "manual");
    options.list[options.count++] = clock;
  }
  return options;
}
