import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidUtil;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import sortid.Format;
import sortid.SortId;
import sortid.Sortid;
import sortid.UuidId;

/** Ids of uuid-creator and of the platform, read by us, and ours by them. */
final class Outside {
    private static final int COUNT = 200;
    private static int passed;
    private static int failed;

    private Outside() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < COUNT; i++) {
            read(UuidCreator.getTimeOrderedEpoch(), Format.UUID7);
            read(UuidCreator.getTimeOrderedEpochPlus1(), Format.UUID7);
            read(UuidCreator.getTimeOrdered(), Format.UUID6);
            isRead(Sortid.uuid7(), 7);
            isRead(Sortid.uuid6(), 6);
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed > 0 ? 1 : 0);
    }

    private static void read(UUID theirs, Format format) {
        SortId read = SortId.fromUuid(theirs, format);
        boolean same = read.equals(SortId.parse(theirs.toString(), format)) && read.toUuid().equals(theirs);
        Instant time = UuidUtil.getInstant(theirs);
        boolean isNow = Duration.between(time, Instant.now()).abs().toMinutes() < 1;
        check("uuid-creator, " + format + " " + theirs, same && isNow && read.getInstant().equals(time));
    }

    private static void isRead(UuidId<?> ours, int version) {
        UUID read = UUID.fromString(ours.toString());
        boolean known = read.version() == version && read.variant() == 2 && read.equals(ours.toUuid());
        check("ours by uuid-creator, " + ours, known && UuidUtil.getInstant(read).equals(ours.getInstant()));
    }

    private static void check(String what, boolean holds) {
        if (holds) {
            passed++;
        } else {
            failed++;
            System.out.println("failed: " + what);
        }
    }
}
