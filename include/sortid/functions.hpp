// Free functions: new ids, ranges, readings, conversions. Included by sortid.hpp.

#ifndef SORTID_FUNCTIONS_HPP
#define SORTID_FUNCTIONS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "id.hpp"

namespace sortid {

/// The format with this name; `unknown_format` for any other name.
inline Result<Format> try_format_named(std::string_view name) noexcept {
  std::uint32_t number;
  sortid_error error;
  if (sortid_format_named(detail::pointer(name), name.size(), &number, &error) != SORTID_OK) return detail::Access::error(error);
  return static_cast<Format>(number);
}

/// A new id of a format that is known at run time, from the process-wide default generator.
///
/// Processes of several users or machines, or on systems other than Linux, may repeat each other's ids of a format whose node has 16
/// bits or fewer. A generator with an assigned node or a lease file prevents this: see docs/choosing.md.
inline Result<AnyId> try_new_id(Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_new_id(detail::number(format), id, error); });
}

/// A new id whose tick contains an instant: see `sortid_new_id_at`.
inline Result<AnyId> try_new_id_at(Timestamp time, Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_new_id_at(detail::raw(time), detail::number(format), id, error);
  });
}

/// The id of an instant and a key: equal arguments return equal ids. Key and namespace may contain
/// any bytes; `secret` is 16 to 64 random ones. Without it, anybody who sees an id can test a
/// guessed key: see `sortid_keyed`.
inline Result<AnyId> try_keyed(Timestamp time, std::string_view key, Format format, std::string_view name_space = {},
                            std::optional<std::string_view> secret = std::nullopt) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_keyed(detail::raw(time), detail::pointer(key), key.size(), detail::number(format), detail::pointer(name_space),
                        name_space.size(), secret ? detail::pointer(*secret) : nullptr, secret ? secret->size() : 0, id, error);
  });
}

/// Reseeds every generator of this process, after it was resumed from a snapshot or checkpoint.
inline std::optional<Error> try_reseed() noexcept {
  sortid_error error;
  if (sortid_reseed(&error) != SORTID_OK) return detail::Access::error(error);
  return std::nullopt;
}

/// A range of ids.
using Range = basic_range<AnyId>;

/// The smallest id of the tick that contains an instant.
inline Result<AnyId> try_min_at(Timestamp time, Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_min_at_with(detail::raw(time), detail::number(format), nullptr, 0, id, error);
  });
}

/// The largest id of the tick that contains an instant.
inline Result<AnyId> try_max_at(Timestamp time, Format format) noexcept {
  return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
    return sortid_max_at_with(detail::raw(time), detail::number(format), nullptr, 0, id, error);
  });
}

/// The smallest and the largest id of the tick that contains an instant, for ids with these options.
inline Result<AnyId> try_min_at(Timestamp time, Format format, const Options& options) {
  const detail::RawOptions raw(options);
  sortid_id id;
  sortid_error error;
  const std::int32_t status = sortid_min_at_with(detail::raw(time), detail::number(format), raw.data(), raw.size(), &id, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return detail::Access::id<AnyId>(id);
}
inline Result<AnyId> try_max_at(Timestamp time, Format format, const Options& options) {
  const detail::RawOptions raw(options);
  sortid_id id;
  sortid_error error;
  const std::int32_t status = sortid_max_at_with(detail::raw(time), detail::number(format), raw.data(), raw.size(), &id, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return detail::Access::id<AnyId>(id);
}

/// The smallest and the largest id of the half-open interval [from, to), for ids with these options.
inline Result<Range> try_range(Timestamp from, Timestamp to, Format format, const Options& options = {}) {
  const detail::RawOptions raw(options);
  sortid_id min, max;
  sortid_error error;
  const std::int32_t status =
      sortid_range(detail::raw(from), detail::raw(to), detail::number(format), raw.data(), raw.size(), &min, &max, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Range{detail::Access::id<AnyId>(min), detail::Access::id<AnyId>(max)};
}

/// The smallest and the largest id whose canonical text begins with a prefix.
inline Result<Range> try_prefix_range(std::string_view prefix, Format format) noexcept {
  sortid_id min, max;
  sortid_error error;
  const std::int32_t status = sortid_prefix_range(detail::pointer(prefix), prefix.size(), detail::number(format), &min, &max, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Range{detail::Access::id<AnyId>(min), detail::Access::id<AnyId>(max)};
}

/// A possible reading of a text: an id, and the epoch of its time.
struct Reading {
  /// The id.
  AnyId id;
  /// The name of the epoch, as `name(Epoch)` returns it; empty for the format's default.
  std::string_view epoch;
  /// The time with this epoch; empty for an id without a time.
  std::optional<Timestamp> timestamp;
};

/// The readings of a text, suggestions if there are none, and errors: returned by `inspect`.
class Inspection {
 public:
  explicit Inspection(std::string_view text) : text_(text) {}

  /// The readings in every format that accepts the text, likeliest first; empty if none does.
  std::vector<Reading> readings() const {
    return list<sortid_reading, Reading>(sortid_inspect, [](const sortid_reading& raw) {
      Reading reading{detail::Access::id<AnyId>(raw.id), detail::view(raw.epoch), std::nullopt};
      if (raw.has_timestamp) reading.timestamp = Timestamp(raw.timestamp.seconds, raw.timestamp.nanos);
      return reading;
    });
  }

  /// Likely ids for a text without readings, with the corrections of the text.
  std::vector<Corrected<AnyId>> suggestions() const {
    return list<sortid_suggestion, Corrected<AnyId>>(sortid_inspect_suggestions, [](const sortid_suggestion& raw) {
      return Corrected<AnyId>{detail::Access::id<AnyId>(raw.id), Corrections(raw.corrections)};
    });
  }

  /// The errors of the formats that reject the text, in the order of their numbers.
  std::vector<std::pair<Format, Error>> errors() const {
    std::vector<std::pair<Format, Error>> found;
    for (const Format format : formats) {
      if (const Result<AnyId> read = AnyId::try_parse(text_, format); !read) found.emplace_back(format, read.error());
    }
    return found;
  }

 private:
  template <class Raw, class T, class Write, class From>
  std::vector<T> list(Write write, From from) const {
    std::array<Raw, SORTID_MAX_READINGS> raw;
    std::size_t count = 0;
    std::vector<T> found;
    if (write(text_.data(), text_.size(), raw.data(), raw.size(), &count, nullptr) == SORTID_OK) {
      for (std::size_t i = 0; i < count; i++) found.push_back(from(raw[i]));
    }
    return found;
  }

  std::string text_;
};

/// Inspects a text, for example `inspect(text).readings()`.
inline Inspection inspect(std::string_view text) { return Inspection(text); }

/// An id in a text, at the offsets from `start` to before `end`.
struct FoundId {
  AnyId id;
  std::size_t start;
  std::size_t end;
};

namespace detail {

inline Result<std::vector<FoundId>> find_ids(std::string_view text, const std::uint32_t* wanted, std::size_t count) {
  std::array<sortid_found, 32> found;
  std::vector<FoundId> all;
  std::size_t passed = 0, filled = found.size();
  while (filled == found.size()) {
    const std::string_view rest = text.substr(passed);
    sortid_error error;
    const std::int32_t status = sortid_find_ids(pointer(rest), rest.size(), wanted, count, found.data(), found.size(), &filled, &error);
    if (status != SORTID_OK) return Access::error(error);
    for (std::size_t i = 0; i < filled; i++) all.push_back({Access::id<AnyId>(found[i].id), passed + found[i].start, passed + found[i].end});
    if (filled > 0) passed = all.back().end;
  }
  return all;
}

}  // namespace detail

/// The ids in a text, from first to last, each in its likeliest format: see `sortid_find_ids`.
inline std::vector<FoundId> find_ids(std::string_view text) {
  return detail::find_ids(text, nullptr, 0).value_or({});
}

/// `find_ids` for these formats only, which may be formats of integers; `unknown_format` for an
/// unknown number.
inline Result<std::vector<FoundId>> try_find_ids(std::string_view text, const std::vector<Format>& wanted) {
  std::vector<std::uint32_t> numbers;
  for (const Format format : wanted) numbers.push_back(detail::number(format));
  const std::uint32_t none = 0;
  return detail::find_ids(text, numbers.empty() ? &none : numbers.data(), numbers.size());
}

/// Converts text between formats by name. Also accepts `sql_server_uuid` and `clickhouse_uuid`.
inline Result<Converted> try_convert(std::string_view text, std::string_view from, std::string_view to) {
  sortid_converted converted;
  sortid_error error;
  const std::int32_t status = sortid_convert_text(detail::pointer(text), text.size(), detail::pointer(from), from.size(), detail::pointer(to),
                                                  to.size(), &converted, &error);
  if (status != SORTID_OK) return detail::Access::error(error);
  return Converted{converted.text, {converted.bytes, converted.bytes + converted.bytes_size}};
}

#if defined(__cpp_exceptions)

/// The format with this name.
inline Format format_named(std::string_view name) { return try_format_named(name).value(); }

/// A new id of a format that is known at run time. Other processes may repeat ids as with `try_new_id`.
inline AnyId new_id(Format format) { return try_new_id(format).value(); }

/// A new id whose tick contains an instant: see `sortid_new_id_at`.
inline AnyId new_id_at(Timestamp time, Format format) { return try_new_id_at(time, format).value(); }

/// The id of an instant and a key: see `try_keyed`.
inline AnyId keyed(Timestamp time, std::string_view key, Format format, std::string_view name_space = {},
                std::optional<std::string_view> secret = std::nullopt) {
  return try_keyed(time, key, format, name_space, secret).value();
}

/// The same for a type: `keyed<Uuid7>(time, key)`.
template <class T>
T keyed(Timestamp time, std::string_view key, std::string_view name_space = {}, std::optional<std::string_view> secret = std::nullopt) {
  return T::from(keyed(time, key, T::format(), name_space, secret));
}

inline void reseed() {
  if (const std::optional<Error> error = try_reseed()) throw Exception(*error);
}

inline AnyId min_at(Timestamp time, Format format) { return try_min_at(time, format).value(); }
inline AnyId max_at(Timestamp time, Format format) { return try_max_at(time, format).value(); }
inline AnyId min_at(Timestamp time, Format format, const Options& options) { return try_min_at(time, format, options).value(); }
inline AnyId max_at(Timestamp time, Format format, const Options& options) { return try_max_at(time, format, options).value(); }
inline Range range(Timestamp from, Timestamp to, Format format, const Options& options = {}) {
  return try_range(from, to, format, options).value();
}
inline Range prefix_range(std::string_view prefix, Format format) { return try_prefix_range(prefix, format).value(); }
inline std::vector<FoundId> find_ids(std::string_view text, const std::vector<Format>& wanted) {
  return try_find_ids(text, wanted).value();
}
inline Converted convert(std::string_view text, std::string_view from, std::string_view to) { return try_convert(text, from, to).value(); }

#endif

}  // namespace sortid

#endif  // SORTID_FUNCTIONS_HPP
