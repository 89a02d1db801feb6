import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import sortid.AnyId;
import sortid.ErrorCode;
import sortid.Format;
import sortid.Generator;
import sortid.SortidException;

/** The counts of checks, and shared helpers. */
final class Checks {
    static final int COUNT = 200;
    private static int passed;
    private static int failed;

    private Checks() {}

    static void check(String what, boolean holds) {
        if (holds) {
            passed++;
        } else {
            failed++;
            System.out.println("failed: " + what);
        }
    }

    /** Prints the counts; returns the exit status. */
    static int end() {
        System.out.println(passed + " passed, " + failed + " failed");
        return failed > 0 ? 1 : 0;
    }

    /** Instants at odd fractions of a second. */
    static Stream<Instant> instants() {
        return IntStream.range(0, COUNT).mapToObj(i -> {
            long nanos = i * 999_983_777L % 1_000_000_000L;
            return Instant.ofEpochSecond(1_721_407_246L + i * 86_399L, nanos);
        });
    }

    static boolean isNow(Instant time) {
        return Duration.between(time, Instant.now()).abs().toMinutes() < 1;
    }

    /** Consecutive ids of sortid. */
    static List<AnyId> ours(Format format) {
        try (Generator<AnyId> generator = Generator.of(format)) {
            return generator.nextIds(COUNT);
        }
    }

    /** Parses a text of the other library with sortid, and compares the value. */
    static AnyId reads(String text, Format format, byte[] bytes, Map<String, Long> fields, Instant time) {
        AnyId read = AnyId.parse(text, format);
        check(format + " " + text + " is " + read, read.toString().equals(text) && Arrays.equals(read.toByteArray(), bytes));
        fields.forEach((name, value) ->
            check(name + " of " + text + ": " + value, read.field(name).toString().equals(Long.toUnsignedString(value))));
        check("the time of " + text + ": " + time, read.getInstant().equals(time));
        return read;
    }

    /** Checks that a sequence is strictly increasing in the other library's order. */
    static <T> void inOrder(String who, List<T> run, Comparator<? super T> order) {
        for (int i = 1; i < run.size(); i++) {
            check("the order of " + who + ": " + run.get(i - 1) + ", " + run.get(i), order.compare(run.get(i - 1), run.get(i)) < 0);
        }
    }

    /** Checks that both libraries sort the ids in the same order. */
    static <T extends Comparable<T>> void sameOrder(String who, Map<T, AnyId> read) {
        List<T> sorted = read.keySet().stream().sorted().collect(Collectors.toList());
        inOrder(who, sorted.stream().map(read::get).collect(Collectors.toList()), Comparator.naturalOrder());
    }

    /** Checks that sortid rejects a time that the other library wraps to another. */
    static void noTime(Instant time, Format format) {
        try {
            check(format + " at " + time + " is " + AnyId.minAt(time, format), false);
        } catch (SortidException.TimestampOutOfRange expected) {
            check(format + " rejects the time " + time, true);
        }
    }

    /** Checks that sortid rejects a text that the other library accepts. */
    static void invalid(String text, Format format, ErrorCode code, Integer offset) {
        try {
            AnyId read = AnyId.parse(text, format);
            check(text + " is " + read, false);
        } catch (RuntimeException thrown) {
            SortidException told = thrown instanceof SortidException ? (SortidException) thrown : null;
            boolean same = told != null && told.getCode() == code && Objects.equals(told.getOffset(), offset);
            check(text + ": " + thrown, same);
        }
    }
}
