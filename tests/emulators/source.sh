# Provides the sources of Rust's std, and compiles it for targets without a package.

lists
rust
unpack rust-web-src

# compiled TARGET CRATES [LINKER]: compiles std for a target into the compiler's sysroot.
compiled() {
    empty=$dir/empty-$name
    mkdir -p "$empty/src"
    printf '[package]\nname = "empty"\nedition = "2024"\n[workspace]\n' > "$empty/Cargo.toml"
    echo '#![no_std]' > "$empty/src/lib.rs"
    # With bitcode, which link-time optimization of a release needs.
    (cd "$empty" && RUSTFLAGS=-Cembed-bitcode=yes RUSTC_BOOTSTRAP=1 RUSTC=$bin/rustc CARGO_TARGET_DIR=$empty/target \
        cargo build --quiet --release -Z "build-std=$2" --target "$1" ${3:+--config "target.$1.linker='$3'"})
    mkdir -p "$dir/usr/lib/rustlib/$1/lib"
    cp "$empty/target/$1/release/deps"/*.rlib "$empty/target/$1/release/deps"/*.rmeta "$dir/usr/lib/rustlib/$1/lib"
    rm -rf "$dir/usr/lib/rustlib/$1/lib"/libempty-* "$empty/target"
}
