# Apple's systems: zig links programs for them, but nothing runs here.

. "$here/source.sh"
. "$here/zig.sh"
# Apple has no separate library of this name, but Rust links it.
zig_cc apple-all aarch64-macos
cat > "$bin/apple-cc" << END
#!/bin/sh
for word do
    shift
    [ "\$word" = -liconv ] || set -- "\$@" "\$word"
done
exec $bin/apple-all-cc "\$@"
END
chmod +x "$bin/apple-cc"
