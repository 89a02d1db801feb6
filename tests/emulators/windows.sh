# Windows: mingw's C compiler, std from source (no package has it), and wine to run programs.

. "$here/source.sh"
gnu=x86_64-w64-mingw32
unpack gcc-mingw-w64-x86-64-win32 gcc-mingw-w64-x86-64-win32-runtime binutils-mingw-w64-x86-64 mingw-w64-x86-64-dev mingw-w64-common \
    wine64 libwine libunwind8 libz-mingw-w64
libraries=$dir/usr/lib/$(uname -m)-linux-gnu
runs "$name-cc" env "LD_LIBRARY_PATH=$libraries" "$dir/usr/bin/$gnu-gcc-win32"
# Rust's compiler calls the tools that create import libraries by these names.
for tool in dlltool as ld ar; do runs "$gnu-$tool" env "LD_LIBRARY_PATH=$libraries" "$dir/usr/bin/$gnu-$tool"; done
compiled x86_64-pc-windows-gnu std,panic_unwind,panic_abort,test

# Napi's build requires this library, but the addon uses the functions of its host program.
mkdir -p "$bin/$name-node"
: > "$bin/$name-node/libnode.dll"
printf 'LIBRARY node.exe\nEXPORTS\n' > "$bin/$name-node/node.def"
"$bin/$gnu-dlltool" -d "$bin/$name-node/node.def" -l "$bin/$name-node/libnode.dll.a"

# These programs search the installation paths for others.
ln -sf wineserver64 "$dir/usr/lib/wine/wineserver"
ln -sf "$dir/usr/$gnu/lib/zlib1.dll" "$libraries/wine/x86_64-windows/zlib1.dll"
cat > "$bin/$name-run" << END
#!/bin/sh
export WINEPREFIX='$dir/wine' WINEDEBUG=-all LD_LIBRARY_PATH='$libraries'
export WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe='
exec $dir/usr/lib/wine/wine64 "\$@"
END
chmod +x "$bin/$name-run"
# This version of wine lacks the library from which current programs get random bytes.
cat > "$dir/random.c" << 'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    const SIZE_T most = 1 << 16;
    for (; count > 0;) {
        ULONG now = (ULONG)(count < most ? count : most);
        if (!SystemFunction036(bytes, now)) return FALSE;
        bytes += now;
        count -= now;
    }
    return TRUE;
}
END
# Wine logs errors about missing 32-bit support. The registry is complete once its server exits.
"$bin/$name-run" wineboot --init > "$dir/wineboot.log" 2>&1 || true
WINEPREFIX=$dir/wine LD_LIBRARY_PATH=$libraries "$dir/usr/lib/wine/wineserver" -w
[ -e "$dir/wine/system.reg" ] || { cat "$dir/wineboot.log" >&2; exit 1; }
"$bin/$name-cc" -shared -O2 "$dir/random.c" -o "$dir/wine/drive_c/windows/system32/bcryptprimitives.dll" -ladvapi32
