"""sortid for Conan 2: `conan create ffi-c/packaging/conan` from a copy of the repository.

Cargo builds it. With `-c user.sortid:archive=DIR`, the folder of an unpacked archive of a release, nothing is built.
"""

from pathlib import Path

from conan import ConanFile
from conan.tools.files import copy, rm


class SortidConan(ConanFile):
    name = "sortid"
    version = "0.1.0"
    description = "Time-sortable identifiers, the same in every language"
    license = "MIT OR Apache-2.0"
    homepage = "https://github.com/sortid/sortid"
    url = "https://github.com/sortid/sortid"
    topics = ("uuid", "identifier", "sortable")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def export_sources(self) -> None:
        root = Path(self.recipe_folder).parents[2]
        copy(
            self,
            "*",
            root,
            self.export_sources_folder,
            excludes=["target/*", ".git/*", "*/node_modules/*", "*/__pycache__/*"],
        )

    def package_id(self) -> None:
        # A library of C, which cargo builds in its own way.
        del self.info.settings.compiler
        del self.info.settings.build_type

    def package(self) -> None:
        archive = self.conf.get("user.sortid:archive")
        if archive:
            for folder in ("include", "lib"):
                copy(self, "*", Path(archive) / folder, Path(self.package_folder) / folder)
        else:
            install = "cargo run --quiet --locked --package sortid-install --"
            self.run(f'{install} --prefix "{self.package_folder}"', cwd=self.source_folder)
        copy(self, "LICENSE-*", self.source_folder, Path(self.package_folder) / "licenses")
        libraries = Path(self.package_folder) / "lib"
        # Conan writes its own for the option that was chosen.
        rm(self, "*.pc", libraries, recursive=True)
        rm(self, "*.cmake", libraries, recursive=True)
        rm(self, "*.a" if self.options.shared else "*.so*", libraries)

    def package_info(self) -> None:
        self.cpp_info.libs = ["sortid"]
        self.cpp_info.set_property("cmake_file_name", "sortid")
        self.cpp_info.set_property("cmake_target_name", "sortid::sortid")
        self.cpp_info.set_property("pkg_config_name", "sortid")
        if not self.options.shared and self.settings.os == "Linux":
            self.cpp_info.system_libs = ["pthread", "dl", "m"]
