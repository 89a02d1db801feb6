// A project of somebody else, who knows find_package alone.
#include <iostream>

#include <sortid.hpp>

int main() {
  const sortid::Id id = sortid::uuid7();
  std::cout << id << '\n';
  return sortid::Id::parse(id.to_string(), sortid::Format::uuid7) == id ? 0 : 1;
}
