// A user's program in C++.
#include <iostream>

#include <sortid.hpp>

int main() {
  const sortid::Uuid7 id = sortid::uuid7();
  std::cout << id << '\n';
  const sortid::Tid tid = sortid::Tid::parse("3jzfcijpj2z2a");
  return sortid::Uuid7::parse(id.to_string()) == id && tid.timestamp().seconds() == 1688137381 && !sortid::Tid::try_parse("3jz") ? 0 : 1;
}
