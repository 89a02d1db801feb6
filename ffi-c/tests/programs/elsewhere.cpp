// A second translation unit for api.cpp with the same header.
#include <sortid.hpp>

std::string id_of_other_unit();

std::string id_of_other_unit() { return sortid::try_uuid7()->to_string(); }
