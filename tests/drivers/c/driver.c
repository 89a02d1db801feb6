/*
 * The suite's driver for C: reads JSON requests and writes JSON answers, one per line, in order.
 *
 * It only uses the public API, as a user would, and contains no expected values.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "columns.h"
#include "decimal.h"
#include "request.h"

/* The output for the operation's result, and its error. */
static FILE *ok;
static sortid_error failure;
/* The JSON of texts generated before an error; NULL if the operation generates none. */
static char *made_before;

#define TRY(call)                      \
  do {                                 \
    if ((call) != SORTID_OK) return REFUSED; \
  } while (0)

/* Arguments from a request: a text, bytes and fields, each with its length. */
#define TEXT(key) text_of(request, key)->text, text_of(request, key)->length
#define BYTES bytes_of(text_of(request, "hex")), text_of(request, "hex")->length / 2
#define FIELDS fields_of(request), members(json_get(request, "fields"))

static void write_text(const char *text) { json_write(ok, text, strlen(text)); }

/* Writes the end of a result. */
static outcome finish(const char *end) {
  fputs(end, ok);
  return DONE;
}

static void write_id_text(const sortid_id *id) {
  char text[SORTID_TEXT_SIZE];
  if (sortid_text(id, text, sizeof text, NULL, NULL) != SORTID_OK) bad_request("the id has no text");
  write_text(text);
}

static void write_time(bool has_time, sortid_time time) {
  if (!has_time) {
    fputs("null", ok);
    return;
  }
  fprintf(ok, "{\"seconds\": \"%lld\", \"nanos\": %lu}", (long long)time.seconds, (unsigned long)time.nanos);
}

static void write_kind(const sortid_id *id) {
  const char *kind = sortid_kind_name(sortid_kind(id));
  if (kind == NULL) {
    fputs("null", ok);
  } else {
    write_text(kind);
  }
}

static void write_hex(const uint8_t *bytes, size_t count) {
  putc('"', ok);
  for (size_t i = 0; i < count; i++) fprintf(ok, "%02x", bytes[i]);
  putc('"', ok);
}

static outcome write_id(int32_t status, const sortid_id *id, request_options options) {
  TRY(status);
  sortid_time time = {0};
  int32_t timed = sortid_timestamp_with(id, options.list, options.count, &time, &failure);
  if (timed != SORTID_OK && timed != SORTID_ERR_NOT_APPLICABLE) return REFUSED;
  sortid_field fields[SORTID_MAX_FIELDS];
  size_t count;
  TRY(sortid_fields(id, fields, SORTID_MAX_FIELDS, &count, &failure));
  fputs("{\"text\": ", ok);
  write_id_text(id);
  fputs(", \"hex\": ", ok);
  write_hex(id->bytes, sortid_format_bytes_size(id->format));
  fputs(", \"fields\": {", ok);
  for (size_t i = 0; i < count; i++) {
    char digits[DECIMAL_SIZE];
    decimal_print(fields[i].value, digits);
    fprintf(ok, "%s\"%s\": \"%s\"", i == 0 ? "" : ", ", fields[i].name, digits);
  }
  fputs("}, \"unix\": ", ok);
  write_time(timed == SORTID_OK, time);
  fprintf(ok, ", \"reserved\": %s, \"kind\": ", sortid_is_reserved(id) ? "true" : "false");
  write_kind(id);
  return finish("}");
}

/* Declares the type with this prefix; NULL for none. */
static int32_t type_of(uint32_t format, const json *prefix, request_options options, sortid_type *type) {
  const char *text = prefix == NULL ? NULL : prefix->text;
  return sortid_type_init(type, format, text, prefix == NULL ? 0 : prefix->length, options.list, options.count, &failure);
}

/* Prepends a prefix unless it is NULL. */
static outcome write_bound(const sortid_id *id, const json *prefix) {
  char text[SORTID_TYPE_TEXT_SIZE];
  sortid_type type;
  TRY(type_of(id->format, prefix, (request_options){NULL, 0}, &type));
  TRY(sortid_type_text(&type, id, text, sizeof text, NULL, &failure));
  write_text(text);
  return DONE;
}

static outcome write_bounds(int32_t status, const sortid_id *min, const sortid_id *max, const json *prefix) {
  TRY(status);
  fputs("{\"min\": ", ok);
  if (write_bound(min, prefix) == REFUSED) return REFUSED;
  fputs(", \"max\": ", ok);
  if (write_bound(max, prefix) == REFUSED) return REFUSED;
  return finish("}");
}

/* Writes the text with the request's prefix, if any. */
static outcome write_text_of(const json *request, int32_t status, const sortid_id *id) {
  TRY(status);
  fputs("{\"text\": ", ok);
  if (write_bound(id, json_get(request, "prefix")) == REFUSED) return REFUSED;
  return finish("}");
}

static outcome write_converted(int32_t status, const sortid_converted *converted) {
  TRY(status);
  fputs("{\"text\": ", ok);
  write_text(converted->text);
  fputs(", \"hex\": ", ok);
  write_hex(converted->bytes, converted->bytes_size);
  return finish("}");
}

static outcome write_flag(bool valid) {
  fprintf(ok, "{\"valid\": %s}", valid ? "true" : "false");
  return DONE;
}

static outcome write_order(int32_t status, const sortid_id *a, const sortid_id *b) {
  TRY(status);
  fprintf(ok, "{\"order\": %d}", sortid_compare(a, b));
  return DONE;
}

static outcome write_prefix(const json *request, size_t length) {
  fputs("{\"prefix\": ", ok);
  json_write(ok, text_of(request, "text")->text, length);
  return finish("}");
}

static int32_t parse_text(const json *request, const char *key, uint32_t format, sortid_id *id) {
  const json *text = text_of(request, key);
  return sortid_parse(text->text, text->length, format, id, &failure);
}

static outcome forms(const json *request, uint32_t format) {
  sortid_id id;
  TRY(parse_text(request, "text", format, &id));
  const char *before = "{";
  for (uint32_t form = 0; sortid_form_name(form) != NULL; form++) {
    char text[SORTID_TEXT_SIZE];
    int32_t status = sortid_text_form(&id, form, text, sizeof text, NULL, &failure);
    if (status == SORTID_ERR_NOT_APPLICABLE) continue;
    TRY(status);
    fprintf(ok, "%s\"%s\": ", before, sortid_form_name(form));
    write_text(text);
    before = ", ";
  }
  return finish("}");
}

/* The number of the form with the requested name. */
static uint32_t form_of(const json *request) {
  const json *name = text_of(request, "form");
  uint32_t form = 0;
  while (sortid_form_name(form) != NULL && !json_is(name, sortid_form_name(form))) form++;
  return form;
}

static outcome byte_order(const json *request, uint32_t format) {
  const json *name = text_of(request, "order");
  uint32_t order = UINT32_MAX;
#define ORDER(number, word, NAME) \
  if (json_is(name, #word)) order = number;
  SORTID_BYTE_ORDERS(ORDER)
#undef ORDER
  sortid_id id;
  if (json_get(request, "hex") != NULL) {
    return write_text_of(request, sortid_from_bytes_in(BYTES, format, order, &id, &failure), &id);
  }
  uint8_t bytes[SORTID_ORDERED_BYTES_SIZE];
  TRY(parse_text(request, "text", format, &id));
  TRY(sortid_bytes_in(&id, order, bytes, &failure));
  fputs("{\"hex\": ", ok);
  write_hex(bytes, sizeof bytes);
  return finish("}");
}

/* The bytes of a text; empty if absent. */
static const char *octets(const json *request, const char *name, size_t *length) {
  const json *text = json_get(request, name);
  *length = text == NULL ? 0 : text->length;
  return text == NULL ? NULL : text->text;
}

static outcome keyed(const json *request, uint32_t format) {
  const json *hex = json_get(request, "hex");
  size_t length, namespace_length, secret_length;
  const char *namespace = octets(request, "namespace", &namespace_length);
  const char *secret = octets(request, "secret", &secret_length);
  const void *key = hex != NULL ? (const void *)bytes_of(hex) : octets(request, "key", &length);
  if (hex != NULL) length = hex->length / 2;
  sortid_id id;
  const sortid_time time = time_of(required(request, "unix"));
  const int32_t code = sortid_keyed(time, key, length, format, namespace, namespace_length, secret, secret_length, &id, &failure);
  return write_text_of(request, code, &id);
}

/* Writes an id and the names of its corrections, without the opening brace. */
static void write_correction(const sortid_id *id, uint32_t corrections) {
  fputs("\"text\": ", ok);
  write_id_text(id);
  fputs(", \"corrections\": [", ok);
  const char *before = "";
  for (uint32_t index = 0; sortid_correction_name(index) != NULL; index++) {
    if ((corrections >> index & 1) == 0) continue;
    fprintf(ok, "%s\"%s\"", before, sortid_correction_name(index));
    before = ", ";
  }
  fputs("]}", ok);
}

static outcome write_corrected(int32_t status, const sortid_id *id, const uint32_t *corrections) {
  TRY(status);
  putc('{', ok);
  write_correction(id, *corrections);
  return DONE;
}

static outcome near_misses(const json *request, uint32_t format) {
  (void)format;
  const json *text = text_of(request, "text");
  sortid_suggestion suggestions[SORTID_MAX_READINGS];
  size_t count;
  TRY(sortid_inspect_suggestions(text->text, text->length, suggestions, SORTID_MAX_READINGS, &count, &failure));
  fputs("{\"misses\": [", ok);
  for (size_t i = 0; i < count; i++) {
    fprintf(ok, "%s{\"format\": \"%s\", ", i == 0 ? "" : ", ", sortid_format_name(suggestions[i].id.format));
    write_correction(&suggestions[i].id, suggestions[i].corrections);
  }
  return finish("]}");
}

static outcome at(const json *request, uint32_t format) {
  request_options options = options_of(request, false);
  sortid_time time = time_of(required(request, "unix"));
  const json *prefix = json_get(request, "prefix");
  sortid_type type;
  sortid_id min, max;
  if (prefix != NULL) {
    TRY(type_of(format, prefix, options, &type));
    TRY(sortid_type_min_at(&type, time, &min, &failure));
    return write_bounds(sortid_type_max_at(&type, time, &max, &failure), &min, &max, prefix);
  }
  TRY(sortid_min_at_with(time, format, options.list, options.count, &min, &failure));
  return write_bounds(sortid_max_at_with(time, format, options.list, options.count, &max, &failure), &min, &max, NULL);
}

static outcome range(const json *request, uint32_t format) {
  request_options options = options_of(request, false);
  sortid_time from = time_of(required(request, "from")), to = time_of(required(request, "to"));
  const json *prefix = json_get(request, "prefix");
  sortid_type type;
  sortid_id min, max;
  if (prefix != NULL) {
    TRY(type_of(format, prefix, options, &type));
    return write_bounds(sortid_type_range(&type, from, to, &min, &max, &failure), &min, &max, prefix);
  }
  return write_bounds(sortid_range(from, to, format, options.list, options.count, &min, &max, &failure), &min, &max, NULL);
}

static outcome inspect(const json *request, uint32_t format) {
  (void)format;
  const json *text = text_of(request, "text");
  sortid_reading readings[SORTID_MAX_READINGS];
  size_t count;
  TRY(sortid_inspect(text->text, text->length, readings, SORTID_MAX_READINGS, &count, &failure));
  fputs("{\"readings\": [", ok);
  for (size_t i = 0; i < count; i++) {
    const sortid_reading *reading = &readings[i];
    fprintf(ok, "%s{\"format\": \"%s\", ", i == 0 ? "" : ", ", sortid_format_name(reading->id.format));
    if (reading->epoch != NULL) fprintf(ok, "\"epoch\": \"%s\", ", reading->epoch);
    fputs("\"unix\": ", ok);
    write_time(reading->has_timestamp, reading->timestamp);
    putc('}', ok);
  }
  return finish("]}");
}

/* The number of code points that begin in these bytes. */
static size_t points(const char *text, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) count += ((unsigned char)text[i] & 0xC0) != 0x80;
  return count;
}

/* Offsets count code points. */
static outcome find_ids(const json *request, uint32_t format) {
  (void)format;
  const json *text = text_of(request, "text"), *named = json_get(request, "formats");
  uint32_t formats[SORTID_MAX_READINGS] = {0};
  size_t format_count = 0, passed = 0, count;
  for (const json *format = named == NULL ? NULL : named->first; format != NULL; format = format->next) {
    if (format_count == SORTID_MAX_READINGS) bad_request("too many formats");
    TRY(sortid_format_named(format->text, format->length, &formats[format_count++], &failure));
  }
  sortid_found found[4];
  fputs("{\"found\": [", ok);
  do {
    const uint32_t *wanted = named == NULL ? NULL : formats;
    TRY(sortid_find_ids(text->text + passed, text->length - passed, wanted, format_count, found, 4, &count, &failure));
    for (size_t i = 0; i < count; i++) {
      const size_t start = passed + found[i].start, end = passed + found[i].end;
      fprintf(ok, "%s{\"format\": \"%s\", \"id\": ", passed + i == 0 ? "" : ", ", sortid_format_name(found[i].id.format));
      write_id_text(&found[i].id);
      fprintf(ok, ", \"start\": %zu, \"end\": %zu}", points(text->text, start), points(text->text, end));
    }
    if (count > 0) passed += found[count - 1].end;
  } while (count == 4);
  return finish("]}");
}

/* The successor or predecessor of an id. */
static int32_t step(const json *request, uint32_t format, sortid_id *next) {
  sortid_id id;
  int32_t status = parse_text(request, "text", format, &id);
  if (status != SORTID_OK) return status;
  return json_is(text_of(request, "to"), "successor") ? sortid_successor(&id, next, &failure) : sortid_predecessor(&id, next, &failure);
}

static outcome formats(const json *request, uint32_t format) {
  (void)request;
  fprintf(ok, "{\"code\": %u, \"bits\": %u, \"text_len\": %zu, \"text_len_min\": %zu, \"text_sorts\": %s, \"bytes_sort\": %s}",
          (unsigned)format, (unsigned)sortid_format_bits(format), sortid_format_text_size(format) - 1,
          sortid_format_text_size_min(format) - 1, sortid_format_text_sorts(format) ? "true" : "false",
          sortid_format_bytes_sort(format) ? "true" : "false");
  return DONE;
}

static outcome prefixed_parse(const json *request, uint32_t format) {
  const json *text = text_of(request, "text"), *prefix = json_get(request, "prefix");
  sortid_type type;
  sortid_id id;
  if (prefix == NULL) {
    TRY(sortid_type_parse_any(text->text, text->length, format, &type, &id, &failure));
  } else {
    TRY(type_of(format, prefix, (request_options){NULL, 0}, &type));
    TRY(sortid_type_parse(&type, text->text, text->length, &id, &failure));
  }
  fputs("{\"prefix\": ", ok);
  write_text(type.prefix);
  fputs(", \"id\": ", ok);
  write_id_text(&id);
  fputs(", \"unix\": ", ok);
  sortid_time time = {0};
  int32_t timed = sortid_type_timestamp(&type, &id, &time, &failure);
  if (timed != SORTID_ERR_NOT_APPLICABLE) TRY(timed);
  write_time(timed == SORTID_OK, time);
  return finish("}");
}

/* Creates a generator with the request's options, and a manual clock if requested. */
static int32_t make_generator(const json *request, uint32_t format, sortid_generator **generator) {
  request_options options = options_of(request, json_get(request, "times") != NULL);
  return sortid_generator_new(format, options.list, options.count, generator, &failure);
}

/* Generates ids of a declared prefix, and describes the last one. */
static outcome prefixed_generate(const json *request, uint32_t format, const json *prefix) {
  size_t count = number_of(request, "count");
  sortid_type type;
  sortid_id id = {0};
  TRY(type_of(format, prefix, (request_options){NULL, 0}, &type));
  fputs("{\"texts\": [", ok);
  for (size_t i = 0; i < count; i++) {
    TRY(sortid_type_new_id(&type, &id, &failure));
    if (i > 0) fputs(", ", ok);
    if (write_bound(&id, prefix) == REFUSED) return REFUSED;
  }
  fputs("], \"prefix\": ", ok);
  json_write(ok, prefix->text, prefix->length);
  fputs(", \"kind\": ", ok);
  write_kind(&id);
  return finish("}");
}

static outcome generate(const json *request, uint32_t format) {
  const json *prefix = json_get(request, "prefix");
  if (prefix != NULL) return prefixed_generate(request, format, prefix);
  size_t count = number_of(request, "count"), length;
  const json *times = json_get(request, "times"), *time = times == NULL ? NULL : times->first;
  if (times != NULL && time == NULL) bad_request("`times` is empty");
  sortid_generator *generator;
  TRY(make_generator(request, format, &generator));
  FILE *result = ok;
  ok = open_memstream(&made_before, &length);
  if (ok == NULL) bad_request("no memory");
  putc('[', ok);
  int32_t status = SORTID_OK;
  for (size_t i = 0; i < count && status == SORTID_OK; i++) {
    sortid_id id;
    status = time == NULL ? sortid_generator_next(generator, &id, &failure)
                          : sortid_generator_next_at(generator, time_of(time), &id, &failure);
    if (status != SORTID_OK) break;
    if (i > 0) fputs(", ", ok);
    write_id_text(&id);
    if (time != NULL && time->next != NULL) time = time->next;
  }
  sortid_generator_free(generator);
  putc(']', ok);
  fclose(ok);
  ok = result;
  if (status != SORTID_OK) return REFUSED;
  fprintf(ok, "{\"texts\": %s}", made_before);
  return DONE;
}

/* All scripted readings but the last are for ids of earlier calls. */
static int32_t next_after(const sortid_generator *generator, const json *times, const sortid_id *after, sortid_id *id) {
  if (times == NULL) return sortid_generator_next_after(generator, after, id, &failure);
  const json *time = times->first;
  if (time == NULL) bad_request("`times` is empty");
  for (; time->next != NULL; time = time->next) {
    int32_t status = sortid_generator_next_at(generator, time_of(time), id, &failure);
    if (status != SORTID_OK) return status;
  }
  return sortid_generator_next_after_at(generator, after, time_of(time), id, &failure);
}

static outcome after(const json *request, uint32_t format) {
  sortid_generator *generator;
  sortid_id given, id;
  TRY(make_generator(request, format, &generator));
  int32_t status = parse_text(request, "text", format, &given);
  if (status == SORTID_OK) status = next_after(generator, json_get(request, "times"), &given, &id);
  sortid_generator_free(generator);
  return write_text_of(request, status, &id);
}

/* The input and output of a thread. */
typedef struct worker {
  const sortid_generator *generator;
  sortid_id *ids;
  size_t count;
  thrd_t thread;
  sortid_error failure;
} worker;

static int work(void *argument) {
  worker *mine = argument;
  for (size_t i = 0; i < mine->count; i++) {
    int32_t status = sortid_generator_next(mine->generator, &mine->ids[i], &mine->failure);
    if (status != SORTID_OK) return status;
  }
  return SORTID_OK;
}

static outcome threads(const json *request, uint32_t format) {
  size_t count = number_of(request, "threads"), per_thread = number_of(request, "per_thread");
  sortid_generator *generator;
  TRY(make_generator(request, format, &generator));
  worker *workers = memory(count, sizeof *workers);
  for (size_t i = 0; i < count; i++) {
    workers[i].generator = generator;
    workers[i].count = per_thread;
    workers[i].ids = memory(per_thread, sizeof *workers[i].ids);
    if (thrd_create(&workers[i].thread, work, &workers[i]) != thrd_success) bad_request("no thread");
  }
  int32_t status = SORTID_OK;
  for (size_t i = 0; i < count; i++) {
    int result;
    if (thrd_join(workers[i].thread, &result) != thrd_success) bad_request("no thread");
    if (result != SORTID_OK) {
      status = result;
      failure = workers[i].failure;
    }
  }
  if (status == SORTID_OK) fputs("{\"texts\": [", ok);
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; status == SORTID_OK && j < per_thread; j++) {
      fputs(j == 0 ? (i == 0 ? "[" : ", [") : ", ", ok);
      write_id_text(&workers[i].ids[j]);
    }
    if (status == SORTID_OK) putc(']', ok);
  }
  sortid_generator_free(generator);
  if (status != SORTID_OK) return REFUSED;
  return finish("]}");
}

static outcome many(const json *request, uint32_t format) { return columns(ok, request, format, &failure); }

static outcome run(const json *request) {
  const json *op = text_of(request, "op");
  const uint32_t format = format_of(request);
  if (format == 0 && !json_is(op, "convert")) return UNSUPPORTED;
  sortid_id id, max;
  uint32_t corrections;
  sortid_converted converted;
  /* <generated: operations> */
  if (json_is(op, "parse")) return write_id(sortid_parse(TEXT("text"), format, &id, &failure), &id, options_of(request, false));
  if (json_is(op, "from_bytes")) return write_id(sortid_from_bytes(BYTES, format, &id, &failure), &id, options_of(request, false));
  if (json_is(op, "build")) return write_id(sortid_from_fields(FIELDS, format, &id, &failure), &id, options_of(request, false));
  if (json_is(op, "forms")) return forms(request, format);
  if (json_is(op, "parse_form")) return write_text_of(request, sortid_parse_form(TEXT("text"), format, form_of(request), &id, &failure), &id);
  if (json_is(op, "byte_order")) return byte_order(request, format);
  if (json_is(op, "keyed")) return keyed(request, format);
  if (json_is(op, "parse_lenient")) return write_corrected(sortid_parse_lenient(TEXT("text"), format, &id, &corrections, &failure), &id, &corrections);
  if (json_is(op, "near_misses")) return near_misses(request, format);
  if (json_is(op, "prefix")) return write_bounds(sortid_prefix_range(TEXT("prefix"), format, &id, &max, &failure), &id, &max, NULL);
  if (json_is(op, "at")) return at(request, format);
  if (json_is(op, "range")) return range(request, format);
  if (json_is(op, "convert")) return write_converted(sortid_convert_text(TEXT("text"), TEXT("format"), TEXT("to"), &converted, &failure), &converted);
  if (json_is(op, "inspect")) return inspect(request, format);
  if (json_is(op, "find_ids")) return find_ids(request, format);
  if (json_is(op, "compare")) return write_order(parse_text(request, "a", format, &id) || parse_text(request, "b", format, &max), &id, &max);
  if (json_is(op, "step")) return write_text_of(request, step(request, format, &id), &id);
  if (json_is(op, "is_valid")) return write_flag(sortid_is_valid(TEXT("text"), format));
  if (json_is(op, "formats")) return formats(request, format);
  if (json_is(op, "prefixed_parse")) return prefixed_parse(request, format);
  if (json_is(op, "prefixed_text")) return write_text_of(request, parse_text(request, "text", format, &id), &id);
  if (json_is(op, "prefix_of")) return write_prefix(request, sortid_prefix_of(TEXT("text")));
  if (json_is(op, "generate")) return generate(request, format);
  if (json_is(op, "after")) return after(request, format);
  if (json_is(op, "threads")) return threads(request, format);
  if (json_is(op, "columns")) return many(request, format);
  /* </generated> */
  return UNSUPPORTED;
}

static void answer(char *line, size_t length) {
  json *request = json_parse(line, length);
  if (request == NULL) bad_request("no JSON");
  const json *id = required(request, "id");
  char *result = NULL;
  size_t size;
  ok = open_memstream(&result, &size);
  if (ok == NULL) bad_request("no memory");
  made_before = NULL;
  outcome done = run(request);
  fclose(ok);
  fputs("{\"id\": ", stdout);
  if (id->kind == JSON_STRING) {
    json_write(stdout, id->text, id->length);
  } else {
    fwrite(id->text, 1, id->length, stdout);
  }
  if (done == DONE) printf(", \"ok\": %s", result);
  if (done == UNSUPPORTED) fputs(", \"error\": \"unsupported\"", stdout);
  if (done == REFUSED) {
    printf(", \"error\": \"%s\"", sortid_status_name(failure.status));
    if (failure.offset >= 0) printf(", \"offset\": %lld", (long long)failure.offset);
    fputs(", \"message\": ", stdout);
    json_write(stdout, failure.message, strlen(failure.message));
    if (made_before != NULL) printf(", \"texts\": %s", made_before);
  }
  puts("}");
  fflush(stdout);
  free(result);
  free(made_before);
  json_free(request);
  memory_free();
}

int main(void) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, stdin)) >= 0) answer(line, (size_t)length);
  free(line);
  return 0;
}
