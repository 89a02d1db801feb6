import com.github.f4b6a3.ksuid.Ksuid;
import com.github.f4b6a3.ksuid.KsuidCreator;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import sortid.AnyId;
import sortid.ErrorCode;
import sortid.Format;

/** Ids of ksuid-creator. */
final class Ksuids {
    /** 2014-05-13T16:53:20Z. */
    private static final long EPOCH = 1_400_000_000L;

    private Ksuids() {}

    static void check() {
        Map<Ksuid, AnyId> read = new HashMap<>();
        Checks.instants().forEach(time -> {
            // The second monotonic id increments the first; the last has a fraction in the payload.
            for (Ksuid theirs : List.of(
                    KsuidCreator.getMonotonicKsuid(time),
                    KsuidCreator.getMonotonicKsuid(time),
                    KsuidCreator.getKsuid(time),
                    KsuidCreator.getSubsecondKsuid(time))) {
                read.put(theirs, fields(theirs));
                Checks.check("the time of " + theirs, theirs.getTime() == time.getEpochSecond());
            }
        });
        Checks.check("ksuid-creator counts on", read.size() == 4 * Checks.COUNT);
        Checks.sameOrder("ksuid-creator", read);

        List<Ksuid> ours = Checks.ours(Format.KSUID).stream().map(id -> {
            Ksuid theirs = Ksuid.from(id.toString());
            Checks.check("ours by ksuid-creator, " + id, fields(theirs).equals(id) && Checks.isNow(theirs.getInstant()));
            return theirs;
        }).collect(Collectors.toList());
        Checks.inOrder("ours by ksuid-creator", ours, Comparator.naturalOrder());

        // The library validates a text above the largest id, but cannot parse it.
        String past = "aWgEPTl1tmebfsQzFP4bxwgy80W";
        Checks.check(past + " is valid for ksuid-creator", Ksuid.isValid(past));
        try {
            Checks.check("ksuid-creator reads " + Ksuid.from(past), false);
        } catch (IllegalArgumentException expected) {
            Checks.check("ksuid-creator cannot parse it", true);
        }
        Checks.invalid(past, Format.KSUID, ErrorCode.OUT_OF_RANGE, null);
        // A time before its epoch wraps to 2150.
        Instant early = Instant.ofEpochSecond(EPOCH - 1);
        Instant wrapped = KsuidCreator.getKsuid(early).getInstant();
        Checks.check("before the epoch: " + wrapped, wrapped.equals(Instant.ofEpochSecond(EPOCH + 0xffff_ffffL)));
        Checks.noTime(early, Format.KSUID);
    }

    private static AnyId fields(Ksuid theirs) {
        ByteBuffer payload = ByteBuffer.wrap(theirs.getPayload());
        Map<String, Long> fields = Map.of(
            "timestamp_s", theirs.getTime() - EPOCH,
            "payload_hi", payload.getLong(),
            "payload_lo", payload.getLong());
        return Checks.reads(theirs.toString(), Format.KSUID, theirs.toBytes(), fields, theirs.getInstant());
    }
}
