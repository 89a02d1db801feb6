import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import sortid.AnyId;
import sortid.ErrorCode;
import sortid.Form;
import sortid.Format;

/** Ids of tsid-creator. */
final class Tsids {
    /** 2020-01-01. */
    private static final long EPOCH_MS = 1_577_836_800_000L;

    private Tsids() {}

    static void check() {
        Map<Tsid, AnyId> read = new HashMap<>();
        Checks.instants().forEach(time -> {
            int node = (int) (time.getEpochSecond() % 1024);
            Clock clock = Clock.fixed(time, ZoneOffset.UTC);
            // The counter starts low: at its end the time would advance.
            TsidFactory factory = TsidFactory.builder().withClock(clock).withNode(node).withRandomFunction(() -> node).build();
            Instant millis = Instant.ofEpochMilli(time.toEpochMilli());
            // The second id of a millisecond increments the first.
            for (Tsid theirs : List.of(factory.create(), factory.create())) {
                AnyId id = fields(theirs);
                Checks.check("the time of " + theirs + ": " + time, theirs.getInstant().equals(millis));
                Checks.check("the node of " + theirs, id.field("random").intValue() >> 12 == node);
                read.put(theirs, id);
            }
        });
        Checks.check("tsid-creator counts on", read.size() == 2 * Checks.COUNT);
        Checks.sameOrder("tsid-creator", read);

        List<Tsid> ours = Checks.ours(Format.TSID).stream().map(id -> {
            Tsid theirs = Tsid.from(id.toString());
            Checks.check("ours by tsid-creator, " + id, fields(theirs).equals(id) && Checks.isNow(theirs.getInstant()));
            return theirs;
        }).collect(Collectors.toList());
        Checks.inOrder("ours by tsid-creator", ours, Comparator.naturalOrder());

        // The library decodes three letters outside the alphabet as digits.
        for (String letter : List.of("I1", "L1", "O0")) {
            String text = "0AWE5HZP3SKT" + letter.charAt(0);
            String taken = Tsid.from(text).toString();
            Checks.check(text + " is " + taken, taken.equals("0AWE5HZP3SKT" + letter.charAt(1)));
            Checks.invalid(text, Format.TSID, ErrorCode.INVALID_CHARACTER, 12);
        }
        String past = "GZZZZZZZZZZZZ";
        Checks.check("tsid-creator takes " + past, !Tsid.isValid(past));
        Checks.invalid(past, Format.TSID, ErrorCode.OUT_OF_RANGE, null);
        // A time before its epoch wraps to 2159.
        Clock early = Clock.fixed(Instant.ofEpochMilli(EPOCH_MS - 1), ZoneOffset.UTC);
        Instant wrapped = TsidFactory.builder().withClock(early).build().create().getInstant();
        Checks.check("before the epoch: " + wrapped, wrapped.equals(Instant.ofEpochMilli(EPOCH_MS + (1L << 42) - 1)));
        Checks.noTime(early.instant(), Format.TSID);
    }

    private static AnyId fields(Tsid theirs) {
        long number = theirs.toLong();
        Map<String, Long> fields = Map.of("timestamp_ms", number >>> 22, "random", number & 0x3f_ffff);
        AnyId read = Checks.reads(theirs.toString(), Format.TSID, theirs.toBytes(), fields, theirs.getInstant());
        String decimal = Long.toUnsignedString(number);
        boolean same = read.toText(Form.DECIMAL).equals(decimal) && AnyId.parse(decimal, Format.TSID).equals(read);
        Checks.check("the number of " + theirs + ": " + decimal, same);
        return read;
    }
}
