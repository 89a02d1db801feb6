// Types of formats, and operations on results, in every standard.
#include <sortid.hpp>

#include <map>
#include <sstream>
#include <unordered_set>

#include "check.h"

namespace {

using sortid::AnyId;
using sortid::ErrorCode;
using sortid::Format;

constexpr std::string_view tid_text = "3jzfcijpj2z2a";
constexpr std::string_view uuid_text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

template <class T>
bool has_error(const sortid::Result<T>& result, ErrorCode code) {
  return !result && result.error().code() == code;
}

// Types have the width of their format, and do not convert to others.
static_assert(sizeof(sortid::Tid) == 8 && sizeof(sortid::Uuid7) == 16 && sizeof(sortid::Scru160) == 20);
static_assert(std::is_trivially_copyable_v<sortid::Tid> && !std::is_convertible_v<AnyId, sortid::Tid>);
static_assert(std::is_convertible_v<sortid::Tid, AnyId> && !std::is_convertible_v<sortid::Tid, sortid::Timeid>);

void typed() {
  using sortid::Tid;
  const Tid tid = *Tid::try_parse(tid_text);
  CHECK(Tid::format() == Format::tid && tid.text() == tid_text && tid.to_string() == tid_text && Tid::is_valid(tid_text));
  CHECK(tid.u64() == 0x17fd6873eaf07c06 && *Tid::try_from_u64(tid.u64()) == tid && *Tid::try_from_bytes(tid.array()) == tid);
  CHECK(*Tid::try_from(AnyId(tid)) == tid && has_error(sortid::Timeid::try_from(tid), ErrorCode::not_applicable));
  CHECK(tid.node() == 6u && AnyId(tid).node() == 6u && !sortid::Uuid7().node());
  CHECK(*Tid::try_from_fields(tid.fields()) == tid && tid.try_field("clock_id")->low == 6 && !tid.is_reserved());
  CHECK(tid.try_timestamp()->seconds() == 1688137381 && tid.try_convert<Format::timeid>()->text() == "3jzf-cij-pj2z-2a");
  CHECK(has_error(tid.try_convert<Format::uuid7>(), ErrorCode::not_applicable) && tid == AnyId(tid) && AnyId(tid).to_string() == tid_text);
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
  const auto tids = sortid::basic_generator<Format::tid>::try_make(sortid::Options().clock(sortid::options::Clock::manual));
  const auto first = *tids->try_next_at({1, 0});
  CHECK(first < *tids->try_next_at({1, 0}) && tids->dynamic().status().ids == 2);
  CHECK(*tids->try_next_after_at(*tids->try_next_at({1, 0}), {1, 0}) > *Tid::try_min_at({1, 0}));
  CHECK(has_error(tids->try_next(), ErrorCode::invalid_option) && has_error(tids->try_next_after(tid), ErrorCode::invalid_option));
}

struct Order {
  static constexpr auto prefix = "order";
  static constexpr auto format = Format::uuid7;
};
struct Bare {
  static constexpr std::string_view prefix = "";
};
struct AnyOrder {
  static constexpr std::string_view prefix = "order";
};
struct Message {
  static constexpr auto format = Format::snowflake;
  static constexpr auto epoch = sortid::options::Epoch::discord;
};
struct Wrong {
  static constexpr auto format = Format::tid;
  static constexpr auto epoch_unix_ms = 5;
};
using OrderId = sortid::TypeId<Order>;
using AnyOrderId = sortid::TypeId<AnyOrder>;
using MessageId = sortid::TypeId<Message>;

static_assert(sizeof(OrderId) == sizeof(sortid::Uuid7) && std::is_trivially_copyable_v<OrderId> && sizeof(MessageId) == 8);
static_assert(!std::is_convertible_v<OrderId, AnyOrderId> && OrderId::prefix() == "order" && MessageId::prefix().empty());
static_assert(sortid::detail::is_prefix("a_b") && sortid::detail::is_prefix("") && !sortid::detail::is_prefix("a_"));
static_assert(!sortid::detail::is_prefix("_a") && !sortid::detail::is_prefix("A") && !sortid::detail::is_prefix("a1"));
static_assert(!sortid::detail::takes_prefix(Format::push_id) && sortid::detail::takes_prefix(Format::tid));
static_assert(sortid::is_id_v<AnyId> && sortid::is_id_v<sortid::Tid> && sortid::is_id_v<OrderId> && sortid::is_id_v<sortid::AnyTypeId>);
static_assert(!sortid::is_id_v<std::string> && !sortid::is_id_v<sortid::IdType>);

constexpr std::string_view order_text = "order_01fwhe4ydgfk1shh6w1g60eecf", user_text = "user_01fwhe4ydgfk1shh6w1g60eecf";

void typeids() {
  const OrderId id = *OrderId::try_parse(order_text);
  CHECK(id.id().text() == uuid_text && id.text() == order_text && id.to_string() == order_text);
  CHECK(OrderId::is_valid(order_text) && !OrderId::is_valid(user_text) && OrderId(id.id()) == id);
  CHECK(has_error(OrderId::try_parse(user_text), ErrorCode::wrong_prefix) && OrderId::try_parse(user_text).error().offset() == 0);
  CHECK(has_error(OrderId::try_parse(uuid_text), ErrorCode::wrong_prefix));
  const OrderId now = *OrderId::try_now();
  CHECK(now < *OrderId::try_now() && std::unordered_set<OrderId>({id, id}).size() == 1);
  CHECK(OrderId::try_range({1, 0}, {2, 0})->contains(*OrderId::try_max_at({1, 0})) && *OrderId::try_min_at({1, 0}) < id);
  CHECK(sortid::TypeId<Bare>::try_parse(order_text.substr(6))->text() == order_text.substr(6) && OrderId::format() == Format::uuid7);
  const AnyOrderId generated = *AnyOrderId::try_now();
  CHECK(AnyOrderId::format() == Format::any_uuid && generated.id().kind() == sortid::UuidKind::version_7 && generated < *AnyOrderId::try_now());
  CHECK(*AnyOrderId::try_parse(generated.text()) == generated && OrderId::try_parse(generated.text())->text() == generated.text());
  CHECK(*AnyOrderId::try_parse(order_text)->try_timestamp() == *id.try_timestamp() && *id.try_timestamp() == *id.id().try_timestamp());
  CHECK(has_error(AnyOrderId::try_parse("order_7mfb0gpp6c8dsaasre0asc7n3s")->try_timestamp(), ErrorCode::not_applicable));
  CHECK(AnyOrderId::try_min_at({1, 0})->text() == OrderId::try_min_at({1, 0})->text());
  CHECK(AnyOrderId::try_range({1, 0}, {2, 0})->contains(*AnyOrderId::try_max_at({1, 0})));
  CHECK(AnyOrderId::try_at({3, 0})->try_timestamp()->seconds() == 3 && AnyOrderId::try_from(AnyId(id.id()))->text() == order_text);
  CHECK(has_error(AnyOrderId::try_from(AnyId(*sortid::try_tid())), ErrorCode::not_applicable));
  CHECK(sortid::prefix_of(order_text) == "order" && sortid::prefix_of(uuid_text).empty() && sortid::prefix_of({}).empty());
  CHECK(sortid::takes_prefix(Format::uuid7) && !sortid::takes_prefix(Format::elasticflake));
}

// The time of an id is read with the epoch of its type.
void epochs() {
  const MessageId id = *MessageId::try_parse("175928847299117063");
  CHECK(id.try_timestamp()->seconds() == 1462015105 && id.text() == "175928847299117063");
  const sortid::Timestamp time(1700000000, 0);
  CHECK(*MessageId::try_at(time)->try_timestamp() == time && MessageId::try_range(time, {1700000001, 0})->contains(*MessageId::try_min_at(time)));
  CHECK(id < *MessageId::try_now() && *MessageId::try_type() == *sortid::IdType::try_make(Format::snowflake, sortid::Options().epoch_unix_ms(1420070400000)));
  const sortid::AnyTypeId dynamic = id;
  CHECK(*dynamic.try_timestamp() == *id.try_timestamp() && dynamic.prefix().empty() && dynamic.type() == *MessageId::try_type());
  const auto generator = MessageId::try_type()->try_generator(sortid::Options().clock(sortid::options::Clock::manual));
  CHECK(*MessageId::try_from(*generator->try_next_at(time))->try_timestamp() == time);
  CHECK(has_error(MessageId::try_type()->try_generator(sortid::Options().epoch_unix_ms(0)), ErrorCode::invalid_option));
  using WrongId = sortid::TypeId<Wrong>;
  CHECK(has_error(WrongId::try_parse(tid_text), ErrorCode::invalid_option) && has_error(WrongId::try_now(), ErrorCode::invalid_option));
  CHECK(WrongId(*sortid::Tid::try_parse(tid_text)).text() == tid_text && WrongId::try_type().error().subject() == "epoch_unix_ms");
}

void any_typeids() {
  using sortid::AnyTypeId;
  using sortid::IdType;
  const OrderId id = *OrderId::try_parse(order_text);
  const IdType orders = *IdType::try_make(Format::uuid7, "order"), bare = *IdType::try_make("");
  CHECK(*IdType::try_make("order")->try_min_at({1, 0}) == *AnyOrderId::try_min_at({1, 0}));
  CHECK(has_error(IdType::try_make(Format::push_id, "order"), ErrorCode::not_applicable));
  CHECK(has_error(IdType::try_make("Order"), ErrorCode::invalid_option) && has_error(IdType::try_make("_"), ErrorCode::invalid_option));
  CHECK(orders == *OrderId::try_type() && orders != bare && orders.prefix() == "order" && orders.format() == Format::uuid7);
  const AnyTypeId dynamic = id;
  CHECK(dynamic.prefix() == "order" && dynamic.id() == id.id() && dynamic.text() == order_text && dynamic.to_string() == order_text);
  CHECK(*AnyTypeId::try_parse(order_text, Format::uuid7) == dynamic && *orders.try_parse(order_text) == dynamic);
  CHECK(has_error(bare.try_parse(order_text), ErrorCode::wrong_prefix) && AnyTypeId::is_valid(user_text, Format::uuid7));
  CHECK(*orders.try_from(id.id()) == dynamic && bare.try_from(id.id())->text() == order_text.substr(6));
  CHECK(has_error(orders.try_from(*sortid::try_new_id(Format::push_id)), ErrorCode::not_applicable));
  CHECK(orders.is_valid(order_text) && !orders.is_valid(user_text) && orders.try_now().has_value() && orders.try_at({3, 0}).has_value());
  CHECK(orders.try_range({1, 0}, {2, 0})->contains(*orders.try_max_at({1, 0})));
  const std::string longest(63, 'z');
  CHECK(IdType::try_make(Format::sid, longest)->try_now()->text().view().size() == 103);
  const auto other = *AnyTypeId::try_parse(user_text, Format::uuid7), tid = *IdType::try_make(Format::tid, "order")->try_now();
  CHECK(dynamic < other && other > dynamic && dynamic <= other && other >= dynamic && dynamic != other && tid < dynamic);
  CHECK(has_error(OrderId::try_from(other), ErrorCode::wrong_prefix) && has_error(OrderId::try_from(tid), ErrorCode::not_applicable));
  CHECK(std::string_view(OrderId::try_from(other).error().message()) ==
        "wrong_prefix: \"" + other.to_string() + "\" is not a valid order id: expected the prefix \"order\"");
  CHECK(*OrderId::try_from(dynamic) == id && std::unordered_set<AnyTypeId>({dynamic, other, dynamic}).size() == 2);
  std::ostringstream stream;
  stream << id << dynamic;
  CHECK(stream.str() == std::string(order_text) + std::string(order_text));
}

// A default-constructed id has zero in every field, and is valid.
void defaults() {
  const std::array<sortid::Uuid7, 4> ids{};
  CHECK(ids[3].text() == "00000000-0000-7000-8000-000000000000" && AnyId() == sortid::nil_uuid);
#define DEFAULT(number, name, NAME, Name) CHECK(sortid::Name() == *sortid::Name::try_from_fields({}) && sortid::Name::is_valid(sortid::Name().text()));
  SORTID_FORMATS_KNOWN(DEFAULT)
  CHECK(OrderId().text() == "order_0000000000e008000000000000" && AnyOrderId().text() == "order_00000000000000000000000000");
  CHECK(sortid::AnyTypeId().text() == "00000000000000000000000000");
  struct Row {
    OrderId id;
    sortid::Tid key;
  };
  std::map<sortid::Tid, Row> rows;
  CHECK(rows[sortid::Tid()].id == OrderId() && rows[sortid::Tid()].key.text() == "2222222222222");
}

void steps() {
  const sortid::Result<sortid::Tid> next = sortid::Tid::try_parse(tid_text)->try_successor();
  CHECK(next && next->text() == "3jzfcijpj2z2b" && next->try_predecessor()->text() == tid_text);
  CHECK(sortid::nil_uuid.try_successor().error().code() == sortid::ErrorCode::not_applicable);
  CHECK(sortid::nil_uuid.text() == "00000000-0000-0000-0000-000000000000" && sortid::nil_uuid.kind() == sortid::UuidKind::nil);
  CHECK(sortid::max_uuid.text() == "ffffffff-ffff-ffff-ffff-ffffffffffff" && sortid::nil_uuid < sortid::max_uuid);
}

void results() {
  const auto length = [](const AnyId& id) { return id.text().view().size(); };
  const auto good = AnyId::try_parse(tid_text, Format::tid), bad = AnyId::try_parse("", Format::tid);
  CHECK(*good.transform(length) == 13 && has_error(bad.transform(length), ErrorCode::invalid_length));
  CHECK(*AnyId::try_parse(tid_text, Format::tid).transform([](AnyId&& id) { return id.to_string(); }) == tid_text);
  const auto as_timeid = [](const AnyId& id) { return id.try_convert(Format::timeid); };
  CHECK(good.and_then(as_timeid)->text() == "3jzf-cij-pj2z-2a" && has_error(bad.and_then(as_timeid), ErrorCode::invalid_length));
  CHECK(has_error(AnyId::try_parse("", Format::tid).and_then(as_timeid), ErrorCode::invalid_length));
  CHECK(*bad.or_else([&](const sortid::Error&) { return good; }) == *good && *good.or_else([&](const sortid::Error&) { return bad; }) == *good);
}

}  // namespace

int main() {
  typed();
  typeids();
  epochs();
  any_typeids();
  defaults();
  steps();
  results();
  return checks_done();
}
