vcpkg_from_github(
    OUT_SOURCE_PATH SOURCE_PATH
    REPO sortid/sortid
    REF "v${VERSION}"
    # Unknown before the release.
    SHA512 0
    HEAD_REF main
)

if(SORTID_ARCHIVE)
    # Set in a triplet: the folder of an unpacked archive of the release.
    file(COPY "${SORTID_ARCHIVE}/include" "${SORTID_ARCHIVE}/lib" DESTINATION "${CURRENT_PACKAGES_DIR}")
else()
    # Cargo builds the library; vcpkg has no port of it.
    find_program(CARGO cargo REQUIRED)
    vcpkg_execute_required_process(
        COMMAND "${CARGO}" run --quiet --locked --package sortid-install -- --prefix "${CURRENT_PACKAGES_DIR}"
        WORKING_DIRECTORY "${SOURCE_PATH}"
        LOGNAME "build-${TARGET_TRIPLET}"
    )
endif()

# One kind of library, and for programs that are debugged the same one: Rust's own checks are not for them.
if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
    file(GLOB others "${CURRENT_PACKAGES_DIR}/lib/libsortid.so*")
else()
    set(others "${CURRENT_PACKAGES_DIR}/lib/libsortid.a")
endif()
file(REMOVE ${others})
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
# CMake's package finds the libraries from where it lies, which is elsewhere with vcpkg.
file(READ "${CURRENT_PACKAGES_DIR}/lib/cmake/sortid/sortid-config.cmake" config)
string(REPLACE "/../../..\"" "/../..\"" config "${config}")
file(WRITE "${CURRENT_PACKAGES_DIR}/share/sortid/sortid-config.cmake" "${config}")
file(RENAME "${CURRENT_PACKAGES_DIR}/lib/cmake/sortid/sortid-config-version.cmake" "${CURRENT_PACKAGES_DIR}/share/sortid/sortid-config-version.cmake")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake")
vcpkg_fixup_pkgconfig()

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
