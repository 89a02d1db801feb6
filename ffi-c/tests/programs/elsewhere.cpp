// A second translation unit for api.cpp with the same header.
#include <sortid.hpp>

std::string made_elsewhere();

std::string made_elsewhere() { return sortid::try_uuid7()->to_string(); }
