# A C compiler and linker that has the C libraries of every system at hand: zig's, of Python's registry.

command -v python3 > /dev/null || { echo "python3 is not installed" >&2; exit 1; }
zig=$dir/zig/ziglang/zig
if [ ! -x "$zig" ]; then
    rm -rf "$dir/zig" "$dir/wheels"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
        --requirement "$here/../../release/requirements.txt" --dest "$dir/wheels"
    python3 -m zipfile -e "$dir"/wheels/*.whl "$dir/zig"
    rm -r "$dir/wheels"
    chmod +x "$zig"
fi
export ZIG_GLOBAL_CACHE_DIR="$dir/zig/cache"

# zig_cc NAME TARGET WORDS…: the compiler bin/NAME-cc, for what zig calls the target.
zig_cc() {
    tool=$1-cc target=$2
    shift 2
    runs "$tool" env "ZIG_GLOBAL_CACHE_DIR=$ZIG_GLOBAL_CACHE_DIR" "$zig" cc -target "$target" "$@"
}
