// Declared types, and ids with a declared type. Included by sortid.hpp.

#ifndef SORTID_TYPE_HPP
#define SORTID_TYPE_HPP

#include "generator.hpp"

namespace sortid {

class AnyTypeId;

/// The text of an id with its prefix, stored in place without an allocation.
using TypeIdText = basic_text<SORTID_TYPE_TEXT_SIZE>;

/// The prefix of a text, before its last `_`; empty without a valid prefix. The rest is not checked.
inline std::string_view prefix_of(std::string_view text) noexcept {
  return text.substr(0, sortid_prefix_of(detail::pointer(text), text.size()));
}

/// A declared type as a value: a format, optionally a prefix, and options for reading, such as an
/// epoch.
///
///     const IdType messages = IdType::make(Format::snowflake, Options().epoch(options::Epoch::discord));
///     const IdType orders = IdType::make("order");  // a TypeID: reads every UUID, generates version 7
///
/// For a type that is known at compile time, see `TypeId`.
class IdType {
 public:
  static Result<IdType> try_make(Format format, const Options& options = {}) { return init(format, nullptr, 0, options); }

  /// A type with a prefix: `invalid_option` for an invalid one, `not_applicable` for elasticflake and push_id.
  static Result<IdType> try_make(Format format, std::string_view prefix, const Options& options = {}) {
    return init(format, detail::pointer(prefix), prefix.size(), options);
  }

  /// A TypeID with this prefix, which may be empty.
  static Result<IdType> try_make(std::string_view prefix) { return try_make(Format::any_uuid, prefix); }

  Format format() const noexcept { return static_cast<Format>(type_.format); }

  /// The prefix; empty for a type without one.
  std::string_view prefix() const noexcept { return type_.prefix; }

  /// Reads a text: with the prefix of the type if it has one, otherwise in any form of the format. Nothing is trimmed.
  Result<AnyTypeId> try_parse(std::string_view text) const noexcept;

  /// Whether `try_parse` accepts the text.
  bool is_valid(std::string_view text) const noexcept { return sortid_type_is_valid(&type_, detail::pointer(text), text.size()); }

  /// The id with this type; `not_applicable` for an id of another format.
  Result<AnyTypeId> try_from(const AnyId& id) const noexcept;

  /// A new id, from the generator that all equal types of the process share. Other processes may repeat ids as with `try_new_id`.
  Result<AnyTypeId> try_now() const noexcept;

  /// A new id whose tick contains an instant: see `sortid_new_id_at`.
  Result<AnyTypeId> try_at(Timestamp time) const noexcept;

  /// The smallest and the largest id of the tick that contains an instant.
  Result<AnyTypeId> try_min_at(Timestamp time) const noexcept;
  Result<AnyTypeId> try_max_at(Timestamp time) const noexcept;

  /// The smallest and the largest id of the half-open interval [from, to).
  Result<basic_range<AnyTypeId>> try_range(Timestamp from, Timestamp to) const noexcept;

  /// A generator with the options of the type and these; for a TypeID, of uuid7.
  Result<Generator> try_generator(const Options& options = {}) const {
    const detail::RawOptions raw(options);
    return Generator::created([&](sortid_generator** generator, sortid_error* error) {
      return sortid_type_generator(&type_, raw.data(), raw.size(), generator, error);
    });
  }

#if defined(__cpp_exceptions)
  static IdType make(Format format, const Options& options = {}) { return try_make(format, options).value(); }
  static IdType make(Format format, std::string_view prefix, const Options& options = {}) { return try_make(format, prefix, options).value(); }
  static IdType make(std::string_view prefix) { return try_make(prefix).value(); }
  AnyTypeId parse(std::string_view text) const;
  AnyTypeId from(const AnyId& id) const;
  AnyTypeId now() const;
  AnyTypeId at(Timestamp time) const;
  AnyTypeId min_at(Timestamp time) const;
  AnyTypeId max_at(Timestamp time) const;
  basic_range<AnyTypeId> range(Timestamp from, Timestamp to) const;
  Generator generator(const Options& options = {}) const { return try_generator(options).value(); }
#endif

  /// Types are equal if format, prefix and options are.
  friend bool operator==(const IdType& a, const IdType& b) noexcept { return std::memcmp(&a.type_, &b.type_, sizeof a.type_) == 0; }
  friend bool operator!=(const IdType& a, const IdType& b) noexcept { return !(a == b); }

 private:
  friend class AnyTypeId;
  friend struct detail::Access;
  template <class K>
  friend class TypeId;

  explicit IdType(const sortid_type& type) noexcept : type_(type) {}
  const sortid_type& raw() const noexcept { return type_; }

  static Result<IdType> init(Format format, const char* prefix, std::size_t size, const Options& options) {
    const detail::RawOptions raw(options);
    sortid_type type;
    sortid_error error;
    if (sortid_type_init(&type, detail::number(format), prefix, size, raw.data(), raw.size(), &error) != SORTID_OK) {
      return detail::Access::error(error);
    }
    return IdType(type);
  }

  template <class Write>
  Result<AnyTypeId> id(Write write) const noexcept;

  sortid_type type_;
};

/// An immutable id with a type that is known at run time. Ordered by prefix, then by id.
class AnyTypeId {
 public:
  /// The nil UUID as a TypeID without a prefix.
  AnyTypeId() noexcept : type_(typeid_of({})) {}

  /// Reads a text with any prefix, or none. A UUID has 26 characters, as in a TypeID; every other id has its canonical text.
  static Result<AnyTypeId> try_parse(std::string_view text, Format format) noexcept {
    sortid_type type;
    sortid_id id;
    sortid_error error;
    if (sortid_type_parse_any(detail::pointer(text), text.size(), detail::number(format), &type, &id, &error) != SORTID_OK) {
      return detail::Access::error(error);
    }
    return AnyTypeId(IdType(type), detail::Access::id<AnyId>(id));
  }

  /// Whether `try_parse` accepts the text.
  static bool is_valid(std::string_view text, Format format) { return try_parse(text, format).has_value(); }

  const IdType& type() const noexcept { return type_; }
  Format format() const noexcept { return type_.format(); }
  std::string_view prefix() const noexcept { return type_.prefix(); }

  /// The id without its prefix.
  const AnyId& id() const noexcept { return id_; }

  /// The prefix, `_` and the text of the id; without `_` if the prefix is empty.
  TypeIdText text() const noexcept { return write(type_, id_); }
  std::string to_string() const { return text().to_string(); }

  /// The time of the id, read with its type's options; for a TypeID of version 1, 6 or 7; otherwise
  /// `not_applicable`.
  Result<Timestamp> try_timestamp() const noexcept { return time(type_, id_); }

#if defined(__cpp_exceptions)
  static AnyTypeId parse(std::string_view text, Format format) { return try_parse(text, format).value(); }
  Timestamp timestamp() const { return try_timestamp().value(); }
#endif

  friend bool operator==(const AnyTypeId& a, const AnyTypeId& b) noexcept { return a.prefix() == b.prefix() && a.id_ == b.id_; }
  friend bool operator!=(const AnyTypeId& a, const AnyTypeId& b) noexcept { return !(a == b); }
  friend bool operator<(const AnyTypeId& a, const AnyTypeId& b) noexcept {
    const int order = a.prefix().compare(b.prefix());
    return order < 0 || (order == 0 && a.id_ < b.id_);
  }
  friend bool operator>(const AnyTypeId& a, const AnyTypeId& b) noexcept { return b < a; }
  friend bool operator<=(const AnyTypeId& a, const AnyTypeId& b) noexcept { return !(b < a); }
  friend bool operator>=(const AnyTypeId& a, const AnyTypeId& b) noexcept { return !(a < b); }

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const AnyTypeId& id) {
    return stream << id.text().view();
  }

 private:
  friend class IdType;
  template <class K>
  friend class TypeId;

  AnyTypeId(const IdType& type, const AnyId& id) noexcept : type_(type), id_(id) {}

  static IdType typeid_of(std::string_view prefix) noexcept { return *IdType::try_make(prefix); }

  static TypeIdText write(const IdType& type, const AnyId& id) noexcept {
    const sortid_id raw = detail::Access::raw(id);
    // Cannot fail: the id has this type, and `TypeIdText` has room for any text.
    return *detail::Access::text<TypeIdText>([&](char* text, std::size_t size, sortid_error* error) {
      return sortid_type_text(&type.raw(), &raw, text, size, nullptr, error);
    });
  }

  static Result<Timestamp> time(const IdType& type, const AnyId& id) noexcept {
    const sortid_id raw = detail::Access::raw(id);
    sortid_time time;
    sortid_error error;
    if (sortid_type_timestamp(&type.raw(), &raw, &time, &error) != SORTID_OK) return detail::Access::error(error);
    return Timestamp(time.seconds, time.nanos);
  }

  IdType type_;
  AnyId id_;
};

template <class Write>
Result<AnyTypeId> IdType::id(Write write) const noexcept {
  return detail::id<AnyId>(write).transform([&](const AnyId& id) { return AnyTypeId(*this, id); });
}

inline Result<AnyTypeId> IdType::try_parse(std::string_view text) const noexcept {
  return id([&](sortid_id* id, sortid_error* error) { return sortid_type_parse(&type_, detail::pointer(text), text.size(), id, error); });
}

inline Result<AnyTypeId> IdType::try_from(const AnyId& bare) const noexcept {
  const sortid_id raw = detail::Access::raw(bare);
  return id([&](sortid_id* id, sortid_error* error) { return sortid_type_id(&type_, &raw, id, error); });
}

inline Result<AnyTypeId> IdType::try_now() const noexcept {
  return id([&](sortid_id* id, sortid_error* error) { return sortid_type_new_id(&type_, id, error); });
}

inline Result<AnyTypeId> IdType::try_at(Timestamp time) const noexcept {
  return id([&](sortid_id* id, sortid_error* error) { return sortid_type_new_id_at(&type_, detail::raw(time), id, error); });
}

inline Result<AnyTypeId> IdType::try_min_at(Timestamp time) const noexcept {
  return id([&](sortid_id* id, sortid_error* error) { return sortid_type_min_at(&type_, detail::raw(time), id, error); });
}

inline Result<AnyTypeId> IdType::try_max_at(Timestamp time) const noexcept {
  return id([&](sortid_id* id, sortid_error* error) { return sortid_type_max_at(&type_, detail::raw(time), id, error); });
}

inline Result<basic_range<AnyTypeId>> IdType::try_range(Timestamp from, Timestamp to) const noexcept {
  sortid_id min, max;
  sortid_error error;
  if (sortid_type_range(&type_, detail::raw(from), detail::raw(to), &min, &max, &error) != SORTID_OK) return detail::Access::error(error);
  const auto of = [&](const sortid_id& raw) { return AnyTypeId(*this, detail::Access::id<AnyId>(raw)); };
  return basic_range<AnyTypeId>{of(min), of(max)};
}

#if defined(__cpp_exceptions)
inline AnyTypeId IdType::parse(std::string_view text) const { return try_parse(text).value(); }
inline AnyTypeId IdType::from(const AnyId& id) const { return try_from(id).value(); }
inline AnyTypeId IdType::now() const { return try_now().value(); }
inline AnyTypeId IdType::at(Timestamp time) const { return try_at(time).value(); }
inline AnyTypeId IdType::min_at(Timestamp time) const { return try_min_at(time).value(); }
inline AnyTypeId IdType::max_at(Timestamp time) const { return try_max_at(time).value(); }
inline basic_range<AnyTypeId> IdType::range(Timestamp from, Timestamp to) const { return try_range(from, to).value(); }
#endif

namespace detail {

/// Whether a text is a valid prefix, as `sortid_type_init` checks.
constexpr bool is_prefix(std::string_view prefix) noexcept {
  if (prefix.size() >= SORTID_PREFIX_SIZE) return false;
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

// The members of a `TypeId`'s struct, with defaults for missing ones.
template <class K>
constexpr auto prefix_in(int) noexcept -> decltype(std::string_view(K::prefix)) {
  return K::prefix;
}
template <class K>
constexpr std::nullptr_t prefix_in(long) noexcept {
  return nullptr;
}
template <class K>
constexpr auto format_in(int) noexcept -> std::decay_t<decltype(K::format)> {
  return K::format;
}
template <class K>
constexpr Format format_in(long) noexcept {
  return Format::any_uuid;
}

#define SORTID_READ_OPTION(name)                                          \
  template <class K>                                                      \
  auto add_##name(Options& options, int) -> decltype(void(K::name)) {     \
    options.name(K::name);                                                \
  }                                                                       \
  template <class K>                                                      \
  void add_##name(Options&, long) {}
SORTID_READ_OPTIONS(SORTID_READ_OPTION)
#undef SORTID_READ_OPTION

template <class K>
Options options_in() {
  Options options;
#define SORTID_READ_OPTION(name) add_##name<K>(options, 0);
  SORTID_READ_OPTIONS(SORTID_READ_OPTION)
#undef SORTID_READ_OPTION
  return options;
}

}  // namespace detail

/// An id with a type that is known at compile time, of the width of its format. A struct with constants declares the type: a prefix,
/// a format, and options for reading, each under its name.
///
///     struct Order { static constexpr auto prefix = "order"; };
///     struct Message {
///       static constexpr auto format = sortid::Format::snowflake;
///       static constexpr auto epoch = sortid::options::Epoch::discord;
///     };
///     using OrderId = sortid::TypeId<Order>;
///     using MessageId = sortid::TypeId<Message>;
///
/// A prefix without a format is a TypeID: it reads every UUID and generates version 7. Ids of different types neither compare
/// nor convert.
template <class K>
class TypeId {
  static constexpr bool has_prefix = !std::is_null_pointer_v<decltype(detail::prefix_in<K>(0))>;
  static constexpr Format F = detail::format_in<K>(0);

 public:
  using Bare = basic_id<F>;

  static constexpr Format format() noexcept { return F; }

  /// The prefix; empty for a type without one.
  static constexpr std::string_view prefix() noexcept {
    if constexpr (has_prefix) {
      static_assert(detail::is_prefix(K::prefix), "a prefix has at most 63 characters `a` to `z` and `_`, without `_` at either end");
      static_assert(detail::takes_prefix(F), "ids of this format cannot have a prefix, since their alphabet contains `_`");
      return K::prefix;
    } else {
      return {};
    }
  }

  /// The type as a value; `invalid_option` if an option in the struct is invalid.
  static const Result<IdType>& try_type() noexcept {
    static const Result<IdType> type = create(detail::options_in<K>());
    return type;
  }

  /// The id whose fields are all zero.
  constexpr TypeId() noexcept = default;

  /// The id with this type.
  constexpr TypeId(const Bare& id) noexcept : id_(id) {}

  /// Reads a text: with the prefix of the type if it has one. Nothing is trimmed.
  static Result<TypeId> try_parse(std::string_view text) noexcept {
    return id([&](const IdType& type) { return type.try_parse(text); });
  }

  /// Whether `try_parse` accepts the text.
  static bool is_valid(std::string_view text) noexcept { return try_parse(text).has_value(); }

  /// The same id with its type at compile time; `wrong_prefix` for another prefix, `not_applicable` for another format.
  static Result<TypeId> try_from(const AnyTypeId& id) noexcept {
    if (id.prefix() == prefix()) return typed(id);
    return try_parse(id.text());
  }

  /// The id with this type; `not_applicable` for another format.
  static Result<TypeId> try_from(const AnyId& bare) noexcept {
    return id([&](const IdType& type) { return type.try_from(bare); });
  }

  /// A new id, from the generator that all equal types of the process share. Other processes may repeat ids as with `try_new_id`.
  static Result<TypeId> try_now() noexcept {
    return id([](const IdType& type) { return type.try_now(); });
  }

  /// A new id whose tick contains an instant: see `sortid_new_id_at`.
  static Result<TypeId> try_at(Timestamp time) noexcept {
    return id([&](const IdType& type) { return type.try_at(time); });
  }

  /// The smallest and the largest id of the tick that contains an instant.
  static Result<TypeId> try_min_at(Timestamp time) noexcept {
    return id([&](const IdType& type) { return type.try_min_at(time); });
  }
  static Result<TypeId> try_max_at(Timestamp time) noexcept {
    return id([&](const IdType& type) { return type.try_max_at(time); });
  }

  /// The smallest and the largest id of the half-open interval [from, to).
  static Result<basic_range<TypeId>> try_range(Timestamp from, Timestamp to) noexcept {
    const auto ids = try_type().and_then([&](const IdType& type) { return type.try_range(from, to); });
    if (!ids) return ids.error();
    return basic_range<TypeId>{*typed(ids->min), *typed(ids->max)};
  }

  /// The time of the id, read with its type's options: see `AnyTypeId`.
  Result<Timestamp> try_timestamp() const noexcept {
    return try_type().and_then([&](const IdType& type) { return AnyTypeId::time(type, id_); });
  }

  /// The id without its prefix.
  constexpr const Bare& id() const noexcept { return id_; }

  /// The same id with its type at run time, which lacks options if the struct is invalid.
  operator AnyTypeId() const noexcept { return AnyTypeId(try_type() ? *try_type() : *create({}), id_); }

  /// The prefix, `_` and the text of the id; without `_` if the prefix is empty.
  TypeIdText text() const noexcept { return AnyTypeId::write(try_type() ? *try_type() : *create({}), id_); }
  std::string to_string() const { return text().to_string(); }

#if defined(__cpp_exceptions)
  static const IdType& type() { return try_type().value(); }
  static TypeId parse(std::string_view text) { return try_parse(text).value(); }
  static TypeId from(const AnyTypeId& id) { return try_from(id).value(); }
  static TypeId from(const AnyId& bare) { return try_from(bare).value(); }
  static TypeId now() { return try_now().value(); }
  static TypeId at(Timestamp time) { return try_at(time).value(); }
  static TypeId min_at(Timestamp time) { return try_min_at(time).value(); }
  static TypeId max_at(Timestamp time) { return try_max_at(time).value(); }
  static basic_range<TypeId> range(Timestamp from, Timestamp to) { return try_range(from, to).value(); }
  Timestamp timestamp() const { return try_timestamp().value(); }
#endif

  friend constexpr bool operator==(const TypeId& a, const TypeId& b) noexcept { return a.id_ == b.id_; }
#if defined(__cpp_impl_three_way_comparison)
  friend std::strong_ordering operator<=>(const TypeId& a, const TypeId& b) noexcept { return a.id_ <=> b.id_; }
#else
  friend constexpr bool operator!=(const TypeId& a, const TypeId& b) noexcept { return !(a == b); }
  friend bool operator<(const TypeId& a, const TypeId& b) noexcept { return a.id_ < b.id_; }
  friend bool operator>(const TypeId& a, const TypeId& b) noexcept { return b < a; }
  friend bool operator<=(const TypeId& a, const TypeId& b) noexcept { return !(b < a); }
  friend bool operator>=(const TypeId& a, const TypeId& b) noexcept { return !(a < b); }
#endif

  template <class Traits>
  friend std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& stream, const TypeId& id) {
    return stream << id.text().view();
  }

 private:
  static Result<IdType> create(const Options& options) {
    if constexpr (has_prefix) return IdType::try_make(F, prefix(), options);
    return IdType::try_make(F, options);
  }

  static Result<TypeId> typed(const AnyTypeId& id) noexcept {
    return Bare::try_from(id.id()).transform([](const Bare& bare) { return TypeId(bare); });
  }

  template <class Make>
  static Result<TypeId> id(Make make) noexcept {
    return try_type().and_then(make).and_then(typed);
  }

  Bare id_;
};

/// Whether a type is an id: AnyId, the type of a format, AnyTypeId or a TypeId.
template <class T>
inline constexpr bool is_id_v = false;
template <>
inline constexpr bool is_id_v<AnyId> = true;
template <Format F>
inline constexpr bool is_id_v<basic_id<F>> = true;
template <>
inline constexpr bool is_id_v<AnyTypeId> = true;
template <class K>
inline constexpr bool is_id_v<TypeId<K>> = true;

#if defined(__cpp_concepts)
/// Any type of id: `void store(const sortid::Id auto& id)`. Each has `text`, `to_string`,
/// `try_timestamp` and comparisons.
template <class T>
concept Id = is_id_v<std::remove_cv_t<std::remove_reference_t<T>>>;
#endif

}  // namespace sortid

#endif  // SORTID_TYPE_HPP
