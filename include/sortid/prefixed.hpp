// Ids with a type prefix. Included by sortid.hpp.

#ifndef SORTID_PREFIXED_HPP
#define SORTID_PREFIXED_HPP

#include "typed.hpp"

namespace sortid {

namespace detail {

/// Whether a text is a valid prefix: `sortid_prefix_check` at compile time.
constexpr bool is_prefix(std::string_view prefix) noexcept {
  if (prefix.size() > SORTID_PREFIX_LENGTH) return false;
  for (std::size_t i = 0; i < prefix.size(); i++) {
    const bool is_inside = i > 0 && i + 1 < prefix.size();
    const bool is_letter = prefix[i] >= 'a' && prefix[i] <= 'z';
    if (!is_letter && !(is_inside && prefix[i] == '_')) return false;
  }
  return true;
}

/// Whether ids of a format can have a prefix.
constexpr bool takes_prefix(Format format) noexcept {
#define SORTID_WITHOUT(number, name, NAME, Name) \
  if (format == Format::name) return false;
  SORTID_FORMATS_WITHOUT_PREFIX(SORTID_WITHOUT)
#undef SORTID_WITHOUT
  return true;
}

}  // namespace detail

/// The text of a prefixed id, stored in place without an allocation.
using PrefixedText = basic_text<SORTID_PREFIXED_TEXT_SIZE>;

/// The prefix of a text, before its last `_`; empty without a valid prefix. The rest is not checked.
inline std::string_view prefix_of(std::string_view text) noexcept {
  return text.substr(0, sortid_prefix_of(detail::pointer(text), text.size()));
}

/// An immutable id of any format with a type prefix.
///
/// A prefixed any_uuid is a TypeID; a prefixed uuid7 is one of version 7. Ordered by prefix, then by id.
class PrefixedId {
 public:
  /// Reads a text with any prefix, or none. A UUID has 26 characters, as in a TypeID; every other id has its
  /// canonical text. Nothing is trimmed.
  static Result<PrefixedId> try_parse(std::string_view text, Format format) noexcept { return read(text, format, nullptr, 0); }

  /// Reads a text with this prefix: `wrong_prefix` if it has another prefix or none.
  static Result<PrefixedId> try_parse(std::string_view text, Format format, std::string_view prefix) noexcept {
    return read(text, format, detail::pointer(prefix), prefix.size());
  }

  /// An id with a prefix; `invalid_option` for an invalid prefix, `not_applicable` for elasticflake and push_id.
  static Result<PrefixedId> try_from(const Id& id, std::string_view prefix) noexcept {
    // `write` checks the prefix and the format.
    return write(id, prefix).transform([&](const PrefixedText&) { return PrefixedId(id, prefix); });
  }

  /// A new id with a prefix, for any_uuid of version 7. Other processes may repeat ids as with `try_new_id`.
  static Result<PrefixedId> try_now(Format format, std::string_view prefix) noexcept {
    return made(format, prefix, [](Format made) { return try_new_id(made); });
  }

  /// The smallest and the largest id of the tick that contains an instant, for any_uuid of version 7.
  static Result<PrefixedId> try_min_at(Timestamp time, Format format, std::string_view prefix) noexcept {
    return made(format, prefix, [&](Format made) { return sortid::try_min_at(time, made); });
  }
  static Result<PrefixedId> try_max_at(Timestamp time, Format format, std::string_view prefix) noexcept {
    return made(format, prefix, [&](Format made) { return sortid::try_max_at(time, made); });
  }

  /// The smallest and the largest id of the half-open interval [from, to), for any_uuid of version 7.
  static Result<basic_range<PrefixedId>> try_range(Timestamp from, Timestamp to, Format format, std::string_view prefix,
                                                   const Options& options = {}) {
    if (const auto refused = refusal(prefix)) return *refused;
    return sortid::try_range(from, to, sortid::made_with_prefix(format), options).and_then([&](const Range& ids) {
      const auto of = [&](const Id& bare) {
        return in_format(bare, format).and_then([&](const Id& id) { return try_from(id, prefix); });
      };
      return of(ids.min).and_then([&](const PrefixedId& min) {
        return of(ids.max).transform([&](const PrefixedId& max) { return basic_range<PrefixedId>{min, max}; });
      });
    });
  }

  /// The time of the id, of an any_uuid if its version is 1, 6 or 7; `not_applicable` otherwise.
  Result<Timestamp> try_timestamp() const noexcept {
    const sortid_id raw = detail::Access::raw(id_);
    sortid_time time;
    sortid_error error;
    if (sortid_prefixed_timestamp(&raw, &time, &error) != SORTID_OK) return detail::Access::error(error);
    return Timestamp(time.seconds, time.nanos);
  }

  /// Whether `try_parse` accepts the text.
  static bool is_valid(std::string_view text, Format format) noexcept { return try_parse(text, format).has_value(); }

  std::string_view prefix() const noexcept { return {prefix_.data(), length_}; }

  /// The id without its prefix.
  const Id& id() const noexcept { return id_; }

  /// The prefix, `_` and the text of the id; without `_` if the prefix is empty.
  PrefixedText text() const noexcept { return *write(id_, prefix()); }
  std::string to_string() const { return text().to_string(); }

#if defined(__cpp_exceptions)
  static PrefixedId parse(std::string_view text, Format format) { return try_parse(text, format).value(); }
  static PrefixedId parse(std::string_view text, Format format, std::string_view prefix) { return try_parse(text, format, prefix).value(); }
  static PrefixedId from(const Id& id, std::string_view prefix) { return try_from(id, prefix).value(); }
  static PrefixedId now(Format format, std::string_view prefix) { return try_now(format, prefix).value(); }
  static PrefixedId min_at(Timestamp time, Format format, std::string_view prefix) { return try_min_at(time, format, prefix).value(); }
  static PrefixedId max_at(Timestamp time, Format format, std::string_view prefix) { return try_max_at(time, format, prefix).value(); }
  static basic_range<PrefixedId> range(Timestamp from, Timestamp to, Format format, std::string_view prefix, const Options& options = {}) {
    return try_range(from, to, format, prefix, options).value();
  }
  Timestamp timestamp() const { return try_timestamp().value(); }
#endif

  friend bool operator==(const PrefixedId& a, const PrefixedId& b) noexcept { return a.prefix() == b.prefix() && a.id_ == b.id_; }
  friend bool operator!=(const PrefixedId& a, const PrefixedId& b) noexcept { return !(a == b); }
  friend bool operator<(const PrefixedId& a, const PrefixedId& b) noexcept {
    const int order = a.prefix().compare(b.prefix());
    return order < 0 || (order == 0 && a.id_ < b.id_);
  }
  friend bool operator>(const PrefixedId& a, const PrefixedId& b) noexcept { return b < a; }
  friend bool operator<=(const PrefixedId& a, const PrefixedId& b) noexcept { return !(b < a); }
  friend bool operator>=(const PrefixedId& a, const PrefixedId& b) noexcept { return !(a < b); }

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const PrefixedId& id) {
    return stream << id.text().view();
  }

 private:
  template <class P, Format F>
  friend class Prefixed;

  PrefixedId(const Id& id, std::string_view prefix) noexcept : id_(id), length_(prefix.size()) {
    std::copy(prefix.begin(), prefix.end(), prefix_.begin());
  }

  /// The error of an invalid prefix.
  static std::optional<Error> refusal(std::string_view prefix) noexcept {
    sortid_error error;
    if (sortid_prefix_check(detail::pointer(prefix), prefix.size(), &error) == SORTID_OK) return std::nullopt;
    return detail::Access::error(error);
  }

  /// The id that `make` returns, with a prefix.
  template <class Make>
  static Result<PrefixedId> made(Format format, std::string_view prefix, Make make) noexcept {
    if (const auto refused = refusal(prefix)) return *refused;
    return in_format(make(sortid::made_with_prefix(format)), format).and_then([&](const Id& id) { return try_from(id, prefix); });
  }

  /// The id in this format: converts a uuid7 to an any_uuid.
  static Result<Id> in_format(const Result<Id>& made, Format format) noexcept {
    return made.and_then([&](const Id& id) { return id.format() == format ? Result<Id>(id) : id.try_convert(format); });
  }

  /// The text of an id after a prefix, or the error of either.
  static Result<PrefixedText> write(const Id& id, std::string_view prefix) noexcept {
    const sortid_id raw = detail::Access::raw(id);
    return detail::Access::text<PrefixedText>([&](char* text, std::size_t size, sortid_error* error) {
      return sortid_prefixed_text(&raw, detail::pointer(prefix), prefix.size(), text, size, nullptr, error);
    });
  }

  static Result<PrefixedId> read(std::string_view text, Format format, const char* prefix, std::size_t length) noexcept {
    sortid_id id;
    sortid_error error;
    std::size_t found;
    const std::int32_t status =
        sortid_prefixed_parse(detail::pointer(text), text.size(), detail::number(format), prefix, length, &id, &found, &error);
    if (status != SORTID_OK) return detail::Access::error(error);
    return PrefixedId(detail::Access::id<Id>(id), text.substr(0, found));
  }

  Id id_;
  std::size_t length_;
  std::array<char, SORTID_PREFIX_LENGTH + 1> prefix_ = {};
};

/// An id with a format and a prefix known at compile time, of the width of the format.
///
///     struct order { static constexpr std::string_view prefix = "order"; };
///     using OrderId = sortid::Prefixed<order>;
///
/// Without a format it is a TypeID: it reads every UUID and generates version 7. With `Format::uuid7` it reads
/// version 7 only.
///
/// Ids with different prefixes have different types, and neither compare nor convert.
template <class P, Format F = Format::any_uuid>
class Prefixed {
  static_assert(detail::is_prefix(P::prefix), "a prefix has at most 63 characters `a` to `z` and `_`, without `_` at either end");
  static_assert(detail::takes_prefix(F), "ids of this format cannot have a prefix, since their alphabet contains `_`");

 public:
  static constexpr std::string_view prefix() noexcept { return P::prefix; }
  static constexpr Format format() noexcept { return F; }

  /// Adds the prefix to an id.
  constexpr Prefixed(const basic_id<F>& id) noexcept : id_(id) {}

  /// Reads a text with this prefix: `wrong_prefix` if it has another prefix or none. Nothing is trimmed.
  static Result<Prefixed> try_parse(std::string_view text) noexcept {
    return PrefixedId::try_parse(text, F, P::prefix).and_then([](const PrefixedId& id) { return try_from(id); });
  }

  /// Whether `try_parse` accepts the text.
  static bool is_valid(std::string_view text) noexcept { return try_parse(text).has_value(); }

  /// The same id with its type; `wrong_prefix` for another prefix, `not_applicable` for another format.
  static Result<Prefixed> try_from(const PrefixedId& id) noexcept {
    if (id.prefix() == P::prefix) return typed(basic_id<F>::try_from(id.id()));
    return PrefixedId::try_parse(id.text(), F, P::prefix).error();
  }

  /// A new id of the process-wide default generator, for any_uuid of version 7. Other processes may repeat ids as with
  /// `try_new_id`.
  static Result<Prefixed> try_now() noexcept { return made(try_new_id(made_with_prefix(F))); }

  /// The smallest and the largest id of the tick that contains an instant.
  static Result<Prefixed> try_min_at(Timestamp time) noexcept { return made(sortid::try_min_at(time, made_with_prefix(F))); }
  static Result<Prefixed> try_max_at(Timestamp time) noexcept { return made(sortid::try_max_at(time, made_with_prefix(F))); }
  static Result<Prefixed> try_min_at(Timestamp time, const Options& options) {
    return made(sortid::try_min_at(time, made_with_prefix(F), options));
  }
  static Result<Prefixed> try_max_at(Timestamp time, const Options& options) {
    return made(sortid::try_max_at(time, made_with_prefix(F), options));
  }

  /// The smallest and the largest id of the half-open interval [from, to).
  static Result<basic_range<Prefixed>> try_range(Timestamp from, Timestamp to, const Options& options = {}) {
    return sortid::try_range(from, to, made_with_prefix(F), options).and_then([](const Range& ids) {
      return made(ids.min).and_then([&](const Prefixed& min) {
        return made(ids.max).transform([&](const Prefixed& max) { return basic_range<Prefixed>{min, max}; });
      });
    });
  }

  /// The time of the id: see `PrefixedId`.
  Result<Timestamp> try_timestamp() const noexcept { return PrefixedId(*this).try_timestamp(); }

  /// The id without its prefix.
  constexpr const basic_id<F>& id() const noexcept { return id_; }

  /// The same id with prefix and format at run time.
  operator PrefixedId() const noexcept { return PrefixedId(id_, P::prefix); }

  /// The prefix, `_` and the text of the id.
  PrefixedText text() const noexcept { return *PrefixedId::write(id_, P::prefix); }
  std::string to_string() const { return text().to_string(); }

#if defined(__cpp_exceptions)
  static Prefixed parse(std::string_view text) { return try_parse(text).value(); }
  static Prefixed from(const PrefixedId& id) { return try_from(id).value(); }
  static Prefixed now() { return try_now().value(); }
  Timestamp timestamp() const { return try_timestamp().value(); }
  static Prefixed min_at(Timestamp time) { return try_min_at(time).value(); }
  static Prefixed max_at(Timestamp time) { return try_max_at(time).value(); }
  static Prefixed min_at(Timestamp time, const Options& options) { return try_min_at(time, options).value(); }
  static Prefixed max_at(Timestamp time, const Options& options) { return try_max_at(time, options).value(); }
  static basic_range<Prefixed> range(Timestamp from, Timestamp to, const Options& options = {}) {
    return try_range(from, to, options).value();
  }
#endif

  friend constexpr bool operator==(const Prefixed& a, const Prefixed& b) noexcept { return a.id_ == b.id_; }
#if defined(__cpp_impl_three_way_comparison)
  friend std::strong_ordering operator<=>(const Prefixed& a, const Prefixed& b) noexcept { return a.id_ <=> b.id_; }
#else
  friend constexpr bool operator!=(const Prefixed& a, const Prefixed& b) noexcept { return !(a == b); }
  friend bool operator<(const Prefixed& a, const Prefixed& b) noexcept { return a.id_ < b.id_; }
  friend bool operator>(const Prefixed& a, const Prefixed& b) noexcept { return b < a; }
  friend bool operator<=(const Prefixed& a, const Prefixed& b) noexcept { return !(b < a); }
  friend bool operator>=(const Prefixed& a, const Prefixed& b) noexcept { return !(a < b); }
#endif

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const Prefixed& id) {
    return stream << id.text().view();
  }

 private:
  static Result<Prefixed> typed(const Result<basic_id<F>>& id) noexcept {
    return id.transform([](const basic_id<F>& bare) { return Prefixed(bare); });
  }

  static Result<Prefixed> made(const Result<Id>& id) noexcept {
    return typed(PrefixedId::in_format(id, F).and_then([](const Id& bare) { return basic_id<F>::try_from(bare); }));
  }

  basic_id<F> id_;
};

}  // namespace sortid

#endif  // SORTID_PREFIXED_HPP
