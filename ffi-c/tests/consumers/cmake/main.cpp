// A project outside of the repository that only uses find_package.
#include <iostream>

#include <sortid.hpp>

int main() {
  const sortid::AnyId id = sortid::uuid7();
  std::cout << id << '\n';
  return sortid::AnyId::parse(id.to_string(), sortid::Format::uuid7) == id ? 0 : 1;
}
