// Stops the compiler with one message if the static library is not installed on Linux: the linker would list hundreds of
// undefined symbols. pkg-config adds the folder of its file to the include paths.
#if defined(__linux__) && !defined(__ANDROID__) && !__has_include(<sortid-swift.pc>)
#error "libsortid_uniffi is not installed: run `cargo run -p sortid-install -- --swift --prefix DIR`, then set PKG_CONFIG_PATH=DIR/lib/pkgconfig"
#endif
