# Packages of the running Debian release, unpacked below $dir. Uses separate package lists, as only
# root can renew apt's own.

for tool in apt-get dpkg-deb; do
    command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 1; }
done
apt=$dir/apt
export APT_CONFIG="$apt/conf"

# Renews the package lists.
lists() {
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    cat > "$APT_CONFIG" << END
Dir::State::lists "$apt/lists"; Dir::Cache "$apt"; Acquire::Languages "none"; APT::Sandbox::User "";
END
    apt-get -qq update
}

# The dependency of a package that matches a name.
of() { apt-cache depends "$1" | sed -n "s/.*Depends: \\($2\\)\$/\\1/p" | head -n 1; }

# unpack PACKAGE…: unpacks missing packages, without documentation and rustc's sources (0.4 GB).
unpack() {
    for package in "$@"; do
        if [ -e "$apt/had.$package" ]; then continue; fi
        # In tar, `*` also matches slashes.
        files "$package" --exclude='./usr/src/rustc-?.??.?/src' --exclude='./usr/src/rustc-?.??.?/compiler' \
            --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' --exclude='*-lto-dump-*'
        touch "$apt/had.$package"
    done
}

# unpack_file PACKAGE FILE: unpacks one file of a large package, if it is missing.
unpack_file() {
    if [ ! -e "$dir/$2" ]; then files "$1" "./$2"; fi
}

# files PACKAGE OPTION…: unpacks a package with options for tar.
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

# Rust's compiler, with this machine's standard library.
rust() {
    runtime=$(of libstd-rust-web-dev 'libstd-rust-web-[0-9.]*')
    unpack rustc-web libstd-rust-web-dev "$runtime" "$(of "$runtime" 'libllvm[0-9]*')"
    for tool in rustc rustdoc; do
        # bin/ also has the programs that these start by name.
        runs "$tool" env "LD_LIBRARY_PATH=$dir/usr/lib/$(uname -m)-linux-gnu" "PATH=$bin:\$PATH" "$dir/usr/bin/$tool"
    done
    "$bin/rustc" --version
}
