// Columns in C++: every kind of rows and results, with pointers and with spans.
#include <sortid.hpp>

#include <array>
#include <cstring>

#include "check.h"

namespace {

using sortid::Column;
using sortid::AnyId;
using sortid::ErrorCode;
using sortid::Format;
using sortid::OnInvalid;
using sortid::Unit;

// The second row is invalid.
constexpr std::string_view texts = "3jzfcijpj2z2a3jzfcijpj2z2!3jzfcijpj2z2c";
constexpr std::size_t rows = 3, width = 13;
constexpr std::int64_t ms = 1688137381887;

template <class T>
bool has_error(const sortid::Result<T>& result, ErrorCode code) {
  return !result && result.error().code() == code;
}

bool is_read(const Column& column) {
  std::array<std::int64_t, rows> times;
  std::uint8_t valid = 0xff;
  times.fill(7);
  const auto outcome = column.try_times(Unit::ms, times.data(), times.size(), OnInvalid::null, &valid);
  if (!outcome || outcome->rows() != rows || outcome->nulls() != 1 || column.size() != rows) return false;
  return times == std::array<std::int64_t, rows>{ms, 0, ms} && valid == 5 && column.format() == Format::tid;
}

void kinds_of_rows() {
  const std::array<std::int32_t, rows + 1> narrow = {0, 13, 26, 39};
  const std::array<std::int64_t, rows + 1> wide = {0, 13, 26, 39};
  const Column fixed = Column::texts(texts, width, Format::tid);
  CHECK(is_read(fixed));
  CHECK(is_read(Column::texts(texts, narrow.data(), rows, Format::tid)));
  CHECK(is_read(Column::texts(texts, wide.data(), rows, Format::tid)));
  const std::string records = std::string(texts.substr(0, 13)) + "+++" + std::string(texts.substr(13, 13)) + "+++" + std::string(texts.substr(26));
  CHECK(is_read(Column::texts(records, width, Format::tid, width + 3)));
  CHECK(is_read(Column::texts(records + "+++", width, Format::tid, width + 3)));

  std::array<std::uint8_t, rows * 8> bytes;
  std::array<std::uint64_t, rows> ints;
  std::uint8_t there = 0;
  CHECK(fixed.try_bytes(bytes.data(), bytes.size(), OnInvalid::null, &there)->nulls() == 1);
  CHECK(fixed.try_ints(ints.data(), ints.size(), OnInvalid::null)->nulls() == 1);
  CHECK(is_read(Column::bytes(bytes.data(), bytes.size(), Format::tid).with_validity(&there)));
  CHECK(is_read(Column::ints(ints.data(), ints.size(), Format::tid).with_validity(&there)));
  const std::array<std::int32_t, rows + 1> narrow_8 = {0, 8, 16, 24};
  const std::array<std::int64_t, rows + 1> wide_8 = {0, 8, 16, 24};
  CHECK(is_read(Column::bytes(bytes.data(), bytes.size(), narrow_8.data(), rows, Format::tid).with_validity(&there)));
  CHECK(is_read(Column::bytes(bytes.data(), bytes.size(), wide_8.data(), rows, Format::tid).with_validity(&there)));
  CHECK(ints[0] == 0x17fd6873eaf07c06 && ints[1] == 0 && ints[2] == ints[0] + 2);
  const auto before = static_cast<std::uint8_t>(there << 3);
  CHECK(is_read(Column::ints(ints.data(), ints.size(), Format::tid).with_validity(&before, 3)));

  std::array<char, rows * width> written;
  const Column of_ints = Column::ints(ints.data(), ints.size(), Format::tid).with_validity(&there);
  CHECK(of_ints.try_texts(written.data(), written.size())->rows() == rows);
  CHECK(std::string_view(written.data(), width) == texts.substr(0, width) && written[width] == 0);
#if __cplusplus >= 202002L
  CHECK(is_read(Column::texts(texts, narrow, Format::tid)) && is_read(Column::texts(texts, wide, Format::tid)));
  CHECK(is_read(Column::bytes(bytes, Format::tid).with_validity(&there)));
  CHECK(is_read(Column::bytes(std::as_bytes(std::span(bytes)), Format::tid).with_validity(&there)));
  CHECK(is_read(Column::ints(ints, Format::tid).with_validity(&there)));
  std::array<std::int64_t, rows> times;
  CHECK(fixed.try_times(Unit::s, times, OnInvalid::null)->nulls() == 1 && times[2] == ms / 1000);
  CHECK(fixed.try_bytes(std::span(bytes), OnInvalid::null)->nulls() == 1 && fixed.try_ints(ints, OnInvalid::null)->nulls() == 1);
  CHECK(fixed.try_bytes(std::as_writable_bytes(std::span(bytes)), OnInvalid::null)->nulls() == 1);
  CHECK(of_ints.try_texts(written)->rows() == rows);
  CHECK(Column::texts(texts, std::span<const std::int32_t>(), Format::tid).size() == 0);
#endif
}

void outcomes() {
  const Column fixed = Column::texts(texts, width, Format::tid);
  std::array<std::int64_t, rows> times;
  const auto stopped = fixed.try_times(Unit::ms, times.data(), times.size());
  CHECK(stopped->rows() == 1 && stopped->invalid_row() == 1 && stopped->invalid_offset() == 12);
  CHECK(stopped->invalid_code() == ErrorCode::invalid_character && stopped->count(ErrorCode::invalid_character) == 1);
  const auto one = Column::texts(texts.substr(0, width), width, Format::tid).try_times(Unit::ms, times.data(), times.size());
  CHECK(one->rows() == 1 && !one->invalid_row() && !one->invalid_code() && !one->invalid_offset());

  std::array<std::uint64_t, rows> ints;
  std::uint8_t bits = 0;
  const auto id = *sortid::AnyId::try_parse(texts.substr(0, width), Format::tid);
  CHECK(fixed.try_field("clock_id", ints.data(), ints.size(), OnInvalid::null) && ints[0] == id.try_field("clock_id")->low);
  CHECK(has_error(fixed.try_field("none", ints.data(), ints.size()), ErrorCode::invalid_field));
  CHECK(fixed.try_between({ms / 1000, 0}, {ms / 1000 + 1, 0}, &bits, 1, OnInvalid::null) && bits == 5);
  CHECK(has_error(fixed.try_between({1, 0}, {0, 0}, &bits, 1), ErrorCode::invalid_option));
  bits = 0;
  CHECK(fixed.try_valid(&bits, 1)->nulls() == 1 && bits == 5);

  for (const std::size_t room : {std::size_t(0), rows - 1}) {
    CHECK(has_error(fixed.try_times(Unit::ms, times.data(), room), ErrorCode::buffer_too_small));
    CHECK(has_error(fixed.try_ints(ints.data(), room), ErrorCode::buffer_too_small));
    CHECK(has_error(fixed.try_field("clock_id", ints.data(), room), ErrorCode::buffer_too_small));
  }
  CHECK(has_error(fixed.try_valid(&bits, 0), ErrorCode::buffer_too_small));
  CHECK(has_error(fixed.try_between({0, 0}, {1, 0}, &bits, 0), ErrorCode::buffer_too_small));
  CHECK(has_error(fixed.try_bytes(&bits, 1), ErrorCode::buffer_too_small));
  CHECK(has_error(Column::texts(texts, width + 1, Format::tid).try_valid(&bits, 1), ErrorCode::invalid_length));
  CHECK(has_error(Column::texts(texts, 0, Format::tid).try_times(Unit::ms, times.data(), 39), ErrorCode::invalid_length));
  CHECK(has_error(Column::ints(ints.data(), rows, Format::ulid).try_valid(&bits, 1), ErrorCode::not_applicable));

  const std::int64_t snowflake = 175928847299117063;
  const auto options = sortid::Options().epoch_unix_ms(0);
  const Column snowflakes = Column::ints(&snowflake, 1, Format::snowflake);
  CHECK(snowflakes.try_times(Unit::ms, times.data(), 1, OnInvalid::stop, nullptr, options) && times[0] == snowflake >> 22);
#if defined(__cpp_exceptions)
  CHECK(fixed.times(Unit::ms, times.data(), times.size(), OnInvalid::null).nulls() == 1);
  try {
    (void)fixed.times(Unit::ms, times.data(), 0);
    CHECK(false);
  } catch (const sortid::Exception& exception) {
    CHECK(exception.code() == ErrorCode::buffer_too_small);
  }
#endif
}

}  // namespace

int main() {
  kinds_of_rows();
  outcomes();
  return checks_done();
}
