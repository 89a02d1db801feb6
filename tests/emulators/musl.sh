# Linux with the C library musl, which this machine runs itself: the standard library from source, zig to link, Debian's musl to run with.

. "$here/source.sh"
. "$here/zig.sh"
unpack musl
# Only root can write to the place of its loader.
loader=$(find "$dir/lib" -name 'ld-musl-*.so.1')
zig_cc musl "$(uname -m)-linux-musl" -dynamic -lunwind "-Wl,--dynamic-linker=$loader"
runs musl-run
compiled x86_64-unknown-linux-musl std,panic_unwind,panic_abort,test
