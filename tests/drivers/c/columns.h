/* The operation `columns`: passes rows to the library's batch functions. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "request.h"

/* Writes the result to `out`, or the error to `failure`. */
outcome columns(FILE *out, const json *request, uint32_t format, sortid_error *failure);

#endif
