/* The operation `columns`: rows through what the library has for many ids. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "request.h"

/* Writes the result to `out`, or why there is none to `failure`. */
outcome columns(FILE *out, const json *request, uint32_t format, sortid_error *failure);

#endif
