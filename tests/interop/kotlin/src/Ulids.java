import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import sortid.AnyId;
import sortid.ErrorCode;
import sortid.Form;
import sortid.Format;

/** Ids of ulid-creator. */
final class Ulids {
    private Ulids() {}

    static void check() {
        Map<Ulid, AnyId> read = new HashMap<>();
        Checks.instants().forEach(time -> {
            long millis = time.toEpochMilli();
            // The second id of a millisecond increments the first.
            for (Ulid theirs : List.of(
                    UlidCreator.getMonotonicUlid(millis),
                    UlidCreator.getMonotonicUlid(millis),
                    UlidCreator.getUlid(millis))) {
                read.put(theirs, fields(theirs));
            }
        });
        Checks.check("ulid-creator counts on", read.size() == 3 * Checks.COUNT);
        Checks.sameOrder("ulid-creator", read);

        List<Ulid> ours = Checks.ours(Format.ULID).stream().map(id -> {
            Ulid theirs = Ulid.from(id.toString());
            Checks.check("ours by ulid-creator, " + id, fields(theirs).equals(id) && Checks.isNow(theirs.getInstant()));
            return theirs;
        }).collect(Collectors.toList());
        Checks.inOrder("ours by ulid-creator", ours, Comparator.naturalOrder());

        // The library decodes three letters outside the alphabet as digits.
        for (String letter : List.of("I1", "L1", "O0")) {
            String text = "01ARZ3NDEKTSV4RRFFQ69G5FA" + letter.charAt(0);
            String taken = Ulid.from(text).toString();
            Checks.check(text + " is " + taken, taken.endsWith("FA" + letter.charAt(1)));
            Checks.invalid(text, Format.ULID, ErrorCode.INVALID_CHARACTER, 25);
        }
        String largest = "8ZZZZZZZZZZZZZZZZZZZZZZZZZ";
        Checks.check("ulid-creator takes " + largest, !Ulid.isValid(largest));
        Checks.invalid(largest, Format.ULID, ErrorCode.OUT_OF_RANGE, null);
    }

    private static AnyId fields(Ulid theirs) {
        Map<String, Long> fields = Map.of("timestamp_ms", theirs.getTime());
        AnyId read = Checks.reads(theirs.toString(), Format.ULID, theirs.toBytes(), fields, theirs.getInstant());
        BigInteger random = new BigInteger(1, theirs.getRandom());
        Checks.check("the randomness of " + theirs, read.field("randomness").equals(random));
        Checks.check("the UUID of " + theirs, read.toText(Form.UUID).equals(theirs.toUuid().toString()));
        return read;
    }
}
