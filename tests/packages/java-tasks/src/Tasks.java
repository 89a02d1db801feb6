import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.codec.other.TimeOrderedCodec;
import com.github.f4b6a3.uuid.exception.InvalidUuidException;
import com.github.f4b6a3.uuid.util.UuidUtil;
import com.github.f4b6a3.uuid.util.UuidValidator;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import sortid.Format;
import sortid.GeneratorOptions;
import sortid.Sortid;
import sortid.SortidException;
import sortid.Tsid;
import sortid.Uuid1;
import sortid.Uuid7;

/**
 * Frequent tasks, solved with uuid-creator, ulid-creator and tsid-creator, and with sortid. The
 * lines between the marks are counted.
 */
final class Tasks {
    private static final UUID KEY = UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    private static final Instant MADE = Instant.parse("2022-02-22T19:22:22Z");

    private static boolean failed;

    private Tasks() {}

    /** Prints whether the results of a task are equal. */
    private static void same(int task, Object theirs, Object ours) {
        boolean holds = Objects.equals(theirs, ours);
        failed |= !holds;
        System.out.println(holds ? "ok task " + task : "not ok task " + task + ": " + theirs + ", " + ours);
    }

    // 1. A new key, as the JDK's UUID
    private static void newKey() {
        // theirs
        UUID theirs = UuidCreator.getTimeOrderedEpoch();
        // ours
        UUID ours = Sortid.uuid7().toUuid();
        // end
        same(1, theirs.version(), ours.version());
    }

    // 2. Is a user's text a key?
    private static void validation() {
        for (String text : new String[] {KEY.toString(), "x", "017f22e2-79b0-4cc3-98c4-dc0c0c07398f"}) {
            // theirs
            boolean theirs = UuidValidator.isValid(text, 7);
            // ours
            boolean ours = Uuid7.isValid(text);
            // end
            same(2, theirs, ours);
        }
    }

    // 3. The time of a key
    private static void time() {
        // theirs
        Instant theirs = UuidUtil.getInstant(KEY);
        // ours
        Instant ours = Uuid7.fromUuid(KEY).getInstant();
        // end
        same(3, theirs, ours);
    }

    // 4. A key with a given time, as for imported rows
    private static void givenTime() {
        // theirs
        UUID theirs = UuidCreator.getTimeOrderedEpoch(MADE);
        // ours
        Uuid7 ours = Uuid7.at(MADE);
        // end
        same(4, UuidUtil.getInstant(theirs), ours.getInstant());
    }

    // 5. The bounds of a query: keys of a day
    private static void range() {
        Instant from = Instant.parse("2024-07-19T00:00:00Z");
        Instant to = Instant.parse("2024-07-20T00:00:00Z");
        // theirs
        UUID first = UuidCreator.getTimeOrderedEpochMin(from);
        UUID last = UuidCreator.getTimeOrderedEpochMax(to.minusMillis(1));
        // ours
        var day = Uuid7.range(from, to);
        // end
        same(5, first, day.getMin().toUuid());
        same(5, last, day.getMax().toUuid());
    }

    // 6. A version 1 as a version 6
    private static void version1() {
        UUID old = UUID.fromString("c232ab00-9414-11ec-b3c8-9f6bdeced846");
        // theirs
        UUID theirs = new TimeOrderedCodec().encode(old);
        // ours
        UUID ours = Uuid1.fromUuid(old).convert(Format.UUID6).toUuid();
        // end
        same(6, theirs, ours);
    }

    // 7. ULIDs in order
    private static void ulids() {
        // theirs
        var theirs = Stream.generate(UlidCreator::getMonotonicUlid).limit(2).toList();
        // ours
        var ours = Stream.generate(Sortid::ulid).limit(2).toList();
        // end
        same(7, theirs.get(0).compareTo(theirs.get(1)) < 0, ours.get(0).compareTo(ours.get(1)) < 0);
    }

    // 8. A TSID of a given node
    private static void tsid() {
        // theirs
        var factory = TsidFactory.newInstance1024(7);
        var theirs = factory.create();
        // ours
        var generator = Tsid.generator(new GeneratorOptions().node(7));
        var ours = generator.next();
        // end
        same(8, theirs.toLong() >> 12 & 1023, ours.toLong() >> 12 & 1023);
    }

    // 9. A TSID with another epoch, and its time
    private static void epoch() {
        Instant before = Instant.now().minusMillis(1);
        Instant epoch = Instant.parse("2024-01-01T00:00:00Z");
        // theirs
        var factory = TsidFactory.builder().withCustomEpoch(epoch).build();
        Instant theirs = factory.create().getInstant(epoch);
        // ours
        var generator = Tsid.generator(new GeneratorOptions().epoch(epoch));
        Instant ours = generator.timestamp(generator.next()).toInstant();
        // end
        same(9, theirs.isAfter(before), ours.isAfter(before));
    }

    // 10. A key in JSON
    // theirs
    private record TheirPost(UUID id) {}

    // ours
    private record OurPost(Uuid7 id) {}

    // end
    private static void json() throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        TheirPost theirs = mapper.readValue("{\"id\":\"" + KEY + "\"}", TheirPost.class);
        OurPost ours = mapper.readValue("{\"id\":\"" + KEY + "\"}", OurPost.class);
        same(10, mapper.writeValueAsString(theirs), mapper.writeValueAsString(ours));
    }

    // 11. An error for a user
    private static void error() {
        String theirs = null;
        String ours = null;
        // theirs
        try {
            UuidCreator.fromString("017f22e2");
        } catch (InvalidUuidException e) {
            theirs = e.getMessage();
        }
        // ours
        try {
            Uuid7.parse("017f22e2");
        } catch (SortidException.Argument e) {
            ours = e.getMessage();
        }
        // end
        System.out.println("   " + theirs + "; " + ours);
        same(11, theirs != null, ours != null);
    }

    // 12. A thousand keys
    private static void many() {
        // theirs
        var theirs = Stream.generate(UuidCreator::getTimeOrderedEpoch).limit(1000).toList();
        // ours
        var ours = Stream.generate(Sortid::uuid7).limit(1000).toList();
        // end
        same(12, theirs.size(), ours.size());
    }

    public static void main(String[] arguments) throws JsonProcessingException {
        newKey();
        validation();
        time();
        givenTime();
        range();
        version1();
        ulids();
        tsid();
        epoch();
        json();
        error();
        many();
        System.exit(failed ? 1 : 0);
    }
}
