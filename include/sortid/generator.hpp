// Generators. Included by sortid.hpp.

#ifndef SORTID_GENERATOR_HPP
#define SORTID_GENERATOR_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L
#include <span>
#endif

#include "typed.hpp"

namespace sortid {

/// The result of a fill: the first `ids` ids in memory are valid, also after an error.
struct [[nodiscard]] Filled {
  std::size_t ids = 0;
  std::optional<Error> error;
};

/// The status of a generator.
struct Status {
  std::uint64_t ids;
  /// How far the last id's tick is ahead of the clock's highest reading.
  std::uint64_t lead_ns;
  /// The number of times that the clock was set back by more than the tolerance.
  std::uint64_t rollbacks;
  /// The origin of the node of the next ids.
  NodeOrigin node_origin;
  /// The reason for this origin, or the processes among which the node is unique: one English sentence
  /// without a full stop.
  std::string_view node_reason;
};

/// Values for `reseed` to use instead of random ones.
struct Reseed {
  /// Replaces the operating system's entropy, for tests.
  std::optional<Seed> seed = {};
  /// An assigned clock identifier, node or machine.
  std::optional<std::uint64_t> node = {};
};

/// A generator of ids of one format: each id is greater than all before, in all threads.
///
/// Without an option for the node or a lease file, the node is claimed or drawn. If it has 16 bits
/// or fewer, processes of several users or machines, or on systems other than Linux, may have equal
/// nodes and repeat each other's ids: see docs/choosing.md.
///
/// After a move, every operation returns `null_argument`.
class Generator {
 public:
  /// Creates a generator. Errors: `invalid_option`, `entropy_unavailable`; `store_...` if the state file
  /// fails.
  static Result<Generator> try_make(Format format, const Options& options = {}) {
    const detail::RawOptions raw(options);
    return created([&](sortid_generator** generator, sortid_error* error) {
      return sortid_generator_new(detail::number(format), raw.data(), raw.size(), generator, error);
    });
  }

  Format format() const noexcept { return static_cast<Format>(sortid_generator_format(get())); }

  /// The next id, at the system's time. Waits if its tick would be more than `max_lead_ms` ahead of the
  /// clock.
  Result<AnyId> try_next() const noexcept {
    return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) { return sortid_generator_next(get(), id, error); });
  }

  /// The next id as text.
  Result<Text> try_next_text() const noexcept {
    return detail::Access::text<Text>([&](char* text, std::size_t size, sortid_error* error) {
      return sortid_generator_next_text(get(), text, size, nullptr, error);
    });
  }

  /// The next id on a manual clock that reads `time`. Requires the option `clock` `manual`.
  Result<AnyId> try_next_at(Timestamp time) const noexcept {
    return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
      return sortid_generator_next_at(get(), detail::raw(time), id, error);
    });
  }

  /// The next id, greater than `after` and than all before: a logical clock. `lead_exceeded` if it would be more than
  /// `max_lead_ms` ahead of the clock.
  Result<AnyId> try_next_after(const AnyId& after) const noexcept {
    const sortid_id given = detail::Access::raw(after);
    return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
      return sortid_generator_next_after(get(), &given, id, error);
    });
  }

  /// `try_next_after` on a manual clock that reads `time`.
  Result<AnyId> try_next_after_at(const AnyId& after, Timestamp time) const noexcept {
    const sortid_id given = detail::Access::raw(after);
    return detail::id<AnyId>([&](sortid_id* id, sortid_error* error) {
      return sortid_generator_next_after_at(get(), &given, detail::raw(time), id, error);
    });
  }

  /// The time of an id that was generated with this generator's epoch, layout (uuid8) and precision.
  Result<Timestamp> try_timestamp(const AnyId& id) const noexcept {
    const sortid_id given = detail::Access::raw(id);
    sortid_time time;
    sortid_error error;
    if (sortid_generator_timestamp(get(), &given, &time, &error) != SORTID_OK) return detail::Access::error(error);
    return Timestamp(time.seconds, time.nanos);
  }

  /// The ids of the half-open interval [from, to) with this generator's epoch, layout (uuid8) and
  /// precision.
  Result<Range> try_range(Timestamp from, Timestamp to) const noexcept {
    sortid_id min, max;
    sortid_error error;
    if (sortid_generator_range(get(), detail::raw(from), detail::raw(to), &min, &max, &error) != SORTID_OK) return detail::Access::error(error);
    return Range{detail::Access::id<AnyId>(min), detail::Access::id<AnyId>(max)};
  }

  /// The next `count` ids.
  Result<std::vector<AnyId>> try_next_ids(std::size_t count) const {
    std::vector<AnyId> ids;
    ids.reserve(count);
    std::array<sortid_id, 64> chunk;
    while (ids.size() < count) {
      std::size_t written = 0;
      sortid_error error;
      const std::size_t next = std::min(chunk.size(), count - ids.size());
      if (sortid_generator_fill(get(), chunk.data(), next, &written, &error) != SORTID_OK) return detail::Access::error(error);
      for (std::size_t i = 0; i < written; i++) ids.push_back(detail::Access::id<AnyId>(chunk[i]));
    }
    return ids;
  }

  /// Fills memory with canonical texts of a fixed width, without separators and terminators; `size` is a
  /// multiple of the width.
  Filled fill_text(char* texts, std::size_t size) const noexcept {
    return filled([&](std::size_t* written, sortid_error* error) { return sortid_generator_fill_text(get(), texts, size, written, error); });
  }

  /// Fills memory with big-endian ids; `size` is a multiple of the format's width.
  Filled fill_bytes(std::uint8_t* bytes, std::size_t size) const noexcept {
    return filled([&](std::size_t* written, sortid_error* error) { return sortid_generator_fill_bytes(get(), bytes, size, written, error); });
  }

  /// Fills integers with ids of a 64-bit format.
  Filled fill(std::uint64_t* values, std::size_t count) const noexcept {
    return filled([&](std::size_t* written, sortid_error* error) { return sortid_generator_fill_u64(get(), values, count, written, error); });
  }

  /// The same for signed integers, such as those of timeid.
  Filled fill(std::int64_t* values, std::size_t count) const noexcept {
    return fill(reinterpret_cast<std::uint64_t*>(values), count);
  }

#if __cplusplus >= 202002L
  Filled fill_text(std::span<char> texts) const noexcept { return fill_text(texts.data(), texts.size()); }
  Filled fill_bytes(std::span<std::uint8_t> bytes) const noexcept { return fill_bytes(bytes.data(), bytes.size()); }
  Filled fill_bytes(std::span<std::byte> bytes) const noexcept {
    return fill_bytes(reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size());
  }
  Filled fill(std::span<std::uint64_t> values) const noexcept { return fill(values.data(), values.size()); }
  Filled fill(std::span<std::int64_t> values) const noexcept { return fill(values.data(), values.size()); }
#endif

  Status status() const noexcept {
    sortid_generator_status status = {};
    // Fails after a move; the status is then all zeros.
    (void)sortid_generator_get_status(get(), &status, nullptr);
    return {status.ids, status.lead_ns, status.rollbacks, static_cast<NodeOrigin>(status.node_origin), detail::view(status.node_reason)};
  }

  /// The node of the next ids: assigned, claimed, drawn or leased; empty if ids have no node.
  Result<std::optional<std::uint64_t>> try_node() const noexcept {
    std::uint64_t node = 0;
    sortid_error error;
    const std::int32_t status = sortid_generator_get_node(get(), &node, &error);
    if (status == SORTID_ERR_NOT_APPLICABLE) return std::optional<std::uint64_t>();
    if (status != SORTID_OK) return detail::Access::error(error);
    return std::optional<std::uint64_t>(node);
  }

  /// Reseeds the generator, as after a fork. Returns the error, if any.
  std::optional<Error> try_reseed(const Reseed& with = {}) const noexcept {
    sortid_error error;
    const std::int32_t status = sortid_generator_reseed(get(), with.seed ? with.seed->data() : nullptr, with.seed ? with.seed->size() : 0,
                                                        with.node ? &*with.node : nullptr, &error);
    if (status != SORTID_OK) return detail::Access::error(error);
    return std::nullopt;
  }

#if defined(__cpp_exceptions)
  explicit Generator(Format format, const Options& options = {}) : Generator(try_make(format, options).value()) {}
  AnyId next() const { return try_next().value(); }
  Text next_text() const { return try_next_text().value(); }
  AnyId next_at(Timestamp time) const { return try_next_at(time).value(); }
  AnyId next_after(const AnyId& after) const { return try_next_after(after).value(); }
  AnyId next_after_at(const AnyId& after, Timestamp time) const { return try_next_after_at(after, time).value(); }
  Timestamp timestamp(const AnyId& id) const { return try_timestamp(id).value(); }
  std::optional<std::uint64_t> node() const { return try_node().value(); }
  Range range(Timestamp from, Timestamp to) const { return try_range(from, to).value(); }
  std::vector<AnyId> next_ids(std::size_t count) const { return try_next_ids(count).value(); }
  void reseed(const Reseed& with = {}) const {
    if (const std::optional<Error> error = try_reseed(with)) throw Exception(*error);
  }
#endif

 private:
  friend Result<Generator> try_default_generator(Format format) noexcept;
  friend class IdType;

  struct Free {
    // Does nothing for default generators.
    void operator()(const sortid_generator* generator) const noexcept { sortid_generator_free(const_cast<sortid_generator*>(generator)); }
  };

  explicit Generator(const sortid_generator* generator) noexcept : generator_(generator) {}

  /// The generator that `create` writes, or its error.
  template <class Create>
  static Result<Generator> created(Create create) {
    sortid_generator* generator;
    sortid_error error;
    if (create(&generator, &error) != SORTID_OK) return detail::Access::error(error);
    return Generator(generator);
  }

  const sortid_generator* get() const noexcept { return generator_.get(); }

  template <class Fill>
  static Filled filled(Fill fill) noexcept {
    Filled filled;
    sortid_error error;
    if (fill(&filled.ids, &error) != SORTID_OK) filled.error = detail::Access::error(error);
    return filled;
  }

  std::unique_ptr<const sortid_generator, Free> generator_;
};

/// The process-wide default generator of a format, which `uuid7()` and similar functions use.
inline Result<Generator> try_default_generator(Format format) noexcept {
  const sortid_generator* found;
  sortid_error error;
  if (sortid_generator_default(detail::number(format), &found, &error) != SORTID_OK) return detail::Access::error(error);
  return Generator(found);
}

#if defined(__cpp_exceptions)
inline Generator default_generator(Format format) { return try_default_generator(format).value(); }
#endif

/// A Generator of a format known at compile time; it returns ids of its type.
template <Format F>
class basic_generator {
 public:
  static Result<basic_generator> try_make(const Options& options = {}) {
    return Generator::try_make(F, options).transform([](Generator&& generator) { return basic_generator(std::move(generator)); });
  }

  /// The same generator without its type, for fills, texts, status and reseeding.
  const Generator& dynamic() const noexcept { return generator_; }

  Result<basic_id<F>> try_next() const noexcept { return typed(generator_.try_next()); }
  Result<basic_id<F>> try_next_at(Timestamp time) const noexcept { return typed(generator_.try_next_at(time)); }
  Result<basic_id<F>> try_next_after(const basic_id<F>& after) const noexcept { return typed(generator_.try_next_after(after)); }
  Result<basic_id<F>> try_next_after_at(const basic_id<F>& after, Timestamp time) const noexcept {
    return typed(generator_.try_next_after_at(after, time));
  }
  Result<Timestamp> try_timestamp(const basic_id<F>& id) const noexcept { return generator_.try_timestamp(id); }
  Result<basic_range<basic_id<F>>> try_range(Timestamp from, Timestamp to) const noexcept {
    const Result<Range> range = generator_.try_range(from, to);
    if (!range) return range.error();
    const auto own = [](const AnyId& id) { return detail::Access::id<basic_id<F>>(detail::Access::raw(id)); };
    return basic_range<basic_id<F>>{own(range->min), own(range->max)};
  }

#if defined(__cpp_exceptions)
  explicit basic_generator(const Options& options = {}) : generator_(F, options) {}
  basic_id<F> next() const { return try_next().value(); }
  basic_id<F> next_at(Timestamp time) const { return try_next_at(time).value(); }
  basic_id<F> next_after(const basic_id<F>& after) const { return try_next_after(after).value(); }
  basic_id<F> next_after_at(const basic_id<F>& after, Timestamp time) const { return try_next_after_at(after, time).value(); }
  Timestamp timestamp(const basic_id<F>& id) const { return try_timestamp(id).value(); }
  basic_range<basic_id<F>> range(Timestamp from, Timestamp to) const { return try_range(from, to).value(); }
#endif

 private:
  explicit basic_generator(Generator&& generator) noexcept : generator_(std::move(generator)) {}

  static Result<basic_id<F>> typed(const Result<AnyId>& id) noexcept { return id.and_then(basic_id<F>::try_from); }

  Generator generator_;
};

}  // namespace sortid

#endif  // SORTID_GENERATOR_HPP
