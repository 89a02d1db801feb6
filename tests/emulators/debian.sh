# Packages of the Debian that runs, unpacked below $dir. The lists of apt's own are root's to renew.

for tool in apt-get dpkg-deb; do
    command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 1; }
done
apt=$dir/apt
export APT_CONFIG="$apt/conf"

# Renews the lists.
lists() {
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    cat > "$APT_CONFIG" << END
Dir::State::lists "$apt/lists"; Dir::Cache "$apt"; Acquire::Languages "none"; APT::Sandbox::User "";
END
    apt-get -qq update
}

# What a package depends on, of these names.
of() { apt-cache depends "$1" | sed -n "s/.*Depends: \\($2\\)\$/\\1/p" | head -n 1; }

# unpack PACKAGE…: unpacks those that are missing, without documentation, and Rust's sources without the compiler (0.4 GB).
unpack() {
    for package in "$@"; do
        if [ -e "$apt/had.$package" ]; then continue; fi
        # tar's `*` would match slashes.
        files "$package" --exclude='./usr/src/rustc-?.??.?/src' --exclude='./usr/src/rustc-?.??.?/compiler' \
            --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' --exclude='*-lto-dump-*'
        touch "$apt/had.$package"
    done
}

# unpack_file PACKAGE FILE: one of the many of a large package, if it is not there yet.
unpack_file() {
    if [ ! -e "$dir/$2" ]; then files "$1" "./$2"; fi
}

# files PACKAGE OPTION…: unpacks a package with these options for tar.
files() {
    package=$1
    shift
    rm -rf "$apt/debs"
    mkdir "$apt/debs"
    (cd "$apt/debs" && apt-get -qq download "$package")
    dpkg-deb --fsys-tarfile "$apt"/debs/*.deb > "$apt/debs/files"
    tar -x -f "$apt/debs/files" -C "$dir" --keep-directory-symlink "$@"
    rm -r "$apt/debs"
}

# Rust's compiler, with the standard library for this machine.
rust() {
    runtime=$(of libstd-rust-web-dev 'libstd-rust-web-[0-9.]*')
    unpack rustc-web libstd-rust-web-dev "$runtime" "$(of "$runtime" 'libllvm[0-9]*')"
    for tool in rustc rustdoc; do
        # Below bin/ is also what they call by name.
        runs "$tool" env "LD_LIBRARY_PATH=$dir/usr/lib/$(uname -m)-linux-gnu" "PATH=$bin:\$PATH" "$dir/usr/bin/$tool"
    done
    "$bin/rustc" --version
}
