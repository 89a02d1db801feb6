// Features that depend on the standard library: formatters, expected, spans, clocks and days.
#include <sortid.hpp>

#include <expected>
#include <format>
#include <span>

#include "check.h"

using sortid::AnyId;
using sortid::Format;
using namespace sortid::literals;

static void formatters() {
  constexpr sortid::Tid tid = "3jzfcijpj2z2a"_tid;
  CHECK(std::format("{}", tid) == "3jzfcijpj2z2a" && std::format("{}", AnyId(tid)) == "3jzfcijpj2z2a");
  CHECK(std::format("{:>15}|{:-<15}|{:.3}", tid, AnyId(tid), tid.text()) == "  3jzfcijpj2z2a|3jzfcijpj2z2a--|3jz");
}

static void results() {
  const std::expected<sortid::Tid, sortid::Error> read = sortid::Tid::try_parse("3jzfcijpj2z2a");
  const std::expected<AnyId, sortid::Error> refused = AnyId::try_parse("3jzfcijpj2z21", Format::tid);
  CHECK(read.has_value() && *read == "3jzfcijpj2z2a"_tid);
  CHECK(!refused && refused.error().offset() == 12u);
}

static void memory() {
  const sortid::Uuid7 id = sortid::uuid7();
  const std::span<const std::byte, 16> bytes = id.bytes();
  CHECK(AnyId::from_bytes(bytes, Format::uuid7) == AnyId(id) && AnyId::from_bytes(AnyId(id).bytes(), Format::uuid7) == AnyId(id));
  CHECK(AnyId::from_bytes(std::span<const std::uint8_t>(id.array()), Format::uuid7) == AnyId(id));
  std::array<std::byte, 32> two;
  CHECK(sortid::Generator(Format::uuid7).fill_bytes(std::span(two)).ids == 2);
}

static void times() {
  using namespace std::chrono_literals;
  const auto day = sortid::Uuid7::range(2024y / 2 / 29, 2024y / 3 / 1);
  CHECK(day.min.timestamp().seconds() == 1709164800 && day.max.timestamp().seconds() == 1709251199);
  const auto now = std::chrono::file_clock::now();
  const std::int64_t apart = sortid::Timestamp(now).seconds() - sortid::uuid7().timestamp().seconds();
  CHECK(apart >= -2 && apart <= 2);
}

static void options() {
  const sortid::basic_generator<Format::tid> tids(sortid::Options().node(7).clock(sortid::options::Clock::manual));
  CHECK(tids.next_at({1, 0}).field("clock_id").u64() == 7u);
}

static std::string text_of(const sortid::Id auto& id) { return id.to_string(); }

struct Order {
  static constexpr auto prefix = "order";
};

static void concepts() {
  const auto order = sortid::TypeId<Order>::parse("order_01fwhe4ydgfk1shh6w1g60eecf");
  CHECK(text_of("3jzfcijpj2z2a"_tid) == text_of(AnyId("3jzfcijpj2z2a"_tid)) && text_of(order) == text_of(sortid::AnyTypeId(order)));
  CHECK(std::format("{:>34}", order) == "  order_01fwhe4ydgfk1shh6w1g60eecf");
  static_assert(sortid::Id<const sortid::Tid&> && !sortid::Id<std::string>);
}

int main() {
  formatters();
  results();
  memory();
  times();
  options();
  concepts();
  return checks_done();
}
