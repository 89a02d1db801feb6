// Types of formats and operations on results, in every standard.
#include <sortid.hpp>

#include <sstream>
#include <unordered_set>

#include "check.h"

namespace {

using sortid::ErrorCode;
using sortid::Format;
using sortid::Id;

constexpr std::string_view tid_text = "3jzfcijpj2z2a";
constexpr std::string_view uuid_text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

/// Options set by a function, which works in every standard.
template <class Set>
sortid::Options with(Set set) {
  sortid::Options options;
  set(options);
  return options;
}

template <class T>
bool has_error(const sortid::Result<T>& result, ErrorCode code) {
  return !result && result.error().code() == code;
}

// Types have the width of their format, and do not convert to others.
static_assert(sizeof(sortid::Tid) == 8 && sizeof(sortid::Uuid7) == 16 && sizeof(sortid::Scru160) == 20);
static_assert(std::is_trivially_copyable_v<sortid::Tid> && !std::is_convertible_v<Id, sortid::Tid>);
static_assert(std::is_convertible_v<sortid::Tid, Id> && !std::is_convertible_v<sortid::Tid, sortid::Timeid>);

void typed() {
  using sortid::Tid;
  const Tid tid = *Tid::try_parse(tid_text);
  CHECK(Tid::format() == Format::tid && tid.text() == tid_text && tid.to_string() == tid_text && Tid::is_valid(tid_text));
  CHECK(tid.u64() == 0x17fd6873eaf07c06 && *Tid::try_from_u64(tid.u64()) == tid && *Tid::try_from_bytes(tid.array()) == tid);
  CHECK(*Tid::try_from(Id(tid)) == tid && has_error(sortid::Timeid::try_from(tid), ErrorCode::not_applicable));
  CHECK(*Tid::try_from_fields(tid.fields()) == tid && tid.try_field("clock_id")->low == 6 && !tid.is_reserved());
  CHECK(tid.try_timestamp()->seconds() == 1688137381 && tid.try_convert<Format::timeid>()->text() == "3jzf-cij-pj2z-2a");
  CHECK(has_error(tid.try_convert<Format::uuid7>(), ErrorCode::not_applicable) && tid == Id(tid) && Id(tid).to_string() == tid_text);
  const auto uuid = *sortid::Uuid7::try_parse(uuid_text);
  CHECK(uuid.u128().second == 0x98c4dc0c0c07398f && *sortid::Uuid7::try_from_u128(uuid.u128().first, uuid.u128().second) == uuid);
  CHECK(*uuid.try_text(sortid::Form::compact) == "017f22e279b07cc398c4dc0c0c07398f" && uuid.size() == 16 && uuid.data()[15] == 0x8f);
  const auto second = sortid::Uuid7::try_range({1, 0}, {2, 0});
  CHECK(second && second->min == *sortid::Uuid7::try_min_at({1, 0}) && second->contains(*sortid::Uuid7::try_max_at({1, 0})));
  CHECK(!second->contains(*sortid::Uuid7::try_min_at({2, 0})) && Tid::try_prefix_range("3jz")->contains(tid));
  CHECK(sortid::try_range({1, 0}, {2, 0}, Format::uuid7)->contains(second->max));
  // Ids of other formats are less or greater than the whole range.
  CHECK(!sortid::try_range({1, 0}, {2, 0}, Format::uuid7)->contains(tid));
  const auto before = *sortid::Timeid::try_parse("s222-222-2222-22"), later = *sortid::Timeid::try_parse("3kxn-lhr-3gxq-23");
  CHECK(before < later && later > before && before <= later && later >= before && before != later);
  CHECK(std::unordered_set<Tid>({tid, tid}).size() == 1);
  std::ostringstream stream;
  stream << tid;
  CHECK(stream.str() == tid_text);
  const auto now = *sortid::Uuid7::try_now();
  CHECK(now < *sortid::try_uuid7());
  const auto tids = sortid::basic_generator<Format::tid>::try_make(with([](auto& o) { o.clock = sortid::Clock::manual; }));
  const auto first = *tids->try_next_at({1, 0});
  CHECK(first < *tids->try_next_at({1, 0}) && tids->dynamic().status().ids == 2);
  CHECK(*tids->try_next_after_at(*tids->try_next_at({1, 0}), {1, 0}) > *Tid::try_min_at({1, 0}));
  CHECK(has_error(tids->try_next(), ErrorCode::invalid_option) && has_error(tids->try_next_after(tid), ErrorCode::invalid_option));
}

struct order {
  static constexpr std::string_view prefix = "order";
};
struct none {
  static constexpr std::string_view prefix = "";
};
using OrderId = sortid::Prefixed<order, Format::uuid7>;

static_assert(sizeof(OrderId) == sizeof(sortid::Uuid7) && std::is_trivially_copyable_v<OrderId>);
static_assert(!std::is_convertible_v<OrderId, sortid::Prefixed<none, Format::uuid7>>);
static_assert(sortid::detail::is_prefix("a_b") && sortid::detail::is_prefix("") && !sortid::detail::is_prefix("a_"));
static_assert(!sortid::detail::is_prefix("_a") && !sortid::detail::is_prefix("A") && !sortid::detail::is_prefix("a1"));
static_assert(!sortid::detail::takes_prefix(Format::push_id) && sortid::detail::takes_prefix(Format::tid));

void prefixed() {
  constexpr std::string_view text = "order_01fwhe4ydgfk1shh6w1g60eecf", user = "user_01fwhe4ydgfk1shh6w1g60eecf";
  const OrderId id = *OrderId::try_parse(text);
  CHECK(id.id().text() == uuid_text && id.text() == text && id.to_string() == text && OrderId::is_valid(text) && !OrderId::is_valid(user));
  CHECK(has_error(OrderId::try_parse(user), ErrorCode::wrong_prefix) && OrderId::try_parse(user).error().offset() == 0);
  CHECK(has_error(OrderId::try_parse(uuid_text), ErrorCode::wrong_prefix) && OrderId(id.id()) == id);
  const OrderId now = *OrderId::try_now();
  CHECK(now < *OrderId::try_now() && std::unordered_set<OrderId>({id, id}).size() == 1);
  CHECK(OrderId::try_range({1, 0}, {2, 0})->contains(*OrderId::try_max_at({1, 0})) && *OrderId::try_min_at({1, 0}) < id);
  const sortid::Prefixed<none, Format::uuid7> bare = id.id();
  CHECK(bare.text() == text.substr(6) && OrderId::prefix() == "order" && OrderId::format() == Format::uuid7);

  using TypeId = sortid::Prefixed<order>;
  const TypeId made = *TypeId::try_now();
  CHECK(TypeId::format() == Format::any_uuid && made.id().kind() == sortid::UuidKind::version_7 && made < *TypeId::try_now());
  CHECK(*TypeId::try_parse(made.text()) == made && OrderId::try_parse(made.text())->text() == made.text());
  CHECK(*TypeId::try_parse(text)->try_timestamp() == *id.try_timestamp() && *id.try_timestamp() == *id.id().try_timestamp());
  CHECK(has_error(TypeId::try_parse("order_7mfb0gpp6c8dsaasre0asc7n3s")->try_timestamp(), ErrorCode::not_applicable));
  CHECK(TypeId::try_min_at({1, 0})->text() == OrderId::try_min_at({1, 0})->text());
  CHECK(TypeId::try_range({1, 0}, {2, 0})->contains(*TypeId::try_max_at({1, 0})));

  using sortid::PrefixedId;
  CHECK(*PrefixedId::try_min_at({1, 0}, Format::any_uuid, "order") == *TypeId::try_min_at({1, 0}));
  CHECK(has_error(PrefixedId::try_now(Format::push_id, "order"), ErrorCode::not_applicable));
  CHECK(has_error(PrefixedId::try_now(Format::any_uuid, "Order"), ErrorCode::invalid_option));
  const PrefixedId dynamic = id;
  CHECK(dynamic.prefix() == "order" && dynamic.id() == id.id() && dynamic.text() == text && dynamic.to_string() == text);
  CHECK(*PrefixedId::try_parse(text, Format::uuid7) == dynamic && *PrefixedId::try_parse(text, Format::uuid7, "order") == dynamic);
  CHECK(has_error(PrefixedId::try_parse(text, Format::uuid7, ""), ErrorCode::wrong_prefix) && PrefixedId::is_valid(user, Format::uuid7));
  CHECK(has_error(PrefixedId::try_parse(text, Format::uuid7, "Order"), ErrorCode::invalid_option));
  CHECK(*PrefixedId::try_from(id.id(), "order") == dynamic && PrefixedId::try_from(id.id(), "")->prefix().empty());
  CHECK(has_error(PrefixedId::try_from(id.id(), "_"), ErrorCode::invalid_option));
  CHECK(has_error(PrefixedId::try_from(*sortid::try_new_id(Format::push_id), "order"), ErrorCode::not_applicable));
  const std::string longest(63, 'z');
  CHECK(PrefixedId::try_from(*sortid::try_new_id(Format::sid), longest)->text().view().size() == 103);
  const auto other = *PrefixedId::try_parse(user, Format::uuid7), tid = *PrefixedId::try_from(*Id::try_parse(tid_text, Format::tid), "order");
  CHECK(dynamic < other && other > dynamic && dynamic <= other && other >= dynamic && dynamic != other && tid < dynamic);
  CHECK(has_error(OrderId::try_from(other), ErrorCode::wrong_prefix) && has_error(OrderId::try_from(tid), ErrorCode::not_applicable));
  CHECK(std::string_view(OrderId::try_from(other).error().message()) ==
        "wrong_prefix: \"" + other.to_string() + "\" is not a valid order id: expected the prefix \"order\"");
  CHECK(*OrderId::try_from(dynamic) == id && std::unordered_set<PrefixedId>({dynamic, other, dynamic}).size() == 2);
  const sortid::Result<sortid::Tid> next = sortid::Tid::try_parse("3jzfcijpj2z2a")->try_successor();
  CHECK(next && next->text() == "3jzfcijpj2z2b" && next->try_predecessor()->text() == "3jzfcijpj2z2a");
  CHECK(sortid::nil_uuid.try_successor().error().code() == sortid::ErrorCode::not_applicable);
  CHECK(sortid::nil_uuid.text() == "00000000-0000-0000-0000-000000000000" && sortid::nil_uuid.kind() == sortid::UuidKind::nil);
  CHECK(sortid::max_uuid.text() == "ffffffff-ffff-ffff-ffff-ffffffffffff" && sortid::nil_uuid < sortid::max_uuid);
  CHECK(sortid::prefix_of(text) == "order" && sortid::prefix_of(uuid_text).empty() && sortid::prefix_of({}).empty());
  CHECK(sortid::takes_prefix(Format::uuid7) && !sortid::takes_prefix(Format::elasticflake));
  std::ostringstream stream;
  stream << id << dynamic;
  CHECK(stream.str() == std::string(text) + std::string(text));
}

void results() {
  const auto length = [](const Id& id) { return id.text().view().size(); };
  const auto good = Id::try_parse(tid_text, Format::tid), bad = Id::try_parse("", Format::tid);
  CHECK(*good.transform(length) == 13 && has_error(bad.transform(length), ErrorCode::invalid_length));
  CHECK(*Id::try_parse(tid_text, Format::tid).transform([](Id&& id) { return id.to_string(); }) == tid_text);
  const auto as_timeid = [](const Id& id) { return id.try_convert(Format::timeid); };
  CHECK(good.and_then(as_timeid)->text() == "3jzf-cij-pj2z-2a" && has_error(bad.and_then(as_timeid), ErrorCode::invalid_length));
  CHECK(has_error(Id::try_parse("", Format::tid).and_then(as_timeid), ErrorCode::invalid_length));
  CHECK(*bad.or_else([&](const sortid::Error&) { return good; }) == *good && *good.or_else([&](const sortid::Error&) { return bad; }) == *good);
}

}  // namespace

int main() {
  typed();
  prefixed();
  results();
  return checks_done();
}
