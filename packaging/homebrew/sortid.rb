# The command, sortid-lease and libsortid, built from source. Untested.
class Sortid < Formula
  desc "Time-sortable ids: UUIDv7, ULID, Snowflake, TypeID and others"
  homepage "https://github.com/sortid/sortid"
  url "https://github.com/sortid/sortid/archive/refs/tags/v0.1.0.tar.gz"
  # Unknown before the release.
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "core/cli")
    system "cargo", "install", *std_cargo_args(path: "core/lease")
    system "cargo", "run", "--locked", "--package", "sortid-install", "--", "--prefix", prefix
    generate_completions_from_executable(bin/"sortid", "completions", shells: [:bash, :zsh, :fish])
    (man1/"sortid.1").write Utils.safe_popen_read(bin/"sortid", "man")
  end

  test do
    assert_match "uuid7", shell_output("#{bin}/sortid inspect 017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    (testpath/"test.c").write <<~C
      #include <sortid.h>
      int main(void) {
        char text[SORTID_UUID7_TEXT_SIZE];
        return sortid_uuid7_text(text, sizeof text) == SORTID_OK ? 0 : 1;
      }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-lsortid", "-o", "test"
    system "./test"
  end
end
