// Generates ids in two threads until the audit ends. src/mixture.rs explains the arguments.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sortid.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono;

struct Source {
  std::string name;
  sortid::Format format;
  sortid::Generator generator;
  bool is_default;
};

// `custom64:PRESET` is a generator with a preset.
static Source source(const std::string& name) {
  const auto colon = name.find(':');
  const auto format = sortid::format_named(name.substr(0, colon));
  if (colon == std::string::npos) return {name, format, sortid::default_generator(format), true};
  sortid::Options options;
  options.set("preset", name.substr(colon + 1));
  return {name, format, sortid::Generator(format, options), false};
}

static void burst(const Source& source, const std::string& path, bool is_batch) {
  std::vector<std::uint64_t> ids(is_batch ? 1000 : 100);
  if (is_batch) {
    if (source.generator.fill(ids.data(), ids.size()).error) std::abort();
  } else {
    for (auto& id : ids) id = (source.is_default ? sortid::new_id(source.format) : source.generator.next()).u64();
  }
  for (auto& id : ids) id = __builtin_bswap64(id);
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file.write(reinterpret_cast<const char*>(ids.data()), static_cast<std::streamsize>(ids.size() * sizeof ids[0]));
}

int main(int argc, char** argv) {
  if (argc != 7) return 2;
  const std::string folder = argv[1], stream = std::string(argv[2]) + "." + std::to_string(getpid());
  const bool is_batch = std::string(argv[4]) == "batch";
  std::vector<std::optional<Source>> sources;
  std::istringstream formats(argv[3]);
  for (std::string name; std::getline(formats, name, ',');) {
    sources.push_back(name == "-" ? std::nullopt : std::optional(source(name)));
  }
  const auto work = [&](const std::string& thread) {
    while (std::filesystem::exists(folder + "/go")) {
      // Turns of 20 ms: all processes generate the same format at the same time.
      const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
      const auto& source = sources[static_cast<std::size_t>(now / 20) % sources.size()];
      if (source) burst(*source, folder + "/" + source->name + "/" + stream + thread, is_batch);
      const auto after = duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
      std::this_thread::sleep_for(microseconds(20000 - after % 20000));
    }
  };
  std::thread other(work, ".1");
  work(".0");
  other.join();
}
