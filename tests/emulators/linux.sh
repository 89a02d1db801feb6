# Linux on another processor: std from source, Debian's C compiler, qemu's user-mode emulator.

case $name in
# Names in Debian, GNU, Rust and qemu; the ELF header after its magic, and its last bytes' mask.
aarch64)
    debian=arm64 gnu=aarch64-linux-gnu rust=aarch64-unknown-linux-gnu qemu=aarch64
    magic='\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00' mask='\xfe\xff\xff\xff'
    ;;
armv7)
    debian=armhf gnu=arm-linux-gnueabihf rust=armv7-unknown-linux-gnueabihf qemu=arm
    magic='\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x28\x00' mask='\xfe\xff\xff\xff'
    ;;
# This machine runs it without emulation.
i686) debian=i386 gnu=i686-linux-gnu rust=i686-unknown-linux-gnu qemu= ;;
ppc64le)
    debian=ppc64el gnu=powerpc64le-linux-gnu rust=powerpc64le-unknown-linux-gnu qemu=ppc64le
    magic='\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x15\x00' mask='\xfe\xff\xff\xff'
    ;;
riscv64)
    debian=riscv64 gnu=riscv64-linux-gnu rust=riscv64gc-unknown-linux-gnu qemu=riscv64
    magic='\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xf3\x00' mask='\xfe\xff\xff\xff'
    ;;
s390x)
    debian=s390x gnu=s390x-linux-gnu rust=s390x-unknown-linux-gnu qemu=s390x
    magic='\x02\x02\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x16' mask='\xff\xfe\xff\xff'
    ;;
esac

. "$here/source.sh"
gcc=$(of "gcc-$gnu" 'gcc-[0-9]*-.*')
version=${gcc#gcc-}
version=${version%%-*}
unpack "$gcc" "cpp-$version-$gnu" "binutils-$gnu" "libgcc-$version-dev-$debian-cross" "libgcc-s1-$debian-cross" "libc6-$debian-cross" \
    "libc6-dev-$debian-cross" "linux-libc-dev-$debian-cross"
compiler="$dir/usr/bin/$gnu-gcc-$version --sysroot=$dir"
tools="env LD_LIBRARY_PATH=$dir/usr/lib/$(uname -m)-linux-gnu"
std=std,panic_unwind,panic_abort,test

if [ -z "$qemu" ]; then
    libraries=$dir/usr/$gnu/lib
    # Only root can install the loader at the path that these programs name.
    loader=$(find "$libraries" -name 'ld-linux*.so.*' | head -n 1)
    runs "$name-cc" "$tools" "$compiler" "-Wl,--dynamic-linker=$loader" "-Wl,-rpath,$libraries"
    runs "$name-run"
    compiled "$rust" "$std" "$bin/$name-cc"
    return
fi

runs "$name-cc" "$tools" "$compiler"
compiled "$rust" "$std" "$bin/$name-cc"
unpack_file qemu-user-static "usr/bin/qemu-$qemu-static"
# A program may start others of its architecture: in a user and mount namespace, the kernel is
# configured to run them with qemu. Without namespaces, only single programs run.
emulator=$dir/usr/bin/qemu-$qemu-static
cat > "$bin/$name-run" << END
#!/bin/sh
export QEMU_LD_PREFIX='$dir/usr/$gnu'
room='unshare --user --map-root-user --mount'
if ! \$room true 2> /dev/null; then exec $emulator "\$@"; fi
exec \$room sh -c '
kinds=/proc/sys/fs/binfmt_misc
if { mount -t binfmt_misc none \$kinds && printf %s "\$0" > \$kinds/register; } 2> /dev/null; then exec "\$@"; fi
exec $emulator "\$@"' \\
    ':foreign:M::\\x7fELF$magic:\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff$mask:$emulator:FP' "\$@"
END
chmod +x "$bin/$name-run"
