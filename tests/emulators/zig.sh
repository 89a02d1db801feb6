# A C compiler and linker with the C libraries of every system.

zig=$("$here/zig" "$dir/zig")
export ZIG_GLOBAL_CACHE_DIR="$dir/zig/cache"

# zig_cc NAME TARGET WORDS…: writes the compiler bin/NAME-cc for a target of zig.
zig_cc() {
    tool=$1-cc target=$2
    shift 2
    runs "$tool" env "ZIG_GLOBAL_CACHE_DIR=$ZIG_GLOBAL_CACHE_DIR" "$zig" cc -target "$target" "$@"
}
