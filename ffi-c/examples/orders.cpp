// Orders with ids that sort by time, in C++: generates ids, reads ids of requests, and prints the
// range of an hour.
//
//     c++ -std=c++17 orders.cpp $(pkg-config --cflags --libs sortid) -o orders && ./orders
#include <chrono>
#include <iostream>
#include <map>
#include <string>

#include <sortid.hpp>

using sortid::AnyId;
using sortid::Format;

// Reads untrusted text. `try_parse` does not throw.
static void read_request(std::string_view text) {
  const auto id = AnyId::try_parse(text, Format::uuid7);
  if (!id) {
    std::cout << "rejected   " << id.error().message() << '\n';
    return;
  }
  const auto time = id->timestamp().time_point<std::chrono::milliseconds>();
  std::cout << "accepted   generated " << time.time_since_epoch().count() << " ms after 1970\n";
}

int main() {
  // The machine identifier of the generator is part of every id. Threads may share the generator.
  const sortid::Generator generator(Format::uuid7, sortid::Options().machine_id(7).on_rollback(sortid::options::OnRollback::error));
  std::map<AnyId, int> orders;
  for (int cents : {1999, 250, 4200}) orders.emplace(generator.next(), cents);
  for (const auto& [id, cents] : orders) std::cout << id << "  " << cents << '\n';

  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398g");

  // For WHERE id BETWEEN min AND max: the ids of the last hour.
  const auto now = std::chrono::system_clock::now();
  const auto [min, max] = sortid::range(now - std::chrono::hours(1), now, Format::uuid7);
  std::cout << "from       " << min << "\nto         " << max << '\n';

  // The readings of a text in every format, likeliest first.
  for (const sortid::Reading& reading : sortid::inspect("3jzfcijpj2z2a").readings()) {
    std::cout << name(reading.id.format()) << ": " << reading.timestamp->seconds() << " s\n";
  }

  // The shortest call for a new id, and many ids with one call.
  std::cout << "a tid      " << sortid::tid() << '\n';
  std::array<std::uint64_t, 1000> keys{};
  const sortid::Filled filled = sortid::default_generator(Format::tid).fill(keys.data(), keys.size());
  std::cout << "filled     " << filled.ids << " keys, from " << keys.front() << " to " << keys.back() << '\n';
  return filled.error ? 1 : 0;
}
