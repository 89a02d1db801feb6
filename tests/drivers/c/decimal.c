#include "decimal.h"


/* A magnitude in 32-bit limbs, least significant first. */
typedef struct amount {
  uint32_t parts[4];
} amount;

static sortid_integer signed_of(amount amount, bool negative) {
  uint64_t low = (uint64_t)amount.parts[1] << 32 | amount.parts[0], high = (uint64_t)amount.parts[3] << 32 | amount.parts[2];
  if (negative) {
    low = ~low + 1;
    high = ~high + (low == 0);
  }
  sortid_integer value = {(int64_t)high, low};
  return value;
}

bool decimal_parse(const char *text, size_t length, sortid_integer *value) {
  bool negative = length > 0 && text[0] == '-', too_large = false;
  amount sum = {{0}};
  if (length == (size_t)negative) return false;
  for (size_t i = negative; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    uint64_t carry = (uint64_t)(text[i] - '0');
    for (int part = 0; part < 4; part++) {
      carry += (uint64_t)sum.parts[part] * 10;
      sum.parts[part] = (uint32_t)carry;
      carry >>= 32;
    }
    /* The negative range is larger by one; this case also covers its end. */
    too_large = too_large || carry > 0 || sum.parts[3] >> 31 != 0;
  }
  sortid_integer least = {INT64_MIN, 0}, most = {INT64_MAX, UINT64_MAX};
  *value = too_large ? (negative ? least : most) : signed_of(sum, negative);
  return true;
}

void decimal_print(sortid_integer value, char text[DECIMAL_SIZE]) {
  bool negative = value.high < 0;
  amount left = {{(uint32_t)value.low, (uint32_t)(value.low >> 32), (uint32_t)(uint64_t)value.high, (uint32_t)((uint64_t)value.high >> 32)}};
  if (negative) {
    sortid_integer positive = signed_of(left, true);
    amount flipped = {{(uint32_t)positive.low, (uint32_t)(positive.low >> 32), (uint32_t)(uint64_t)positive.high,
                       (uint32_t)((uint64_t)positive.high >> 32)}};
    left = flipped;
  }
  char digits[DECIMAL_SIZE];
  size_t count = 0;
  do {
    uint64_t rest = 0;
    for (int part = 3; part >= 0; part--) {
      rest = rest << 32 | left.parts[part];
      left.parts[part] = (uint32_t)(rest / 10);
      rest %= 10;
    }
    digits[count++] = (char)('0' + rest);
  } while ((left.parts[0] | left.parts[1] | left.parts[2] | left.parts[3]) != 0);
  if (negative) digits[count++] = '-';
  while (count > 0) *text++ = digits[--count];
  *text = '\0';
}
