# Apple's systems, for which zig links: nothing of theirs runs here.

. "$here/source.sh"
. "$here/zig.sh"
# It has no library of this name apart, and Rust asks for one.
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
