/* Decimal digits of 128-bit integers, for field values. */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <sortid.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DECIMAL_SIZE = 41 };

/* Parses an integer; saturates beyond 128 bits. False for other text. */
bool decimal_parse(const char *text, size_t length, sortid_integer *value);

/* Writes the digits and a terminator. */
void decimal_print(sortid_integer value, char text[DECIMAL_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
