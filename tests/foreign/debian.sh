# Packages of Debian, unpacked below $dir: `here` is of the release that runs, `there` of Debian 13, which alone has Rust's standard library for
# other processors. The lists of apt's own are root's to renew.

for tool in apt-get dpkg-deb; do
    command -v "$tool" > /dev/null || { echo "$tool is not installed" >&2; exit 1; }
done
apt=$dir/apt
here() { APT_CONFIG=$apt/here/conf "$@"; }
there() { APT_CONFIG=$apt/there/conf "$@"; }

# lists ARCHITECTURE: renews the lists of both releases; those of Debian 13 for this architecture as well.
lists() {
    for release in here there; do mkdir -p "$apt/$release/lists/partial" "$apt/$release/archives/partial" "$apt/$release/parts"; done
    : > "$apt/there/status"
    mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources | head -n 1)
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" > "$apt/there/sources.list"
    cat > "$apt/here/conf" << END
Dir::State::lists "$apt/here/lists"; Dir::Cache "$apt/here"; Acquire::Languages "none"; APT::Sandbox::User "";
END
    cat > "$apt/there/conf" << END
Dir::State::lists "$apt/there/lists"; Dir::Cache "$apt/there"; Acquire::Languages "none"; APT::Sandbox::User "";
Dir::State::status "$apt/there/status"; Dir::Etc::sourcelist "$apt/there/sources.list"; Dir::Etc::sourceparts "$apt/there/parts";
APT::Architectures { "$(dpkg --print-architecture)"; "$1"; };
END
    here apt-get -qq update
    if [ "$1" != none ]; then there apt-get -qq update; fi
}

# What a package of this release depends on, of these names.
of() { here apt-cache depends "$1" | sed -n "s/.*Depends: \\($2\\)\$/\\1/p" | head -n 1; }

# unpack RELEASE PACKAGE…: those that are not there yet, but for what nobody reads here.
unpack() {
    release=$1
    shift
    for package in "$@"; do
        if [ -e "$apt/had.$package" ]; then continue; fi
        files "$release" "$package" --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' --exclude='*-lto-dump-*'
        touch "$apt/had.$package"
    done
}

# unpack_file RELEASE PACKAGE FILE: one of the many of a large package, if it is not there yet.
unpack_file() {
    if [ ! -e "$dir/$3" ]; then files "$1" "$2" "./$3"; fi
}

# files RELEASE PACKAGE WORDS…: those of a package that tar takes by these words.
files() {
    release=$1 package=$2
    shift 2
    rm -rf "$apt/debs"
    mkdir "$apt/debs"
    (cd "$apt/debs" && "$release" apt-get -qq download "$package")
    dpkg-deb --fsys-tarfile "$apt"/debs/*.deb > "$apt/debs/files"
    tar -x -f "$apt/debs/files" -C "$dir" --keep-directory-symlink "$@"
    rm -r "$apt/debs"
}

# Rust's compiler, with the standard library for this machine.
rust() {
    runtime=$(of libstd-rust-web-dev 'libstd-rust-web-[0-9.]*')
    unpack here rustc-web libstd-rust-web-dev "$runtime" "$(of "$runtime" 'libllvm[0-9]*')"
    for tool in rustc rustdoc; do
        # Below bin/ is also what they call by name.
        runs "$tool" env "LD_LIBRARY_PATH=$dir/usr/lib/$(uname -m)-linux-gnu" "PATH=$bin:\$PATH" "$dir/usr/bin/$tool"
    done
    "$bin/rustc" --version
}
