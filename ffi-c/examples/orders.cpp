// Orders with ids that sort by time, in C++: make some, read one from a request, look at it, and ask for those of an hour.
//
//     c++ -std=c++17 orders.cpp $(pkg-config --cflags --libs sortid) -o orders && ./orders
#include <chrono>
#include <iostream>
#include <map>
#include <string>

#include <sortid.hpp>

using sortid::Format;
using sortid::Id;

// What somebody sent us: anything. `try_parse` does not throw.
static void read_request(std::string_view text) {
  const auto id = Id::try_parse(text, Format::uuid7);
  if (!id) {
    std::cout << "refused    " << id.error().message() << '\n';
    return;
  }
  const auto time = id->timestamp().time_point<std::chrono::milliseconds>();
  std::cout << "accepted   made " << time.time_since_epoch().count() << " ms after 1970\n";
}

int main() {
  // From a generator of our own: its machine identifier stands in every id. Threads may share it.
  sortid::Options options;
  options.machine_id = 7;
  options.on_rollback = sortid::OnRollback::error;
  const sortid::Generator generator(Format::uuid7, options);
  std::map<Id, int> orders;
  for (int cents : {1999, 250, 4200}) orders.emplace(generator.next(), cents);
  for (const auto& [id, cents] : orders) std::cout << id << "  " << cents << '\n';

  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  read_request("017f22e2-79b0-7cc3-98c4-dc0c0c07398g");

  // WHERE id BETWEEN min AND max: everything of the last hour.
  const auto now = std::chrono::system_clock::now();
  const auto [min, max] = sortid::range(now - std::chrono::hours(1), now, Format::uuid7);
  std::cout << "from       " << min << "\nto         " << max << '\n';

  // What is this id? Every reading, likeliest first.
  for (const sortid::Reading& reading : sortid::inspect("3jzfcijpj2z2a")) {
    std::cout << name(reading.id.format()) << ": " << reading.timestamp->seconds() << " s\n";
  }

  // The shortest way to an id, and many at once into memory of ours.
  std::cout << "a tid      " << sortid::tid() << '\n';
  std::array<std::uint64_t, 1000> keys{};
  const sortid::Filled filled = sortid::default_generator(Format::tid).fill(keys.data(), keys.size());
  std::cout << "filled     " << filled.ids << " keys, from " << keys.front() << " to " << keys.back() << '\n';
  return filled.error ? 1 : 0;
}
