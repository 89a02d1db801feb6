/*
 * SQLite extension: SQL functions that generate, convert and validate ids of every format.
 *
 *     .load ./sortid_sqlite
 *     CREATE TABLE orders (id TEXT PRIMARY KEY NOT NULL DEFAULT (sortid_new('uuid7'))) WITHOUT ROWID;
 *
 * It is a loadable extension, or with SQLITE_CORE defined, part of a program that contains SQLite.
 * docs/databases.md describes the functions.
 */
#include <stdint.h>
#include <string.h>

#include <sortid.h>
#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT1

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

/* For functions that scans call for each row. */
#if defined(__GNUC__)
#define IN_LINE static inline __attribute__((always_inline))
#else
#define IN_LINE static inline
#endif

/* Functions that read ids are pure, so untrusted schemas may call them. */
#define READER (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)
/* Functions that generate ids advance shared generators, so only trusted schemas may call them. */
#define MAKER SQLITE_UTF8
/* Only the host's top-level statements may call this, not schemas. */
#define HOST (SQLITE_UTF8 | SQLITE_DIRECTONLY)

/* The first version that has SQLITE_INNOCUOUS. */
#define OLDEST_SQLITE 3031000

/* 2^53 - 1, up to which doubles represent every integer exactly. */
#define MAX_SAFE 9007199254740991.0

/* The type of a returned id, in the order of `KINDS`. */
enum kind { TEXT, BLOB, INT };
static const char *const KINDS[] = {"text", "blob", "int"};
/* In the order of SORTID_UNIT_... */
static const char *const UNITS[] = {"s", "ms", "us", "ns"};
/* Units per second, nanoseconds per unit, and the first and last second that an INTEGER can hold
 * in this unit. */
#define UNIT(per) {per, 1000000000 / (per), INT64_MIN / (per) - ((per) > 1), INT64_MAX / (per)}
static const struct unit {
  sqlite3_int64 per;
  uint32_t nanos;
  sqlite3_int64 first, last;
} SIZES[] = {UNIT(1), UNIT(1000), UNIT(1000000), UNIT(1000000000)};

static const char TOO_WIDE[] = "an INTEGER has 64 bits, ids of this format have more";

/* The generators of a connection by format number: passed by the host, or the process-wide ones. */
typedef struct makers {
  size_t functions;
  uint32_t formats;
  const sortid_generator *of[];
} makers;

static void refuse(sqlite3_context *context, int32_t status, const char *reason) {
  char *message = sqlite3_mprintf("%s: %s", sortid_status_name(status), reason);
  if (message == NULL) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sqlite3_result_error(context, message, -1);
  sqlite3_free(message);
}

/* Whether no argument is NULL. Otherwise the result is NULL, the default of SQLite. */
static int all_given(int count, sqlite3_value **values) {
  for (int i = 0; i < count; i++) {
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return 0;
  }
  return 1;
}

/* The format number that SQLite cached for a constant argument, or 0. */
static inline uint32_t cached_format(sqlite3_context *context, int at) { return (uint32_t)(uintptr_t)sqlite3_get_auxdata(context, at); }

/* Reads the format named by an argument. Returns 0 after reporting an error. */
static int format_of(sqlite3_context *context, sqlite3_value **values, int at, uint32_t *format) {
  *format = cached_format(context, at);
  if (*format != 0) return 1;
  if (sqlite3_value_type(values[at]) != SQLITE_TEXT) {
    refuse(context, SORTID_ERR_UNKNOWN_FORMAT, "the format must be a name");
    return 0;
  }
  const char *name = (const char *)sqlite3_value_text(values[at]);
  if (name == NULL) {
    sqlite3_result_error_nomem(context);
    return 0;
  }
  sortid_error error;
  if (sortid_format_named(name, (size_t)sqlite3_value_bytes(values[at]), format, &error) != SORTID_OK) {
    sqlite3_result_error(context, error.message, -1);
    return 0;
  }
  sqlite3_set_auxdata(context, at, (void *)(uintptr_t)*format, NULL);
  return 1;
}

/* Returns the index of a word in a list, or -1. */
static int word_of(sqlite3_value *value, const char *const *words, int count) {
  if (sqlite3_value_type(value) != SQLITE_TEXT) return -1;
  const char *given = (const char *)sqlite3_value_text(value);
  size_t length = (size_t)sqlite3_value_bytes(value);
  for (int i = 0; given != NULL && i < count; i++) {
    if (length == strlen(words[i]) && memcmp(given, words[i], length) == 0) return i;
  }
  return -1;
}

static int kind_of(sqlite3_context *context, int count, sqlite3_value **values, int at, int *kind) {
  *kind = at < count ? word_of(values[at], KINDS, 3) : TEXT;
  if (*kind < 0) refuse(context, SORTID_ERR_INVALID_OPTION, "the kind must be 'text', 'blob' or 'int'");
  return *kind >= 0;
}

static int unit_of(sqlite3_context *context, int count, sqlite3_value **values, int at, int *unit) {
  *unit = at < count ? word_of(values[at], UNITS, 4) : SORTID_UNIT_MS;
  if (*unit < 0) refuse(context, SORTID_ERR_INVALID_OPTION, "the unit must be 's', 'ms', 'us' or 'ns'");
  return *unit >= 0;
}

/* Whether a 64-bit format is signed: ids with the top bit set sort before the others. */
static int is_signed(uint32_t format) {
  sortid_id top, zero;
  return sortid_from_u64((uint64_t)1 << 63, format, &top, NULL) == SORTID_OK && sortid_from_u64(0, format, &zero, NULL) == SORTID_OK &&
         sortid_compare(&top, &zero) < 0;
}

/* Reads text, bytes or an integer as an id. On failure, writes the message to `error`, unless
 * NULL. */
IN_LINE int32_t read_id(sqlite3_value *value, int type, uint32_t format, sortid_id *id, sortid_error *error) {
  const char *reason = NULL;
  int32_t status = SORTID_ERR_NOT_APPLICABLE;
  switch (type) {
    case SQLITE_TEXT: {
      const char *text = (const char *)sqlite3_value_text(value);
      return sortid_parse(text, text == NULL ? 0 : (size_t)sqlite3_value_bytes(value), format, id, error);
    }
    case SQLITE_BLOB: {
      /* An empty blob is a null pointer. */
      const void *bytes = sqlite3_value_blob(value);
      int size = sqlite3_value_bytes(value);
      return sortid_from_bytes(size == 0 ? (const uint8_t *)"" : bytes, (size_t)size, format, id, error);
    }
    case SQLITE_INTEGER: {
      sqlite3_int64 integer = sqlite3_value_int64(value);
      status = sortid_from_u64((uint64_t)integer, format, id, error);
      if (status == SORTID_ERR_NOT_APPLICABLE) {
        reason = TOO_WIDE;
      } else if (status == SORTID_OK && integer < 0 && !is_signed(format)) {
        status = SORTID_ERR_OUT_OF_RANGE;
        reason = "ids of this format cannot be negative";
      } else {
        return status;
      }
      break;
    }
    default: reason = "the id must be TEXT, BLOB or INTEGER";
  }
  if (error != NULL) sqlite3_snprintf(sizeof error->message, error->message, "%s: %s", sortid_status_name(status), reason);
  return status;
}

/* Reports why a value is not an id, by reading it again: scans skip the message for speed. */
static void refuse_id(sqlite3_context *context, sqlite3_value *value, uint32_t format) {
  sortid_id id;
  sortid_error error;
  read_id(value, sqlite3_value_type(value), format, &id, &error);
  sqlite3_result_error(context, error.message, -1);
}

/* Reads the arguments (id, format [, unit]). Returns 0 if one is NULL or after reporting an
 * error. A cached format implies a valid name. */
IN_LINE int given_id(sqlite3_context *context, int count, sqlite3_value **values, int *unit, sortid_id *id) {
  int type = sqlite3_value_type(values[0]);
  if (type == SQLITE_NULL) return 0;
  uint32_t format = cached_format(context, 1);
  *unit = SORTID_UNIT_MS;
  if (format == 0 || count > 2) {
    if (!all_given(count - 1, values + 1) || !format_of(context, values, 1, &format) || !unit_of(context, count, values, 2, unit)) return 0;
  }
  if (read_id(values[0], type, format, id, NULL) == SORTID_OK) return 1;
  refuse_id(context, values[0], format);
  return 0;
}

static void answer(sqlite3_context *context, const sortid_id *id, int kind) {
  int32_t status = SORTID_OK;
  sortid_error error;
  if (kind == TEXT) {
    char text[SORTID_TEXT_SIZE];
    status = sortid_text(id, text, sizeof text, NULL, &error);
    if (status == SORTID_OK) sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
  } else if (kind == BLOB) {
    sqlite3_result_blob(context, id->bytes, (int)sortid_format_bytes_size(id->format), SQLITE_TRANSIENT);
  } else {
    uint64_t value;
    status = sortid_u64(id, &value, &error);
    if (status == SORTID_ERR_NOT_APPLICABLE) {
      refuse(context, status, TOO_WIDE);
      return;
    }
    if (status == SORTID_OK && value > INT64_MAX && !is_signed(id->format)) {
      refuse(context, SORTID_ERR_OUT_OF_RANGE, "the id is above 2^63 - 1, the largest INTEGER: use 'blob'");
      return;
    }
    if (status == SORTID_OK) sqlite3_result_int64(context, (sqlite3_int64)value);
  }
  if (status != SORTID_OK) sqlite3_result_error(context, error.message, -1);
}

/* sortid_new(format [, kind]) */
static void make(sqlite3_context *context, int count, sqlite3_value **values) {
  makers *own = sqlite3_user_data(context);
  uint32_t format;
  int kind;
  if (!all_given(count, values) || !format_of(context, values, 0, &format) || !kind_of(context, count, values, 1, &kind)) return;
  if (kind == INT && format == SORTID_FORMAT_UID11_FULLRAND) {
    refuse(context, SORTID_ERR_NOT_APPLICABLE, "half of these ids are above 2^63 - 1, the largest INTEGER: use 'blob'");
    return;
  }
  if (format > own->formats) {
    refuse(context, SORTID_ERR_UNKNOWN_FORMAT, sortid_status_message(SORTID_ERR_UNKNOWN_FORMAT));
    return;
  }
  int32_t status = SORTID_OK;
  sortid_error error;
  if (own->of[format] == NULL) status = sortid_generator_default(format, &own->of[format], &error);
  sortid_id id;
  if (status == SORTID_OK) status = sortid_generator_next(own->of[format], &id, &error);
  if (status == SORTID_OK) {
    answer(context, &id, kind);
  } else {
    sqlite3_result_error(context, error.message, -1);
  }
}

/* sortid_use(pointer): sets the generator of this connection for its format. */
static void use(sqlite3_context *context, int count, sqlite3_value **values) {
  makers *own = sqlite3_user_data(context);
  (void)count;
  const sortid_generator *generator = sqlite3_value_pointer(values[0], "sortid_generator");
  uint32_t format = sortid_generator_format(generator);
  if (format == 0 || format > own->formats) {
    refuse(context, SORTID_ERR_NULL_ARGUMENT, "expected a generator bound with sqlite3_bind_pointer");
    return;
  }
  own->of[format] = generator;
  sqlite3_result_text(context, sortid_format_name(format), -1, SQLITE_STATIC);
}

/* Reads an integer. JavaScript passes integers as REAL, which is exact up to `MAX_SAFE`. */
static int whole(sqlite3_value *value, sqlite3_int64 *number) {
  if (sqlite3_value_type(value) == SQLITE_FLOAT) {
    double real = sqlite3_value_double(value);
    if (!(real >= -MAX_SAFE && real <= MAX_SAFE)) return 0;
    *number = (sqlite3_int64)real;
    return (double)*number == real;
  }
  *number = sqlite3_value_int64(value);
  return sqlite3_value_type(value) == SQLITE_INTEGER;
}

typedef int32_t bound_at(sortid_time time, uint32_t format, sortid_id *id, sortid_error *error);

/* sortid_min and sortid_max(format, time [, kind [, unit]]) */
static void bound(sqlite3_context *context, int count, sqlite3_value **values, bound_at *at) {
  uint32_t format;
  int kind, unit;
  if (!all_given(count, values) || !format_of(context, values, 0, &format) || !kind_of(context, count, values, 2, &kind) ||
      !unit_of(context, count, values, 3, &unit)) {
    return;
  }
  sqlite3_int64 given, per = SIZES[unit].per;
  if (!whole(values[1], &given)) {
    refuse(context, SORTID_ERR_INVALID_OPTION, "the time must be an integer in Unix milliseconds or the given unit");
    return;
  }
  sqlite3_int64 rest = (given % per + per) % per;
  sortid_time time = {given / per - (given % per < 0), (uint32_t)rest * SIZES[unit].nanos};
  sortid_id id;
  sortid_error error;
  if (at(time, format, &id, &error) == SORTID_OK) {
    answer(context, &id, kind);
  } else {
    sqlite3_result_error(context, error.message, -1);
  }
}

static void min_at(sqlite3_context *context, int count, sqlite3_value **values) { bound(context, count, values, sortid_min_at); }
static void max_at(sqlite3_context *context, int count, sqlite3_value **values) { bound(context, count, values, sortid_max_at); }

/* Converts nanoseconds to a unit. The divisors are constants, so that the compiler replaces the
 * divisions by multiplications. */
static sqlite3_int64 whole_in(uint32_t nanos, int unit) {
  switch (unit) {
    case SORTID_UNIT_S: return 0;
    case SORTID_UNIT_MS: return nanos / 1000000;
    case SORTID_UNIT_US: return nanos / 1000;
    default: return nanos;
  }
}

/* Converts a time to a unit, rounded down. Returns 0 if an INTEGER cannot hold it. */
static int in_unit(sortid_time time, int unit_number, sqlite3_int64 *counted) {
  const struct unit *unit = &SIZES[unit_number];
  sqlite3_int64 part = whole_in(time.nanos, unit_number);
  if (time.seconds > unit->last || time.seconds < unit->first) return 0;
  if (time.seconds >= 0) {
    *counted = time.seconds * unit->per;
    if (part > INT64_MAX - *counted) return 0;
    *counted += part;
  } else {
    /* Count back from the end of the second: its start may be below the smallest INTEGER even if
     * the time is not. */
    sqlite3_int64 back = unit->per - part;
    *counted = (time.seconds + 1) * unit->per;
    if (*counted < INT64_MIN + back) return 0;
    *counted -= back;
  }
  return 1;
}

/* sortid_time(id, format [, unit]) */
static void time_of(sqlite3_context *context, int count, sqlite3_value **values) {
  int unit;
  sortid_id id;
  if (!given_id(context, count, values, &unit, &id)) return;
  sortid_time time;
  sqlite3_int64 counted;
  sortid_error error;
  if (sortid_timestamp(&id, &time, &error) != SORTID_OK) {
    sqlite3_result_error(context, error.message, -1);
  } else if (!in_unit(time, unit, &counted)) {
    refuse(context, SORTID_ERR_TIMESTAMP_OUT_OF_RANGE, "an INTEGER cannot hold the time in this unit");
  } else {
    sqlite3_result_int64(context, counted);
  }
}

static void as(sqlite3_context *context, int count, sqlite3_value **values, int kind) {
  int unit;
  sortid_id id;
  if (given_id(context, count, values, &unit, &id)) answer(context, &id, kind);
}

/* sortid_text, sortid_blob and sortid_int(id, format) */
static void as_text(sqlite3_context *context, int count, sqlite3_value **values) { as(context, count, values, TEXT); }
static void as_blob(sqlite3_context *context, int count, sqlite3_value **values) { as(context, count, values, BLOB); }
static void as_int(sqlite3_context *context, int count, sqlite3_value **values) { as(context, count, values, INT); }

/* sortid_valid(value, format) */
static void is_valid(sqlite3_context *context, int count, sqlite3_value **values) {
  uint32_t format;
  sortid_id id;
  if (!all_given(count, values) || !format_of(context, values, 1, &format)) return;
  sqlite3_result_int(context, read_id(values[0], sqlite3_value_type(values[0]), format, &id, NULL) == SORTID_OK);
}

static void release(void *data) {
  makers *own = data;
  if (--own->functions == 0) sqlite3_free(own);
}

static const struct function {
  const char *name;
  int least, most, flags;
  void (*call)(sqlite3_context *, int, sqlite3_value **);
} FUNCTIONS[] = {
    {"sortid_new", 1, 2, MAKER, make},         {"sortid_use", 1, 1, HOST, use},           {"sortid_time", 2, 3, READER, time_of},
    {"sortid_min", 2, 4, READER, min_at},      {"sortid_max", 2, 4, READER, max_at},      {"sortid_text", 2, 2, READER, as_text},
    {"sortid_blob", 2, 2, READER, as_blob},    {"sortid_int", 2, 2, READER, as_int},      {"sortid_valid", 2, 2, READER, is_valid},
};

EXPORTED int sqlite3_sortidsqlite_init(sqlite3 *connection, char **message, const sqlite3_api_routines *api);

/* The entry point of `sortid_sqlite.so`. A program that contains the extension passes it to
 * sqlite3_auto_extension. */
int sqlite3_sortidsqlite_init(sqlite3 *connection, char **message, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)api;
  if (sqlite3_libversion_number() < OLDEST_SQLITE) {
    if (message != NULL) *message = sqlite3_mprintf("sortid requires SQLite 3.31 or later; this is %s", sqlite3_libversion());
    return SQLITE_ERROR;
  }
  uint32_t formats = sortid_format_count();
  size_t size = sizeof(makers) + (formats + 1) * sizeof(sortid_generator *);
  makers *own = sqlite3_malloc64(size);
  if (own == NULL) return SQLITE_NOMEM;
  memset(own, 0, size);
  own->formats = formats;
  own->functions = 1;
  int status = SQLITE_OK;
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    const struct function *function = &FUNCTIONS[i];
    for (int count = function->least; status == SQLITE_OK && count <= function->most; count++) {
      /* SQLite calls `release` for each function, even if creating it fails. */
      own->functions++;
      status = sqlite3_create_function_v2(connection, function->name, count, function->flags, own, function->call, NULL, NULL, release);
    }
  }
  release(own);
#ifndef SQLITE_CORE
  /* libsortid registers fork handlers, so its library must stay loaded after the connection
   * closes. */
  if (status == SQLITE_OK) status = SQLITE_OK_LOAD_PERMANENTLY;
#endif
  return status;
}
