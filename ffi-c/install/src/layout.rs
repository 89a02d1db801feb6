//! The paths of an installation, and its pkg-config and CMake files.

use std::error::Error;
use std::path::{Component, Path, PathBuf};

const ABI_VERSION: u32 = include!("../../abi-version");

/// A shared library's file, the name that programs load, and the name that linkers look for.
fn names_on(apple: bool, library: &str) -> [String; 3] {
    let (major, all) = (ABI_VERSION.to_string(), format!("{ABI_VERSION}.0.0"));
    if apple {
        [
            format!("{library}.{all}.dylib"),
            format!("{library}.{major}.dylib"),
            format!("{library}.dylib"),
        ]
    } else {
        [
            format!("{library}.so.{all}"),
            format!("{library}.so.{major}"),
            format!("{library}.so"),
        ]
    }
}

/// The name by which programs load a library: `-install_name` or `-soname`, as the build script
/// sets it.
fn loaded_name(apple: bool, library: &str) -> String {
    let [_, name, _] = names_on(apple, library);
    if apple {
        format!("@rpath/{name}")
    } else {
        name
    }
}

/// An installation: `DESTDIR`, the prefix, and the folder of the libraries below it.
pub(crate) struct Layout {
    root: PathBuf,
    libdir: PathBuf,
    /// Whether the libraries have the file names of Apple's systems.
    apple: bool,
}

impl Layout {
    /// Fails if `libdir` is not below the prefix. `target` is a Rust target, by default this
    /// program's.
    pub(crate) fn new(
        destination: &Path,
        prefix: &Path,
        libdir: &Path,
        target: Option<&str>,
    ) -> Result<Self, Box<dyn Error>> {
        let is_name = |part| matches!(part, Component::Normal(_));
        if libdir.as_os_str().is_empty() || !libdir.components().all(is_name) {
            return Err(format!(
                "--libdir {}: not a folder below the prefix",
                libdir.display()
            )
            .into());
        }
        let root = match prefix.strip_prefix("/") {
            Ok(below) if !destination.as_os_str().is_empty() => destination.join(below),
            _ => prefix.to_owned(),
        };
        Ok(Self {
            root,
            libdir: libdir.to_owned(),
            apple: target.map_or(cfg!(target_vendor = "apple"), |name| {
                name.contains("-apple-")
            }),
        })
    }

    /// A shared library's file, the name that programs load, and the name that linkers look for.
    pub(crate) fn shared_names(&self, library: &str) -> [String; 3] {
        names_on(self.apple, library)
    }

    pub(crate) fn include(&self) -> PathBuf {
        self.root.join("include")
    }

    pub(crate) fn libraries(&self) -> PathBuf {
        self.root.join(&self.libdir)
    }

    fn filled(&self, template: &str, libs: &str) -> String {
        template
            .replace("@PREFIX_FROM_PKGCONFIG@", &self.up(1))
            .replace("@PREFIX_FROM_CMAKE@", &self.up(2))
            .replace("@LIBDIR@", &self.libdir.to_string_lossy())
            .replace("@SHARED_LIBRARY@", &self.shared_names("libsortid")[1])
            .replace("@LOADED_NAME@", &loaded_name(self.apple, "libsortid"))
            .replace("@VERSION_MAJOR@", env!("CARGO_PKG_VERSION_MAJOR"))
            .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
            .replace("@STATIC_LIBS@", libs)
    }

    /// The pkg-config file with which the Swift package finds its library.
    pub(crate) fn text_for_swift(&self, static_libs: &str) -> (PathBuf, String) {
        (
            self.libraries().join("pkgconfig/sortid-swift.pc"),
            self.filled(include_str!("../sortid-swift.pc.in"), static_libs),
        )
    }

    /// The files for pkg-config and CMake.
    pub(crate) fn texts(&self, static_libs: &str) -> [(PathBuf, String); 4] {
        let libraries = self.libraries();
        let cmake = libraries.join("cmake/sortid");
        let list = static_libs.replace(' ', ";");
        [
            (
                libraries.join("pkgconfig/sortid.pc"),
                self.filled(include_str!("../sortid.pc.in"), static_libs),
            ),
            (
                libraries.join("pkgconfig/sortid_lease.pc"),
                self.filled(include_str!("../sortid_lease.pc.in"), ""),
            ),
            (
                cmake.join("sortid-config.cmake"),
                self.filled(include_str!("../sortid-config.cmake.in"), &list),
            ),
            (
                cmake.join("sortid-config-version.cmake"),
                self.filled(include_str!("../sortid-config-version.cmake.in"), &list),
            ),
        ]
    }

    /// The relative path to the prefix from a folder `depth` levels below the libraries.
    fn up(&self, depth: usize) -> String {
        vec![".."; self.libdir.components().count() + depth].join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(destination: &str, prefix: &str, libdir: &str) -> Layout {
        Layout::new(
            Path::new(destination),
            Path::new(prefix),
            Path::new(libdir),
            None,
        )
        .expect("a layout")
    }

    #[test]
    fn shared_names_match_the_platform() {
        let names = names_on(false, "libx");
        assert_eq!(names, ["libx.so.1.0.0", "libx.so.1", "libx.so"]);
        let names = names_on(true, "libx");
        assert_eq!(names, ["libx.1.0.0.dylib", "libx.1.dylib", "libx.dylib"]);
        assert_eq!(loaded_name(false, "libx"), "libx.so.1");
        assert_eq!(loaded_name(true, "libx"), "@rpath/libx.1.dylib");
    }

    #[test]
    fn shared_names_match_the_given_target() {
        for (target, name) in [
            ("aarch64-apple-darwin", "libx.1.dylib"),
            ("s390x-unknown-linux-gnu", "libx.so.1"),
        ] {
            let layout = Layout::new(
                Path::new(""),
                Path::new("/usr"),
                Path::new("lib"),
                Some(target),
            );
            let names = layout.expect("a layout").shared_names("libx");
            assert_eq!(names[1], name, "{target}");
        }
    }

    #[test]
    fn destdir_is_prepended_to_the_prefix() {
        assert_eq!(
            layout("", "/usr", "lib").include(),
            Path::new("/usr/include")
        );
        assert_eq!(
            layout("/stage", "/usr", "lib").libraries(),
            Path::new("/stage/usr/lib")
        );
    }

    #[test]
    fn layout_rejects_libdir_outside_the_prefix() {
        for libdir in ["", "/lib", "../lib", "lib/../.."] {
            let layout = Layout::new(Path::new(""), Path::new("/usr"), Path::new(libdir), None);
            assert!(layout.is_err(), "{libdir:?}");
        }
    }

    #[test]
    fn files_contain_neither_prefix_nor_placeholders() {
        let layout = layout("/stage", "/opt/p", "lib/x");
        let swift = layout.text_for_swift("-lm -lc");
        for (path, text) in layout.texts("-lm -lc").into_iter().chain([swift]) {
            assert!(
                !text.contains("/opt/p") && !text.contains("/stage"),
                "{}",
                path.display()
            );
            let filled = text.replace("@rpath/", "");
            assert!(!filled.contains('@'), "{}: {text}", path.display());
        }
    }

    #[test]
    fn pkg_config_paths_are_relative_to_its_file() {
        let [(path, text), _, (_, cmake), _] =
            layout("", "/usr", "lib/x86_64-linux-gnu").texts("-lm -lc");
        assert_eq!(
            path,
            Path::new("/usr/lib/x86_64-linux-gnu/pkgconfig/sortid.pc")
        );
        assert!(
            text.starts_with(
                "prefix=${pcfiledir}/../../..\nlibdir=${prefix}/lib/x86_64-linux-gnu\n"
            ),
            "{text}"
        );
        assert!(
            text.ends_with("Libs: -L${libdir} -lsortid\nLibs.private: -lm -lc\n"),
            "{text}"
        );
        assert!(
            cmake.contains("${CMAKE_CURRENT_LIST_DIR}/../../../..\""),
            "{cmake}"
        );
        assert!(
            cmake.contains("INTERFACE_LINK_LIBRARIES \"-lm;-lc\""),
            "{cmake}"
        );
    }

    #[test]
    fn packaging_files_contain_the_version() {
        let version = env!("CARGO_PKG_VERSION");
        let cmake = include_str!("../../../CMakeLists.txt");
        assert!(cmake.contains(&format!("project(sortid VERSION {version} ")));
        let debian = include_str!("../../../packaging/debian/changelog");
        assert!(debian.starts_with(&format!("sortid ({version}-1) ")));
    }

    #[test]
    fn cargo_c_version_matches_the_abi_version() {
        let manifest = include_str!("../../Cargo.toml");
        assert!(manifest.contains(&format!("\nversion = \"{ABI_VERSION}.0.0\"\n")));
    }
}
