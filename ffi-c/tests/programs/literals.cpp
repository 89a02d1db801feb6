// Literals and the library agree on random texts.

#include <sortid.hpp>
#include <sortid/tables.hpp>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <random>
#include <string>

#include "check.h"

namespace {

using sortid::detail::Shape;

/// Compares the compile-time parser with the library.
template <sortid::Format F>
void compare(const std::string& text) {
  const sortid::detail::Read done = sortid::detail::read<F>(text);
  const auto id = sortid::AnyId::try_parse(text, F);
  const Shape& canonical = sortid::detail::texts<F>.shapes[0];
  const bool selects = canonical.shortest < canonical.pattern.size() && text.size() <= canonical.pattern.size();
  bool agrees = false;
  if (selects && (id ? id->text() != text : text.compare(0, 2, "0x") == 0)) {
    // Only the library reads other forms of this length, and has their error codes.
    agrees = done.error != SORTID_OK;
  } else if (id) {
    agrees = done.error == SORTID_OK && std::memcmp(done.id.bytes, id->bytes().data(), id->bytes().size()) == 0;
  } else {
    agrees = done.error == static_cast<std::int32_t>(id.error().code());
  }
  if (!CHECK(agrees)) std::fprintf(stderr, "%s: \"%s\" is %d\n", std::string(sortid::name(F)).c_str(), text.c_str(), done.error);
}

template <sortid::Format F>
void compare_random_texts(std::mt19937& random) {
  const auto below = [&random](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  for (const Shape& shape : sortid::detail::texts<F>.shapes) {
    const std::size_t longest = shape.pattern.size();
    for (int round = 0; round < 2000 && longest != 0; round++) {
      // Half of the texts have a small first digit, so that many are valid.
      std::string text(shape.pattern.substr(below(longest - shape.shortest + 1)));
      for (char& symbol : text) {
        if (symbol < '0' || symbol > '3') continue;
        symbol = shape.symbols[below(round % 2 == 0 && &symbol == &text[0] ? 2 : shape.symbols.size())];
      }
      // Ids and UUIDs with one changed symbol are often valid.
      for (const std::string& like : {text, sortid::AnyId::from_fields({}, F).text().to_string()}) {
        std::string changed = like;
        changed[below(like.size())] = round % 3 == 0 ? static_cast<char>(below(256)) : shape.symbols[below(shape.symbols.size())];
        compare<F>(like);
        compare<F>(changed);
      }
      if (shape.ignores_case) std::transform(text.begin(), text.end(), text.begin(), [](unsigned char symbol) { return std::toupper(symbol); });
      compare<F>(text);
    }
    for (std::size_t length = 0; length < 64 && longest != 0; length++) {
      compare<F>(std::string(length, shape.symbols.front()));
      compare<F>(std::string(length, shape.symbols.back()));
    }
  }
}

}  // namespace

int main() {
  std::mt19937 random(1);
#define EACH(number, name, NAME, Name) compare_random_texts<sortid::Format::name>(random);
  SORTID_FORMATS_KNOWN(EACH)
#undef EACH
  return checks_done();
}
