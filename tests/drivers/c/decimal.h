/* Decimal digits of 128-bit integers, for the values of fields. */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <sortid.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DECIMAL_SIZE = 41 };

/* Reads an integer; one of more than 128 bits becomes the end of the range. False for other text. */
bool decimal_parse(const char *text, size_t length, sortid_integer *value);

/* Writes the digits and a terminator. */
void decimal_print(sortid_integer value, char text[DECIMAL_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
