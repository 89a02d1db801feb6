#include "json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

/* The unread input. */
typedef struct reader {
  char *at;
  char *end;
  unsigned depth;
} reader;

static json *read_value(reader *in);

static void skip_blanks(reader *in) {
  while (in->at < in->end && strchr(" \t\r\n", *in->at) != NULL && *in->at != '\0') in->at++;
}

/* Consumes the next character if it is `wanted`; returns whether it was. */
static bool take(reader *in, char wanted) {
  skip_blanks(in);
  if (in->at == in->end || *in->at != wanted) return false;
  in->at++;
  return true;
}

static int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

static bool read_unit(reader *in, uint32_t *unit) {
  *unit = 0;
  if (in->end - in->at < 4) return false;
  for (int i = 0; i < 4; i++) {
    int digit = hex_digit(*in->at++);
    if (digit < 0) return false;
    *unit = *unit << 4 | (uint32_t)digit;
  }
  return true;
}

/* UTF-8; a lone surrogate takes three bytes. */
static char *write_code_point(char *out, uint32_t point) {
  if (point < 0x80) {
    *out++ = (char)point;
  } else if (point < 0x800) {
    *out++ = (char)(0xc0 | point >> 6);
    *out++ = (char)(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    *out++ = (char)(0xe0 | point >> 12);
    *out++ = (char)(0x80 | (point >> 6 & 0x3f));
    *out++ = (char)(0x80 | (point & 0x3f));
  } else {
    *out++ = (char)(0xf0 | point >> 18);
    *out++ = (char)(0x80 | (point >> 12 & 0x3f));
    *out++ = (char)(0x80 | (point >> 6 & 0x3f));
    *out++ = (char)(0x80 | (point & 0x3f));
  }
  return out;
}

static bool read_code_point(reader *in, uint32_t *point) {
  if (!read_unit(in, point)) return false;
  bool is_high = *point >= 0xd800 && *point < 0xdc00;
  if (is_high && in->end - in->at >= 6 && in->at[0] == '\\' && in->at[1] == 'u') {
    reader ahead = {in->at + 2, in->end, 0};
    uint32_t low;
    if (read_unit(&ahead, &low) && low >= 0xdc00 && low < 0xe000) {
      *point = 0x10000 + ((*point - 0xd800) << 10) + (low - 0xdc00);
      in->at = ahead.at;
    }
  }
  return true;
}

/* Decodes in place: decoded text is never longer than its source. */
static bool read_string(reader *in, const char **text, size_t *length) {
  static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  if (!take(in, '"')) return false;
  char *out = in->at;
  *text = out;
  while (in->at < in->end && *in->at != '"') {
    char byte = *in->at++;
    if ((unsigned char)byte < 0x20) return false;
    if (byte != '\\') {
      *out++ = byte;
      continue;
    }
    if (in->at == in->end) return false;
    char escape = *in->at++;
    const char *simple = escape == '\0' ? NULL : strchr(escapes, escape);
    if (simple != NULL) {
      *out++ = meant[simple - escapes];
      continue;
    }
    uint32_t point;
    if (escape != 'u' || !read_code_point(in, &point)) return false;
    out = write_code_point(out, point);
  }
  if (in->at == in->end) return false;
  in->at++;
  *length = (size_t)(out - *text);
  return true;
}

static bool read_digits(reader *in) {
  char *first = in->at;
  while (in->at < in->end && *in->at >= '0' && *in->at <= '9') in->at++;
  return in->at > first;
}

static bool read_number(reader *in, json *value) {
  value->kind = JSON_NUMBER;
  value->text = in->at;
  if (*in->at == '-') in->at++;
  if (!read_digits(in)) return false;
  if (in->at < in->end && *in->at == '.') {
    in->at++;
    if (!read_digits(in)) return false;
  }
  if (in->at < in->end && (*in->at == 'e' || *in->at == 'E')) {
    in->at++;
    if (in->at < in->end && (*in->at == '+' || *in->at == '-')) in->at++;
    if (!read_digits(in)) return false;
  }
  value->length = (size_t)(in->at - value->text);
  return true;
}

static bool read_word(reader *in, json *value, const char *word, json_kind kind) {
  size_t length = strlen(word);
  if ((size_t)(in->end - in->at) < length || memcmp(in->at, word, length) != 0) return false;
  value->kind = kind;
  value->text = in->at;
  value->length = length;
  in->at += length;
  return true;
}

/* The elements of an array, or the members of an object. */
static bool read_list(reader *in, json *value, json_kind kind, char end) {
  value->kind = kind;
  in->at++;
  if (take(in, end)) return true;
  json **last = &value->first;
  do {
    const char *key = NULL;
    size_t key_length = 0;
    if (kind == JSON_OBJECT && (!read_string(in, &key, &key_length) || !take(in, ':'))) return false;
    *last = read_value(in);
    if (*last == NULL) return false;
    (*last)->key = key;
    (*last)->key_length = key_length;
    last = &(*last)->next;
  } while (take(in, ','));
  return take(in, end);
}

static json *read_value(reader *in) {
  skip_blanks(in);
  json *value = calloc(1, sizeof *value);
  if (value == NULL || in->at == in->end || ++in->depth > MAX_DEPTH) {
    free(value);
    return NULL;
  }
  bool read;
  switch (*in->at) {
    case '{':
      read = read_list(in, value, JSON_OBJECT, '}');
      break;
    case '[':
      read = read_list(in, value, JSON_ARRAY, ']');
      break;
    case '"':
      value->kind = JSON_STRING;
      read = read_string(in, &value->text, &value->length);
      break;
    case 't':
      read = read_word(in, value, "true", JSON_BOOL);
      break;
    case 'f':
      read = read_word(in, value, "false", JSON_BOOL);
      break;
    case 'n':
      read = read_word(in, value, "null", JSON_NULL);
      break;
    default:
      read = read_number(in, value);
  }
  in->depth--;
  if (read) return value;
  json_free(value);
  return NULL;
}

json *json_parse(char *line, size_t length) {
  reader in = {line, line + length, 0};
  json *value = read_value(&in);
  skip_blanks(&in);
  if (in.at == in.end) return value;
  json_free(value);
  return NULL;
}

void json_free(json *value) {
  while (value != NULL) {
    json *next = value->next;
    json_free(value->first);
    free(value);
    value = next;
  }
}

const json *json_get(const json *object, const char *key) {
  if (object == NULL || object->kind != JSON_OBJECT) return NULL;
  for (const json *member = object->first; member != NULL; member = member->next) {
    if (member->key_length == strlen(key) && memcmp(member->key, key, member->key_length) == 0) return member;
  }
  return NULL;
}

bool json_is(const json *value, const char *text) {
  return value != NULL && value->kind == JSON_STRING && value->length == strlen(text) && memcmp(value->text, text, value->length) == 0;
}

void json_write(FILE *out, const char *text, size_t length) {
  putc('"', out);
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '"' || byte == '\\') {
      fprintf(out, "\\%c", byte);
    } else if (byte < 0x20) {
      fprintf(out, "\\u%04x", byte);
    } else {
      putc(byte, out);
    }
  }
  putc('"', out);
}
