import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidUtil;
import java.time.Instant;
import java.util.UUID;
import sortid.AnyId;
import sortid.Format;
import sortid.Sortid;
import sortid.UuidId;

/** Versions 1, 4, 6 and 7 of uuid-creator and of the platform. */
final class Uuids {
    private Uuids() {}

    static void check() {
        for (int i = 0; i < Checks.COUNT; i++) {
            read(UuidCreator.getTimeOrderedEpoch(), Format.UUID7);
            read(UuidCreator.getTimeOrderedEpochPlus1(), Format.UUID7);
            read(UuidCreator.getTimeOrdered(), Format.UUID6);
            read(UuidCreator.getTimeBased(), Format.UUID1);
            isRead(Sortid.uuid7(), 7);
            isRead(Sortid.uuid6(), 6);
            isRead(Sortid.uuid1(), 1);
            UUID four = UuidCreator.getRandomBased();
            Checks.check("uuid-creator, " + four, AnyId.fromUuid(four, Format.UUID4).toString().equals(four.toString()));
            Checks.check("the platform's", Sortid.uuid4().toUuid().version() == 4);
        }
    }

    private static void read(UUID theirs, Format format) {
        AnyId read = AnyId.fromUuid(theirs, format);
        boolean same = read.equals(AnyId.parse(theirs.toString(), format)) && read.toUuid().equals(theirs);
        Instant time = UuidUtil.getInstant(theirs);
        Checks.check("uuid-creator, " + format + " " + theirs, same && Checks.isNow(time) && read.getInstant().equals(time));
    }

    private static void isRead(UuidId<?> ours, int version) {
        UUID read = UUID.fromString(ours.toString());
        boolean known = read.version() == version && read.variant() == 2 && read.equals(ours.toUuid());
        Checks.check("ours by uuid-creator, " + ours, known && UuidUtil.getInstant(read).equals(ours.getInstant()));
    }
}
