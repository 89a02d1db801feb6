// The suite's driver for C++: reads JSON requests and writes JSON answers, one per line, in order.
//
// It only uses the public API, as a user would, and contains no expected values.

#include <algorithm>
#include <iostream>
#include <sortid.hpp>
#include <thread>
#include <utility>

#include "../c/decimal.h"
#include "../c/json.h"

namespace {

/// Ends the driver because a line breaks the protocol.
[[noreturn]] void bad_request(std::string_view why) {
  std::cerr << "bad request: " << why << '\n';
  std::exit(1);
}

/// An operation or format that the driver does not know.
struct Unsupported {};

/// The library's error, with the texts generated before it.
struct Refused {
  sortid::Error error;
  std::string texts;
};

std::string quoted(std::string_view text) {
  // Ids are ASCII without quotes.
  return '"' + std::string(text) + '"';
}

/// Text of any kind, as JSON.
std::string escaped(std::string_view text) {
  std::string json;
  for (const char c : text) json += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return '"' + json + '"';
}

/// The results of `each` for the elements, as a JSON list.
template <class List, class Each>
std::string list(const List& elements, Each each) {
  std::string text;
  for (const auto& element : elements) text += (text.empty() ? "" : ", ") + each(element);
  return '[' + text + ']';
}

std::string texts(const std::vector<sortid::AnyId>& ids) {
  return list(ids, [](const sortid::AnyId& id) { return quoted(id.text()); });
}

std::string hex(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < size; i++) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return quoted(text);
}

std::string unix_json(const sortid::Timestamp& time) {
  return "{\"seconds\": " + quoted(std::to_string(time.seconds())) + ", \"nanos\": " + std::to_string(time.nanos()) + '}';
}

std::string unix_json(const sortid::Result<sortid::Timestamp>& time) {
  if (time) return unix_json(*time);
  if (time.error().code() == sortid::ErrorCode::not_applicable) return "null";
  throw sortid::Exception(time.error());
}

std::string id_json(const sortid::AnyId& id, const sortid::Options& options) {
  std::string fields;
  for (const sortid::Field& field : id.fields()) {
    fields += (fields.empty() ? "" : ", ") + quoted(field.name) + ": " + quoted(field.value.to_string());
  }
  return "{\"text\": " + quoted(id.text()) + ", \"hex\": " + hex(id.data(), id.size()) + ", \"fields\": {" + fields +
         "}, \"unix\": " + unix_json(id.try_timestamp(options)) + ", \"reserved\": " + (id.is_reserved() ? "true" : "false") +
         ", \"kind\": " + (id.kind() ? quoted(name(*id.kind())) : "null") + '}';
}

template <class Bounds>
std::string bounds_json(const Bounds& bounds) {
  return "{\"min\": " + quoted(bounds.min.text()) + ", \"max\": " + quoted(bounds.max.text()) + '}';
}

std::string_view view(const json* value) { return {value->text, value->length}; }

class Request {
 public:
  explicit Request(const json* request) : request_(request) {}

  const json* find(const char* key) const { return json_get(request_, key); }

  const json* required(const char* key) const {
    const json* value = find(key);
    if (value == nullptr) bad_request(key);
    return value;
  }

  std::string_view text(const char* key) const {
    const json* value = required(key);
    if (value->kind != JSON_STRING) bad_request(key);
    return view(value);
  }

  std::size_t number(const char* key) const {
    const auto value = integer(required(key)).u64();
    if (!value || *value > SIZE_MAX / 2) bad_request(key);
    return static_cast<std::size_t>(*value);
  }

  sortid::Format format() const {
    const auto format = sortid::try_format_named(text("format"));
    if (!format) throw Unsupported();
    return *format;
  }

  /// The formats to search for, if the request names any.
  std::optional<std::vector<sortid::Format>> formats() const {
    const json* named = find("formats");
    if (named == nullptr) return std::nullopt;
    std::vector<sortid::Format> formats;
    for (const json* format = named->first; format != nullptr; format = format->next) formats.push_back(sortid::format_named(view(format)));
    return formats;
  }

  sortid::Form form() const {
    for (const sortid::Form form : sortid::forms) {
      if (name(form) == text("form")) return form;
    }
    bad_request("no form");
  }

  sortid::AnyId id(const char* key) const { return sortid::AnyId::parse(text(key), format()); }

  sortid::Timestamp time(const char* key) const { return timestamp(required(key)); }

  /// The scripted readings of a manual clock, if the request has them.
  std::vector<sortid::Timestamp> times() const {
    std::vector<sortid::Timestamp> times;
    if (const json* list = find("times")) {
      for (const json* time = list->first; time != nullptr; time = time->next) times.push_back(timestamp(time));
      if (times.empty()) bad_request("`times` is empty");
    }
    return times;
  }

  /// The bytes, valid as long as the request.
  const std::vector<std::uint8_t>& bytes() const {
    if (bytes_.empty()) bytes_ = bytes_of(text("hex"));
    return bytes_;
  }

  static std::vector<std::uint8_t> bytes_of(std::string_view digits) {
    if (digits.size() % 2 != 0) bad_request("no hexadecimal");
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(std::string(digits.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
  }

  std::vector<sortid::Field> fields() const {
    std::vector<sortid::Field> fields;
    for (const json* field = required("fields")->first; field != nullptr; field = field->next) {
      fields.push_back({{field->key, field->key_length}, integer(field)});
    }
    return fields;
  }

  /// The options with the seed, and with a manual clock if the request scripts one.
  sortid::Options options() const {
    sortid::Options options;
    const json* given = find("options");
    for (const json* option = given == nullptr ? nullptr : given->first; option != nullptr; option = option->next) {
      options.set(library_name({option->key, option->key_length}), option_text(option));
    }
    if (const json* seed = find("seed")) options.set("seed", option_text(seed));
    if (find("times") != nullptr && json_get(given, "clock") == nullptr) options.clock(sortid::options::Clock::manual);
    return options;
  }

  /// The type with the prefix and the options.
  sortid::IdType type() const { return sortid::IdType::make(format(), text("prefix"), options()); }

  sortid::Generator generator() const { return sortid::Generator(format(), options()); }

 private:
  static sortid::Integer integer(const json* value) {
    sortid_integer read;
    const bool may_be = value->kind == JSON_NUMBER || value->kind == JSON_STRING;
    if (!may_be || !decimal_parse(value->text, value->length, &read)) bad_request("no integer");
    return {read.high, read.low};
  }

  static sortid::Timestamp timestamp(const json* time) {
    const Request parts(time);
    const auto seconds = integer(parts.required("seconds")).i64();
    const auto nanos = integer(parts.required("nanos")).u64();
    if (!seconds || !nanos || *nanos > UINT32_MAX) bad_request("no time");
    return {*seconds, static_cast<std::uint32_t>(*nanos)};
  }

  /// The library's name of an option: the protocol has names of its own for the node.
  std::string_view library_name(std::string_view option) const {
    static constexpr std::string_view nodes[][2] = {
        {"tid", "clock_id"},      {"uid11_snowish", "machine"}, {"snowflake", "machine"}, {"flake_idgen", "machine"},
        {"sonyflake", "machine"}, {"sharding_id", "shard"},     {"scru160", "node_id"},   {"scru64", "node_id"},
    };
    const json* format = find("format");
    if (format == nullptr || json_get(find("options"), "node") != nullptr) return option;
    for (const auto& own : nodes) {
      if (own[0] == view(format) && own[1] == option) return "node";
    }
    return option;
  }

  /// Passes values other than texts, numbers and flags as a text that no option accepts.
  static std::string_view option_text(const json* option) {
    const bool is_plain = option->kind == JSON_STRING || option->kind == JSON_NUMBER || option->kind == JSON_BOOL;
    return is_plain ? view(option) : std::string_view();
  }

  const json* request_;
  mutable std::vector<std::uint8_t> bytes_;
};

std::string forms(const Request& request) {
  const sortid::AnyId id = request.id("text");
  std::string forms;
  for (const sortid::Form form : sortid::forms) {
    if (const auto text = id.try_text(form)) forms += (forms.empty() ? "" : ", ") + quoted(name(form)) + ": " + quoted(*text);
  }
  return '{' + forms + '}';
}

std::string text_json(std::string_view text) { return "{\"text\": " + quoted(text) + '}'; }

std::string byte_order(const Request& request) {
  const auto order = request.text("order") == "guid" ? sortid::ByteOrder::guid : sortid::ByteOrder::mysql_swapped;
  if (request.find("hex") != nullptr) {
    const auto& bytes = request.bytes();
    return text_json(sortid::AnyId::from_bytes_in(bytes.data(), bytes.size(), request.format(), order).text());
  }
  const auto bytes = request.id("text").bytes_in(order);
  return "{\"hex\": " + hex(bytes.data(), bytes.size()) + '}';
}

std::string keyed(const Request& request) {
  const auto optional = [&](const char* key) {
    return request.find(key) != nullptr ? std::optional<std::string_view>(request.text(key)) : std::nullopt;
  };
  const auto bytes = request.find("hex") != nullptr ? request.bytes() : decltype(request.bytes()){};
  const std::string_view octets(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto key = request.find("hex") != nullptr ? octets : std::string_view(request.text("key"));
  const auto name_space = optional("namespace").value_or(std::string_view());
  return text_json(sortid::keyed(request.time("unix"), key, request.format(), name_space, optional("secret")).text());
}

/// An id with its corrections, without the opening brace.
std::string corrected_json(const sortid::Corrected<sortid::AnyId>& read) {
  const auto named = [](sortid::Correction correction) { return quoted(name(correction)); };
  return "\"text\": " + quoted(read.id.text()) + ", \"corrections\": " + list(read.corrections.list(), named) + '}';
}

std::string near_misses(const Request& request) {
  return "{\"misses\": " + list(sortid::inspect(request.text("text")).suggestions(), [](const sortid::Corrected<sortid::AnyId>& miss) {
           return "{\"format\": " + quoted(name(miss.id.format())) + ", " + corrected_json(miss);
         }) + '}';
}

std::string flag_json(bool valid) { return valid ? "{\"valid\": true}" : "{\"valid\": false}"; }

// Takes a pair, evaluated in order: the first error is the answer.
std::string order_json(const std::pair<sortid::AnyId, sortid::AnyId>& ids) {
  const int order = int(ids.first > ids.second) - int(ids.first < ids.second);
  return "{\"order\": " + std::to_string(order) + '}';
}

std::string prefix_json(std::string_view prefix) { return "{\"prefix\": " + quoted(prefix) + '}'; }

std::string converted_json(const sortid::Converted& converted) {
  return "{\"text\": " + quoted(converted.text) + ", \"hex\": " + hex(converted.bytes.data(), converted.bytes.size()) + '}';
}

/// Offsets count code points.
std::string find_ids(const Request& request) {
  const std::string_view text = request.text("text");
  const auto points = [&](std::size_t end) {
    const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
    return std::to_string(std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), begins));
  };
  const auto formats = request.formats();
  return "{\"found\": " + list(formats ? sortid::find_ids(text, *formats) : sortid::find_ids(text), [&](const sortid::FoundId& found) {
           return "{\"format\": " + quoted(name(found.id.format())) + ", \"id\": " + quoted(found.id.text()) +
                  ", \"start\": " + points(found.start) + ", \"end\": " + points(found.end) + '}';
         }) + '}';
}

std::string inspect(const Request& request) {
  return "{\"readings\": " + list(sortid::inspect(request.text("text")).readings(), [](const sortid::Reading& reading) {
           const std::string epoch = reading.epoch.empty() ? "" : ", \"epoch\": " + quoted(reading.epoch);
           const std::string unix_time = reading.timestamp ? unix_json(*reading.timestamp) : "null";
           return "{\"format\": " + quoted(name(reading.id.format())) + epoch + ", \"unix\": " + unix_time + '}';
         }) + '}';
}

std::string prefixed_parse(const Request& request) {
  const auto read = request.find("prefix") == nullptr ? sortid::AnyTypeId::parse(request.text("text"), request.format())
                                                      : request.type().parse(request.text("text"));
  return "{\"prefix\": " + quoted(read.prefix()) + ", \"id\": " + quoted(read.id().text()) + ", \"unix\": " +
         unix_json(read.try_timestamp()) + '}';
}

/// Generates ids of a declared prefix, and describes the last one.
std::string prefixed_generate(const Request& request) {
  const sortid::IdType type = request.type();
  std::vector<sortid::AnyTypeId> ids;
  while (ids.size() < request.number("count")) ids.push_back(type.now());
  const auto kind = ids.back().id().kind();
  return "{\"texts\": " + list(ids, [](const sortid::AnyTypeId& id) { return quoted(id.text()); }) + ", \"prefix\": " +
         quoted(ids.back().prefix()) + ", \"kind\": " + (kind ? quoted(name(*kind)) : "null") + '}';
}

std::string generate(const Request& request) {
  if (request.find("prefix") != nullptr) return prefixed_generate(request);
  const sortid::Generator generator = request.generator();
  const std::vector<sortid::Timestamp> times = request.times();
  const std::size_t count = request.number("count");
  std::vector<sortid::AnyId> ids;
  for (std::size_t i = 0; i < count; i++) {
    const auto id = times.empty() ? generator.try_next() : generator.try_next_at(times[std::min(i, times.size() - 1)]);
    if (!id) throw Refused{id.error(), texts(ids)};
    ids.push_back(*id);
  }
  return "{\"texts\": " + texts(ids) + '}';
}

/// All scripted readings but the last are for ids of earlier calls.
std::string after(const Request& request) {
  const sortid::Generator generator = request.generator();
  const sortid::AnyId id = request.id("text");
  const std::vector<sortid::Timestamp> times = request.times();
  for (std::size_t i = 0; i + 1 < times.size(); i++) (void)generator.next_at(times[i]);
  const sortid::AnyId next = times.empty() ? generator.next_after(id) : generator.next_after_at(id, times.back());
  return text_json(next.text());
}

std::string threads(const Request& request) {
  const sortid::Generator generator = request.generator();
  const std::size_t per_thread = request.number("per_thread");
  std::vector<std::vector<sortid::AnyId>> made(request.number("threads"));
  std::vector<std::optional<sortid::Error>> errors(made.size());
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < made.size(); i++) {
    running.emplace_back([&, i] {
      while (made[i].size() < per_thread && !errors[i]) {
        if (const auto id = generator.try_next()) {
          made[i].push_back(*id);
        } else {
          errors[i] = id.error();
        }
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  for (const auto& error : errors) {
    if (error) throw sortid::Exception(*error);
  }
  return "{\"texts\": " + list(made, texts) + '}';
}

/// Concatenated rows, their offsets, and which are valid.
class Rows {
 public:
  Rows(const Request& request) : format_(request.format()), is_text_(request.find("texts") != nullptr) {
    for (const json* row = request.required(is_text_ ? "texts" : "hex")->first; row != nullptr; row = row->next) {
      if (size() % 8 == 0) there_.push_back(0);
      if (row->kind == JSON_STRING) {
        there_.back() = static_cast<std::uint8_t>(there_.back() | 1 << size() % 8);
        if (is_text_) {
          data_ += view(row);
        } else {
          for (const std::uint8_t byte : Request::bytes_of(view(row))) data_ += static_cast<char>(byte);
        }
      }
      offsets_.push_back(static_cast<std::int64_t>(data_.size()));
    }
    there_.push_back(0);
  }

  std::size_t size() const { return offsets_.size() - 1; }

  /// The column that begins at row `first`.
  sortid::Column from(std::size_t first) const {
    const std::int64_t* offsets = offsets_.data() + first;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(data_.data());
    const auto column = is_text_ ? sortid::Column::texts(data_, offsets, size() - first, format_)
                                 : sortid::Column::bytes(bytes, data_.size(), offsets, size() - first, format_);
    return column.with_validity(there_.data(), first);
  }

  /// The errors of the rows as JSON; empty for valid rows. Continues after each error.
  template <class Read>
  std::vector<std::string> refused(Read read) const {
    std::vector<std::string> refused(size());
    for (std::size_t first = 0; first < size();) {
      const sortid::Outcome outcome = read(from(first)).value();
      if (!outcome.invalid_row()) break;
      first += *outcome.invalid_row();
      refused[first] = "{\"error\": " + quoted(name(*outcome.invalid_code()));
      if (outcome.invalid_offset()) refused[first] += ", \"offset\": " + std::to_string(*outcome.invalid_offset());
      refused[first++] += '}';
    }
    return refused;
  }

 private:
  sortid::Format format_;
  bool is_text_;
  std::string data_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::uint8_t> there_;
};

bool is_set(const std::vector<std::uint8_t>& bitmap, std::size_t row) { return (bitmap[row / 8] >> row % 8 & 1) != 0; }

sortid::Unit unit(std::string_view name) {
  constexpr std::string_view names[] = {"s", "ms", "us", "ns"};
  const auto found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) bad_request("no such unit");
  return static_cast<sortid::Unit>(found - std::begin(names));
}

std::string columns(const Request& request) {
  const Rows rows(request);
  const sortid::Format format = request.format();
  const sortid::Options options = request.options();
  const sortid::Unit in = unit(request.text("unit"));
  const auto null = sortid::OnInvalid::null;
  const auto stop = sortid::OnInvalid::stop;
  const std::size_t width = sortid::bits(format) / 8, text_width = sortid::text_length(format);
  const sortid::Column column = rows.from(0);

  std::vector<std::uint8_t> bytes(rows.size() * width), valid(rows.size() / 8 + 1), timed = valid;
  std::string texts(rows.size() * text_width, ' ');
  std::vector<std::int64_t> times(rows.size());
  const auto refused = rows.refused([&](const sortid::Column& rest) { return rest.try_bytes(bytes.data(), bytes.size(), stop); });
  const sortid::Outcome outcome = column.try_bytes(bytes.data(), bytes.size(), null, valid.data()).value();
  (void)column.try_texts(texts.data(), texts.size(), null).value();
  std::vector<std::string> untimed;
  const auto with_outcome = column.try_times(in, times.data(), times.size(), null, timed.data(), options);
  if (with_outcome) {
    std::vector<std::int64_t> room(rows.size());
    untimed =
        rows.refused([&](const sortid::Column& rest) { return rest.try_times(in, room.data(), room.size(), stop, nullptr, options); });
  } else if (with_outcome.error().code() != sortid::ErrorCode::not_applicable) {
    throw sortid::Exception(with_outcome.error());
  }

  std::string all;
  for (std::size_t row = 0; row < rows.size(); row++) {
    all += row == 0 ? "" : ", ";
    if (!refused[row].empty()) {
      all += refused[row];
    } else if (!is_set(valid, row)) {
      all += "null";
    } else {
      const std::string_view text = std::string_view(texts).substr(row * text_width, text_width);
      const std::string time = !with_outcome ? "null" : is_set(timed, row) ? quoted(std::to_string(times[row])) : untimed[row];
      all += "{\"hex\": " + hex(bytes.data() + row * width, width) + ", \"text\": " + quoted(text.substr(0, text.find('\0'))) +
             ", \"time\": " + time + '}';
    }
  }
  std::string counts;
  for (std::int32_t number = 1; number < SORTID_COUNTS_SIZE; number++) {
    const auto code = static_cast<sortid::ErrorCode>(number);
    if (outcome.count(code) == 0) continue;
    counts += (counts.empty() ? "" : ", ") + quoted(name(code)) + ": " + std::to_string(outcome.count(code));
  }
  return "{\"rows\": [" + all + "], \"counts\": {" + counts + "}}";
}

std::string at(const Request& request) {
  const auto format = request.format();
  const auto time = request.time("unix");
  if (request.find("prefix") != nullptr) {
    const sortid::IdType type = request.type();
    return bounds_json(sortid::basic_range<sortid::AnyTypeId>{type.min_at(time), type.max_at(time)});
  }
  if (request.find("options") == nullptr) return bounds_json(sortid::Range{sortid::min_at(time, format), sortid::max_at(time, format)});
  const auto options = request.options();
  return bounds_json(sortid::Range{sortid::min_at(time, format, options), sortid::max_at(time, format, options)});
}

std::string range(const Request& request) {
  const sortid::Timestamp from = request.time("from"), to = request.time("to");
  if (request.find("prefix") == nullptr) return bounds_json(sortid::range(from, to, request.format(), request.options()));
  return bounds_json(request.type().range(from, to));
}

std::string formats(const Request& request) {
  const sortid::Format format = request.format();
  const auto flag = [](bool value) { return value ? "true" : "false"; };
  return "{\"code\": " + std::to_string(static_cast<unsigned>(format)) + ", \"bits\": " + std::to_string(sortid::bits(format)) +
         ", \"text_len\": " + std::to_string(sortid::text_length(format)) +
         ", \"text_len_min\": " + std::to_string(sortid::text_length_min(format)) +
         ", \"text_sorts\": " + flag(sortid::text_sorts(format)) + ", \"bytes_sort\": " + flag(sortid::bytes_sort(format)) + '}';
}

std::string run(const Request& r) {
  const std::string_view op = r.text("op");
  // <generated: operations>
  if (op == "parse") return id_json(sortid::AnyId::parse(r.text("text"), r.format()), r.options());
  if (op == "from_bytes") return id_json(sortid::AnyId::from_bytes(r.bytes().data(), r.bytes().size(), r.format()), r.options());
  if (op == "build") return id_json(sortid::AnyId::from_fields(r.fields(), r.format()), r.options());
  if (op == "forms") return forms(r);
  if (op == "parse_form") return text_json(sortid::AnyId::parse_form(r.text("text"), r.format(), r.form()).text());
  if (op == "byte_order") return byte_order(r);
  if (op == "keyed") return keyed(r);
  if (op == "parse_lenient") return '{' + corrected_json(sortid::AnyId::parse_lenient(r.text("text"), r.format()));
  if (op == "near_misses") return near_misses(r);
  if (op == "prefix") return bounds_json(sortid::prefix_range(r.text("prefix"), r.format()));
  if (op == "at") return at(r);
  if (op == "range") return range(r);
  if (op == "convert") return converted_json(sortid::convert(r.text("text"), r.text("format"), r.text("to")));
  if (op == "inspect") return inspect(r);
  if (op == "find_ids") return find_ids(r);
  if (op == "compare") return order_json(std::pair{r.id("a"), r.id("b")});
  if (op == "step") return text_json((r.text("to") == "successor" ? r.id("text").successor() : r.id("text").predecessor()).text());
  if (op == "is_valid") return flag_json(sortid::AnyId::is_valid(r.text("text"), r.format()));
  if (op == "formats") return formats(r);
  if (op == "prefixed_parse") return prefixed_parse(r);
  if (op == "prefixed_text") return text_json([&](const sortid::AnyId& id) { return r.type().from(id); }(r.id("text")).text());
  if (op == "prefix_of") return prefix_json(sortid::prefix_of(r.text("text")));
  if (op == "generate") return generate(r);
  if (op == "after") return after(r);
  if (op == "threads") return threads(r);
  if (op == "columns") return columns(r);
  // </generated>
  throw Unsupported();
}

std::string error_json(const sortid::Error& error) {
  std::string text = "\"error\": " + quoted(name(error.code()));
  if (error.offset()) text += ", \"offset\": " + std::to_string(*error.offset());
  return text + ", \"message\": " + escaped(error.message());
}

std::string answer(const Request& request) {
  try {
    return "\"ok\": " + run(request);
  } catch (const Unsupported&) {
    return "\"error\": \"unsupported\"";
  } catch (const Refused& refused) {
    return error_json(refused.error) + ", \"texts\": " + refused.texts;
  } catch (const sortid::Exception& exception) {
    return error_json(exception.error());
  }
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::unique_ptr<json, void (*)(json*)> parsed(json_parse(line.data(), line.size()), json_free);
    if (parsed == nullptr) bad_request("no JSON");
    const Request request(parsed.get());
    const std::string_view id = view(request.required("id"));
    std::cout << "{\"id\": " << id << ", " << answer(request) << "}" << std::endl;
  }
}
