# Linux with musl, not emulated: std from source, zig as linker, Debian's musl at run time.

. "$here/source.sh"
. "$here/zig.sh"
unpack musl
# Only root can install the loader at its path.
loader=$(find "$dir/lib" -name 'ld-musl-*.so.1')
zig_cc musl "$(uname -m)-linux-musl" -dynamic -lunwind "-Wl,--dynamic-linker=$loader"
runs musl-run
compiled x86_64-unknown-linux-musl std,panic_unwind,panic_abort,test
