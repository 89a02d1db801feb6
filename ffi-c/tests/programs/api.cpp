// The C++ API, in every standard, with and without exceptions.
#include <sortid.hpp>
// Checks the include guard.
#include <sortid.hpp>
#include <sortid/testing.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>
#include <unordered_set>

#include "check.h"

// Defined in another translation unit with the same header.
std::string id_of_other_unit();

namespace {

using sortid::AnyId;
using sortid::ErrorCode;
using sortid::Format;
using sortid::Options;
using std::chrono::nanoseconds;
namespace options = sortid::options;
using std::chrono::system_clock;

constexpr std::string_view tid_text = "3jzfcijpj2z2a";
constexpr std::string_view uuid_text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

static_assert(sizeof(AnyId) == 24 && std::is_trivially_copyable_v<AnyId>, "an id is a plain value");
static_assert(!std::is_copy_constructible_v<sortid::Generator> && std::is_nothrow_move_constructible_v<sortid::Generator>);
static_assert(noexcept(AnyId::try_parse(tid_text, Format::tid)) && noexcept(sortid::try_uuid7()));

AnyId parsed(Format format, std::string_view text) {
  const sortid::Result<AnyId> id = AnyId::try_parse(text, format);
  CHECK(id.has_value());
  return *id;
}

template <class T>
bool has_error(const sortid::Result<T>& result, ErrorCode code) {
  return !result && result.error().code() == code;
}

void formats() {
  CHECK(sortid::version() == SORTID_VERSION);
  CHECK(sortid::formats.size() == SORTID_FORMAT_COUNT);
  for (const Format format : sortid::formats) {
    const auto found = sortid::try_format_named(name(format));
    CHECK(found && *found == format);
    CHECK(!summary(format).empty() && !specification(format).empty());
    const auto id = can_generate(format) ? sortid::try_new_id(format) : AnyId::try_from_fields({}, format);
    CHECK(id && id->format() == format && id->size() * 8 == bits(format));
    const std::size_t length = id->text().view().size();
    CHECK(length <= text_length(format) && length >= text_length_min(format));
    CHECK(id && id->fields().size() == fields(format).size() && id->fields()[0].name == fields(format)[0].name);
  }
  CHECK(text_length_min(Format::snowflake) == 1 && text_length(Format::snowflake) == 19);
  CHECK(text_sorts(Format::comb_guid) && !text_sorts(Format::comb_mssql) && bytes_sort(Format::snowflake) && !bytes_sort(Format::comb_mssql));
  CHECK(resolution(Format::tid) == std::chrono::microseconds(1));
  CHECK(!resolution(Format::uid11_fullrand));
  CHECK(has_error(sortid::try_format_named("sql_server_uuid"), ErrorCode::unknown_format));
  CHECK(name(ErrorCode::invalid_length) == "invalid_length");
  const AnyId hashed = parsed(Format::any_uuid, "2ed6657d-e927-568b-95e1-2665a8aea6a2");
  CHECK(hashed.kind() == sortid::UuidKind::version_5 && name(*hashed.kind()) == "version_5" && !parsed(Format::tid, tid_text).kind());
  CHECK(has_error(sortid::try_new_id(Format::any_uuid), ErrorCode::not_applicable) && !can_generate(Format::any_uuid));
}

void ids() {
  const AnyId tid = parsed(Format::tid, tid_text), uuid = parsed(Format::uuid7, uuid_text);
  CHECK(tid.text() == tid_text && tid.to_string() == tid_text && tid.format() == Format::tid);
  CHECK(*tid.try_u64() == 0x17fd6873eaf07c06 && *AnyId::try_from_u64(0x17fd6873eaf07c06, Format::tid) == tid);
  CHECK(uuid.try_u128()->first == 0x017f22e279b07cc3 && *AnyId::try_from_u128(0x017f22e279b07cc3, 0x98c4dc0c0c07398f, Format::uuid7) == uuid);
  const auto array = uuid.try_array<16>();
  CHECK(array && (*array)[0] == 0x01 && (*array)[15] == 0x8f && *AnyId::try_from_bytes(*array, Format::uuid7) == uuid);
  CHECK(has_error(uuid.try_array<8>(), ErrorCode::not_applicable));
  CHECK(*AnyId::try_from_bytes(tid.data(), tid.size(), Format::tid) == tid);
  CHECK(*uuid.try_text(sortid::Form::compact) == "017f22e279b07cc398c4dc0c0c07398f");
  CHECK(has_error(tid.try_text(sortid::Form::urn), ErrorCode::not_applicable));
  CHECK(*AnyId::try_from_fields(tid.fields(), Format::tid) == tid);
  CHECK(*AnyId::try_from_fields({{"timestamp_us", 1}, {"clock_id", 31}}, Format::tid) == parsed(Format::tid, "222222222232z"));
  CHECK(tid.try_field("clock_id")->low == 6 && has_error(tid.try_field("node"), ErrorCode::invalid_field));
  CHECK(tid.try_convert(Format::timeid)->text() == "3jzf-cij-pj2z-2a");
  CHECK(!tid.is_reserved() && parsed(Format::tid, "j222222222222").is_reserved());
  std::ostringstream stream;
  stream << tid;
  CHECK(stream.str() == tid_text);
  stream.str("");
  stream << tid.format() << ' ' << ErrorCode::invalid_length;
  CHECK(stream.str() == "tid invalid_length");
}

void errors() {
  const auto bad = AnyId::try_parse("3jzfcijpj2z21", Format::tid);
  CHECK(has_error(bad, ErrorCode::invalid_character) && bad.error().offset() == 12u && bad.error().subject().empty());
  CHECK(std::string_view(bad.error().message()).find("at byte 12") != std::string_view::npos);
  // The data of an empty view may be null, but is not a null argument.
  CHECK(has_error(AnyId::try_parse(std::string_view(), Format::tid), ErrorCode::invalid_length));
  CHECK(has_error(AnyId::try_from_bytes(nullptr, 0, Format::tid), ErrorCode::invalid_length));
  CHECK(has_error(AnyId::try_from_bytes(nullptr, 8, Format::tid), ErrorCode::null_argument));
  CHECK(has_error(AnyId::try_parse(tid_text, static_cast<Format>(99)), ErrorCode::unknown_format));
  CHECK(has_error(AnyId::try_from_fields({{"clock_id", 1024}}, Format::tid), ErrorCode::invalid_field));
  CHECK(has_error(AnyId::try_from_fields({{{}, 1}}, Format::tid), ErrorCode::invalid_field));
  CHECK(!AnyId::is_valid("", Format::tid) && AnyId::is_valid(tid_text, Format::tid));
  CHECK(sortid::inspect("?").readings().empty() && sortid::inspect("?").errors().size() == sortid::formats.size());
  CHECK(bad.value_or(parsed(Format::tid, tid_text)) == parsed(Format::tid, tid_text));
}

void order() {
  const AnyId before = parsed(Format::timeid, "s222-222-2222-22"), later = parsed(Format::timeid, "3kxn-lhr-3gxq-23");
  CHECK(before < later && later > before && before <= later && later >= before && before != later && before == before);
  CHECK(!(later < before) && !(before == later));
#if defined(__cpp_impl_three_way_comparison)
  CHECK((before <=> later) == std::strong_ordering::less);
#endif
  const std::map<AnyId, int> sorted = {{later, 2}, {before, 1}};
  CHECK(sorted.begin()->second == 1);
  const std::unordered_set<AnyId> set = {before, later, before};
  CHECK(set.size() == 2 && set.count(later) == 1);
}

void times() {
  const sortid::Timestamp time = *parsed(Format::tid, tid_text).try_timestamp();
  CHECK(time.seconds() == 1688137381 && time.nanos() == 887007000);
  CHECK((*time.try_time_point<std::chrono::microseconds>()).time_since_epoch().count() == 1688137381887007);
  CHECK((*time.try_time_point<std::chrono::hours>()).time_since_epoch().count() == 468927);
  CHECK(sortid::Timestamp(*time.try_time_point()) == time);
  // Floored before and after 1970.
  const sortid::Timestamp before(system_clock::time_point(std::chrono::duration_cast<system_clock::duration>(nanoseconds(-1))));
  CHECK(before.seconds() == -1 && before.nanos() == 999999999);
  CHECK((*before.try_time_point<std::chrono::milliseconds>()).time_since_epoch().count() == -1);
  CHECK((*before.try_time_point<std::chrono::hours>()).time_since_epoch().count() == -1);
  CHECK((*sortid::Timestamp(-3600, 0).try_time_point<std::chrono::hours>()).time_since_epoch().count() == -1);
  // The limits of 64-bit nanoseconds, and one beyond.
  const sortid::Timestamp last(9223372036, 854775807), first(-9223372037, 145224192);
  CHECK((*last.try_time_point<nanoseconds>()).time_since_epoch().count() == INT64_MAX);
  CHECK((*first.try_time_point<nanoseconds>()).time_since_epoch().count() == INT64_MIN);
  CHECK(has_error(sortid::Timestamp(9223372036, 854775808).try_time_point<nanoseconds>(), ErrorCode::timestamp_out_of_range));
  CHECK(has_error(sortid::Timestamp(-9223372037, 145224191).try_time_point<nanoseconds>(), ErrorCode::timestamp_out_of_range));
  CHECK(has_error(sortid::Timestamp(INT64_MIN, 0).try_time_point<nanoseconds>(), ErrorCode::timestamp_out_of_range));
  CHECK(has_error(sortid::Timestamp(INT64_MAX, 0).try_time_point<nanoseconds>(), ErrorCode::timestamp_out_of_range));
  CHECK((*sortid::Timestamp(INT64_MAX, 0).try_time_point<std::chrono::seconds>()).time_since_epoch().count() == INT64_MAX);
  const sortid::Result<sortid::Timestamp> read =
      parsed(Format::uuid8, "00000000-03e8-8000-8000-000000000001").try_timestamp(Options().timestamp_bits(48));
  CHECK(read && read->seconds() == 1);
  CHECK(has_error(parsed(Format::uid11_fullrand, "11111111111").try_timestamp(), ErrorCode::not_applicable));
}

void ranges() {
  const auto second = sortid::try_range(system_clock::time_point(std::chrono::seconds(1)), {2, 0}, Format::uuid7);
  CHECK(second && second->min.text() == "00000000-03e8-7000-8000-000000000000" && second->max.text() == "00000000-07cf-7fff-bfff-ffffffffffff");
  CHECK(sortid::try_min_at({1, 0}, Format::uuid7)->text() == "00000000-03e8-7000-8000-000000000000");
  CHECK(sortid::try_max_at({1, 0}, Format::uuid7)->text() == "00000000-03e8-7fff-bfff-ffffffffffff");
  CHECK(sortid::try_prefix_range("3kxn-lhr", Format::timeid)->max.text() == "3kxn-lhr-zzzz-zz");
  CHECK(has_error(sortid::try_range({2, 0}, {2, 0}, Format::uuid7), ErrorCode::invalid_option));
  const auto readings = sortid::inspect(uuid_text).readings();
  CHECK(readings.size() == 2 && readings[0].id.format() == Format::uuid7 && readings[1].id.format() == Format::uuid7_draft01);
  const auto discord = sortid::inspect("175928847299117063").readings().front();
  CHECK(discord.epoch == name(options::Epoch::discord) && discord.timestamp->seconds() == 1462015105);
  const auto short_form = sortid::Uuid7::try_parse_form("1BihbxwwQ4NZZpKRH9JDCz", sortid::Form::base58);
  CHECK(short_form && short_form->text() == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  const auto swapped = short_form->try_bytes_in(sortid::ByteOrder::mysql_swapped);
  CHECK(swapped && (*swapped)[0] == 0x7c && *sortid::Uuid7::try_from_bytes_in(*swapped, sortid::ByteOrder::mysql_swapped) == *short_form);
  const auto lenient = sortid::Tid::try_parse_lenient(" 3JZFCIJPJ2Z2A");
  CHECK(lenient && lenient->id.text() == "3jzfcijpj2z2a" && lenient->corrections.contains(sortid::Correction::case_));
  CHECK(lenient->corrections.list().size() == 2 && name(lenient->corrections.list()[0]) == "whitespace");
  CHECK(has_error(sortid::Tid::try_parse_lenient("3jz"), ErrorCode::invalid_length) && sortid::inspect("3jz").suggestions().empty());
  const auto braced = sortid::inspect("{" + std::string(uuid_text) + "}").suggestions();
  CHECK(braced.size() == 1 && braced[0].id.text() == uuid_text && braced[0].corrections.contains(sortid::Correction::braces));
  const std::string log = "\xc3\xa9 " + std::string(uuid_text) + " 1777150623882019211";
  const auto ids = sortid::find_ids(log);
  CHECK(ids.size() == 1 && ids[0].id.text() == uuid_text && ids[0].start == 3 && ids[0].end == 39);
  const auto named = sortid::try_find_ids(log, {Format::snowflake});
  CHECK(named && named->size() == 1 && named->front().id.format() == Format::snowflake && named->front().start == 40);
  CHECK(sortid::try_find_ids(log, {})->empty() && has_error(sortid::try_find_ids("", {static_cast<Format>(99)}), ErrorCode::unknown_format));
  const auto converted = sortid::try_convert("c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuid1", "uuid6");
  CHECK(converted && converted->text == "1ec9414c-232a-6b00-b3c8-9f6bdeced846" && converted->bytes.size() == 16);
}

void integers() {
  CHECK(sortid::Integer(0).to_string() == "0" && sortid::Integer(-1).to_string() == "-1");
  CHECK(sortid::Integer(UINT64_MAX).to_string() == "18446744073709551615" && sortid::Integer(UINT64_MAX).u64() == UINT64_MAX);
  CHECK(sortid::Integer(1, 0).to_string() == "18446744073709551616" && !sortid::Integer(1, 0).u64());
  CHECK(sortid::Integer(INT64_MIN, 0).to_string() == "-170141183460469231731687303715884105728");
  CHECK(sortid::Integer(INT64_MIN).i64() == INT64_MIN && !sortid::Integer(UINT64_MAX).i64() && !sortid::Integer(-1).u64());
}

void node_origins() {
  using sortid::NodeOrigin;
  const auto origin = [](const sortid::Options& options) {
    const sortid::Status status = sortid::Generator::try_make(Format::snowflake, options)->status();
    CHECK(!status.node_reason.empty());
    return status.node_origin;
  };
#ifdef __linux__
  CHECK(sortid::try_default_generator(Format::snowflake)->status().node_origin == NodeOrigin::claimed);
#endif
  CHECK(sortid::try_default_generator(Format::uuid7)->status().node_origin == NodeOrigin::absent);
  CHECK(origin(Options().node(5)) == NodeOrigin::assigned);
  CHECK(origin(Options().node_claim(options::NodeClaim::drawn)) == NodeOrigin::drawn);
  const auto seeded = sortid::Generator::try_make(Format::snowflake, Options().node_claim(options::NodeClaim::required).seed(sortid::Seed{}));
  CHECK(has_error(seeded, ErrorCode::invalid_option) && seeded.error().subject() == "node_claim");
  CHECK(name(NodeOrigin::claimed) == "claimed" && name(static_cast<NodeOrigin>(99)).empty());
}

void generators() {
  const auto manual = sortid::Generator::try_make(Format::tid, Options().clock(options::Clock::manual).node(6).allow_fork(true));
  CHECK(manual && manual->format() == Format::tid);
  const sortid::Timestamp time(1688137381, 887007000);
  CHECK(manual->try_next_at(time)->text() == tid_text);
  const AnyId second = *manual->try_next_at(time);
  CHECK(second.text() == "3jzfcijpj322a" && *manual->try_next_after_at(second, time) > second);
  CHECK(*manual->try_node() == 6u && !*sortid::try_default_generator(Format::uuid7)->try_node());
  CHECK(manual->status().ids == 3 && has_error(manual->try_next(), ErrorCode::invalid_option));
  CHECK(*manual->try_timestamp(second) == sortid::Timestamp(1688137381, 887008000));
  CHECK(manual->try_range(time, {1688137381, 887009000})->contains(second) && has_error(manual->try_range(time, time), ErrorCode::invalid_option));
  const auto refused = sortid::Generator::try_make(Format::tid, Options().node(1024u));
  CHECK(has_error(refused, ErrorCode::invalid_option) && refused.error().subject() == "node");
  const Options lasting = Options().max_lead_ms(INT64_MAX).rollback_tolerance_ms(options::RollbackTolerance::unlimited);
  CHECK(sortid::Generator::try_make(Format::tid, Options(lasting).on_exhausted(options::OnExhausted::error)).has_value());
  Options later;
  later.clock(options::Clock::manual);
  later.node(5).on_rollback(options::OnRollback::error);
  CHECK(sortid::Generator::try_make(Format::tid, later)->try_next_at(time)->try_field("clock_id")->low == 5);
  CHECK(sortid::Generator::try_make(Format::tid, Options().rollback_tolerance_ms(5)).has_value());
  const auto named = sortid::Generator::try_make(Format::tid, Options().set("clock", "manual").set("node", "2"));
  CHECK(named && named->try_next_at(time)->try_field("clock_id")->low == 2);
  const auto twice = sortid::Generator::try_make(Format::tid, Options().node(1).set("node", "2"));
  CHECK(has_error(twice, ErrorCode::invalid_option) && twice.error().subject() == "node");
  const auto unknown = sortid::Generator::try_make(Format::tid, Options().set("clockid", ""));
  CHECK(has_error(unknown, ErrorCode::invalid_option));
  const auto seeded = [&] {
    return sortid::Generator::try_make(Format::uuid7, Options().clock(options::Clock::manual).seed(sortid::Seed{1, 2, 3}));
  };
  CHECK(*seeded()->try_next_at(time) == *seeded()->try_next_at(time));
  CHECK(!manual->try_reseed({{}, 7}) && manual->try_next_at({1688137382, 0})->try_field("clock_id")->low == 7);
  const std::optional<sortid::Error> bad_node = manual->try_reseed({{}, 1024});
  CHECK(bad_node && bad_node->code() == ErrorCode::invalid_option);

  auto created = sortid::Generator::try_make(Format::uuid7);
  CHECK(created.has_value());
  sortid::Generator first = *std::move(created), moved = std::move(first);
  const AnyId one = *moved.try_next();
  CHECK(*moved.try_next_after(one) > one && AnyId::is_valid(*moved.try_next_text(), Format::uuid7));
  const auto many = moved.try_next_ids(200);
  CHECK(many && many->size() == 200 && std::is_sorted(many->begin(), many->end()) && (*many)[0] > one);
  const auto shared = sortid::try_default_generator(Format::uuid7);
  const AnyId before = *shared->try_next();
  CHECK(before < AnyId(*sortid::try_uuid7()));
  CHECK(!sortid::try_reseed());
  CHECK(AnyId::is_valid(*sortid::try_tid_text(), Format::tid));
}

void fills() {
  const auto tids = sortid::Generator::try_make(Format::tid), timeids = sortid::Generator::try_make(Format::timeid);
  std::array<char, 13 * 10> texts;
  std::array<std::uint64_t, 10> values;
  std::array<std::int64_t, 10> times;
  std::array<std::uint8_t, 80> bytes;
  CHECK(tids->fill_text(texts.data(), texts.size()).ids == 10);
  CHECK(tids->fill(values.data(), values.size()).ids == 10 && std::is_sorted(values.begin(), values.end()));
  CHECK(timeids->fill(times.data(), times.size()).ids == 10 && std::is_sorted(times.begin(), times.end()));
  CHECK(tids->fill_bytes(bytes.data(), bytes.size()).ids == 10);
  CHECK(tids->fill(static_cast<std::uint64_t*>(nullptr), 0).ids == 0);
  const sortid::Filled odd = tids->fill_text(texts.data(), 14);
  CHECK(odd.ids == 0 && odd.error && odd.error->code() == ErrorCode::invalid_length);
#if __cplusplus >= 202002L
  CHECK(tids->fill(std::span(values)).ids == 10 && timeids->fill(std::span(times)).ids == 10);
  CHECK(tids->fill_text(std::span(texts)).ids == 10 && tids->fill_bytes(std::span(bytes)).ids == 10);
  CHECK(tids->try_next()->bytes().size() == 8);
#endif
}

void state_files() {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / ("sortid-" + sortid::try_uuid7()->to_string());
  std::filesystem::create_directory(folder);
  // A path that is not UTF-8, also as text.
  const std::filesystem::path path = folder / "ids \xff";
  std::vector<AnyId> generated;
  for (int i = 0; i < 3; i++) {
    const auto by_path = sortid::Generator::try_make(Format::tid, Options().state_file(path));
    const auto by_text = sortid::Generator::try_make(Format::tid, Options().state_file(path.string()));
    generated.push_back(*by_path->try_next());
    generated.push_back(*by_text->try_next());
  }
  CHECK(std::is_sorted(generated.begin(), generated.end(), std::less_equal<>()) && std::filesystem::exists(path));

  const std::filesystem::path foreign = folder / "diary.txt", missing = folder / "no such folder" / "ids";
  std::ofstream(foreign) << "Dear diary,\n";
  const auto refused = [](const std::filesystem::path& file, ErrorCode code) {
    const auto generator = sortid::Generator::try_make(Format::tid, Options().state_file(file));
    return has_error(generator, code) && generator.error().path() == file.string();
  };
  CHECK(refused(foreign, ErrorCode::store_foreign) && refused(missing, ErrorCode::store_io));
  CHECK(has_error(sortid::Generator::try_make(Format::tid, Options().state_file("")), ErrorCode::invalid_option));
  // A generator accepts only existing lease files.
  const auto leased = [](const std::filesystem::path& file) {
    return sortid::Generator::try_make(Format::tid, Options().lease_file(file));
  };
  CHECK(has_error(leased(path), ErrorCode::store_foreign) && has_error(leased(folder / "none"), ErrorCode::store_io));
  CHECK(has_error(leased(""), ErrorCode::invalid_option) && !std::filesystem::exists(folder / "none"));
#if defined(__cpp_exceptions)
  try {
    sortid::Generator(Format::tid, Options().state_file(foreign));
    CHECK(!"rejected");
  } catch (const sortid::Exception& exception) {
    CHECK(exception.code() == ErrorCode::store_foreign && std::string(exception.what()).find(foreign.string()) != std::string::npos);
  }
#endif
  std::filesystem::remove_all(folder);
}

void threads() {
  const auto generator = sortid::Generator::try_make(Format::uuid7);
  std::array<std::vector<AnyId>, 8> generated;
  std::vector<std::thread> running;
  for (std::vector<AnyId>& ids : generated) {
    running.emplace_back([&] {
      for (int i = 0; i < 20000; i++) ids.push_back(*generator->try_next());
    });
  }
  for (std::thread& thread : running) thread.join();
  std::vector<AnyId> all;
  for (const std::vector<AnyId>& ids : generated) {
    CHECK(std::is_sorted(ids.begin(), ids.end()));
    all.insert(all.end(), ids.begin(), ids.end());
  }
  std::sort(all.begin(), all.end());
  CHECK(all.size() == 160000 && std::adjacent_find(all.begin(), all.end()) == all.end());
}

#if defined(__cpp_exceptions)

template <class Call>
bool throws(ErrorCode code, Call call) {
  try {
    call();
  } catch (const sortid::Exception& exception) {
    return exception.code() == code && std::string_view(exception.what()) == exception.error().message();
  }
  return false;
}

// Functions without `try_` return the same values, and throw errors.
void exceptions() {
  const AnyId tid = AnyId::parse(tid_text, Format::tid), uuid = AnyId::parse(uuid_text, Format::uuid7);
  CHECK(throws(ErrorCode::invalid_length, [] { AnyId::parse("", Format::tid); }));
  CHECK(throws(ErrorCode::not_applicable, [&] { uuid.u64(); }));
  CHECK(throws(ErrorCode::invalid_option, [] { sortid::Generator(Format::tid, Options().worker(1)); }));
  CHECK(throws(ErrorCode::unknown_format, [] { sortid::format_named("no_format"); }));
  CHECK(throws(ErrorCode::timestamp_out_of_range, [] { sortid::Timestamp(INT64_MAX, 0).time_point(); }));
  CHECK(AnyId::from_bytes(tid.data(), 8, Format::tid) == tid && AnyId::from_bytes(tid.array<8>(), Format::tid) == tid);
  CHECK(AnyId::from_u64(tid.u64(), Format::tid) == tid && AnyId::from_u128(uuid.u128().first, uuid.u128().second, Format::uuid7) == uuid);
  CHECK(AnyId::from_fields(tid.fields(), Format::tid) == tid && tid.field("clock_id").u64() == 6u);
  CHECK(uuid.text(sortid::Form::urn) == "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  CHECK(tid.timestamp().time_point<std::chrono::seconds>().time_since_epoch().count() == 1688137381 && tid.timestamp({}) == tid.timestamp());
  CHECK(tid.convert(Format::timeid).format() == Format::timeid && sortid::format_named("tid") == Format::tid);
  CHECK(sortid::min_at({1, 0}, Format::tid) < sortid::max_at({1, 0}, Format::tid));
  CHECK(sortid::range({1, 0}, {2, 0}, Format::tid).min == sortid::min_at({1, 0}, Format::tid));
  CHECK(sortid::prefix_range("3jz", Format::tid).min < tid && sortid::convert(tid_text, "tid", "timeid").text == "3jzf-cij-pj2z-2a");
  const sortid::Generator generator(Format::uuid7);
  const AnyId first = generator.next();
  CHECK(first < generator.next() && generator.next_after(first) > first && generator.next_ids(3).size() == 3 && generator.next_text() != "");
  const sortid::Generator manual(Format::uuid7, Options().clock(options::Clock::manual));
  const AnyId given = manual.next_at({1, 0});
  CHECK(manual.next_after_at(given, {1, 0}) > given && sortid::default_generator(Format::tid).format() == Format::tid);
  using sortid::Tid;
  const Tid typed = Tid::parse(tid_text);
  CHECK(Tid::from(tid) == typed && Tid::from_bytes(typed.array()) == typed && Tid::from_u64(typed.u64()) == typed);
  CHECK(Tid::from_fields(typed.fields()) == typed && typed.field("clock_id").u64() == 6u && typed.timestamp({}) == typed.timestamp());
  const auto late = sortid::Uuid7::at({3, 0});
  CHECK(sortid::Uuid7::at({2, 0}) < late && late < sortid::Uuid7::at({3, 0}) && sortid::new_id_at({3, 0}, Format::uuid7).timestamp() == late.timestamp());
  {
    const sortid::testing::Seed seed = {7};
    auto clock = sortid::testing::TestClock::freeze({5, 999000000}, &seed);
    const auto frozen = sortid::Uuid7::now();
    clock.advance(std::chrono::milliseconds(2));
    CHECK(frozen.timestamp() == sortid::Timestamp(5, 999000000) && sortid::Uuid7::now().timestamp() == sortid::Timestamp(6, 1000000));
    clock.set({4, 0});
    CHECK(sortid::Uuid7::now().timestamp() == sortid::Timestamp(4, 0));
    const auto same = sortid::testing::TestClock::freeze({5, 999000000}, &seed);
    CHECK(sortid::Uuid7::now() == frozen);
  }
  const Tid now = Tid::now();
  CHECK(typed.convert<Format::timeid>().text() == "3jzf-cij-pj2z-2a" && now < Tid::now());
  CHECK(Tid::range({1, 0}, {2, 0}).min == Tid::min_at({1, 0}) && Tid::max_at({1, 0}) > Tid::min_at({1, 0}) && Tid::prefix_range("3jz").contains(typed));
  const auto halves = sortid::Uuid7::parse(uuid_text);
  CHECK(sortid::Uuid7::from_u128(halves.u128().first, halves.u128().second) == halves && halves.text(sortid::Form::urn) != "");
  const sortid::basic_generator<Format::uuid7> uuids;
  const sortid::Uuid7 one = uuids.next();
  CHECK(one < uuids.next_after(one));
  CHECK(uuids.timestamp(one) == one.timestamp() && uuids.range({1, 0}, {2, 0}) == sortid::Uuid7::range({1, 0}, {2, 0}));
  const sortid::Options discord = Options().epoch(options::Epoch::discord).node(3u).clock(options::Clock::manual);
  const sortid::basic_generator<Format::snowflake> messages(discord);
  const sortid::Snowflake message = messages.next_at({1767323045, 678000000});
  CHECK(messages.timestamp(message) == sortid::Timestamp(1767323045, 678000000) && message.timestamp(discord) == messages.timestamp(message));
  CHECK(messages.range({1767323045, 0}, {1767323046, 0}).contains(message));
  const sortid::basic_generator<Format::uuid7> manuals(Options().clock(options::Clock::manual));
  CHECK(manuals.next_after_at(manuals.next_at({1, 0}), {1, 0}) > sortid::Uuid7::min_at({1, 0}));
  CHECK(throws(ErrorCode::not_applicable, [&] { Tid::from(uuid); }) && throws(ErrorCode::invalid_length, [] { Tid::parse(""); }));
  generator.reseed();
  sortid::reseed();
#define NEW(number, name, NAME, Name) \
  CHECK(sortid::name().format() == Format::name && AnyId::is_valid(sortid::name##_text(), Format::name)); \
  CHECK(sortid::new_id(Format::name) != AnyId(sortid::name()));
  SORTID_FORMATS_GENERATED(NEW)
}

#endif

}  // namespace

int main() {
  formats();
  ids();
  errors();
  order();
  times();
  ranges();
  integers();
  generators();
  node_origins();
  fills();
  state_files();
  threads();
#if defined(__cpp_exceptions)
  exceptions();
#endif
  CHECK(AnyId::is_valid(id_of_other_unit(), Format::uuid7));
  return checks_done();
}
