package sortid.bench;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidValidator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import sortid.Generator;
import sortid.GeneratorOptions;
import sortid.IdRange;
import sortid.Snowflake;
import sortid.Sortid;
import sortid.Tid;
import sortid.Timestamp;
import sortid.Tsid;
import sortid.Ulid;
import sortid.Uuid7;

/** The measured subjects of sortid and its peers. {@link Main} refers to them by name. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
public class Subjects {
    /** The number of ids of a bulk call. */
    static final int MANY = 10_000;

    // Parsed texts are fields: the JIT compiler would parse constants in advance.
    private static final String TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";

    private static final UUID THEIRS = UUID.fromString(TEXT);
    private static final Uuid7 OURS = Uuid7.fromUuid(THEIRS);
    private static final Snowflake SNOWFLAKE = Sortid.snowflake();
    private static final Timestamp TIME = OURS.getTimestamp();
    private static final Instant INSTANT = OURS.getInstant();
    private static final Instant LATER_INSTANT = INSTANT.plusSeconds(60);
    private static final Timestamp LATER = new Timestamp(TIME.getSeconds() + 60, 0);

    private static final String ULID_TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    private static final Ulid ULID = Ulid.parse(ULID_TEXT);
    private static final com.github.f4b6a3.ulid.Ulid CREATOR_ULID = com.github.f4b6a3.ulid.Ulid.from(ULID_TEXT);

    private static final String TSID_TEXT = "0AWE5HZP3SKTK";
    private static final Tsid TSID = Tsid.parse(TSID_TEXT);
    private static final com.github.f4b6a3.tsid.Tsid CREATOR_TSID = com.github.f4b6a3.tsid.Tsid.from(TSID_TEXT);

    private Uuid7 uuid7 = OURS;
    private Uuid7 later = Sortid.uuid7();
    private UUID uuid = THEIRS;
    private UUID laterUuid = later.toUuid();

    private String uuidToRead = TEXT;
    private String ulidToRead = ULID_TEXT;
    private String tsidToRead = TSID_TEXT;

    private final byte[] uuidBytes = OURS.toByteArray();

    private final TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();
    private final Generator<Uuid7> uuid7s = Uuid7.generator();

    /**
     * The format limits a generator to one tid a microsecond; a long lead measures the generation.
     */
    private final Generator<Tid> tids = Tid.generator(new GeneratorOptions().maxLeadMs(3_600_000));

    private final byte[] bytes = new byte[MANY * 16];

    @Benchmark
    public String uuid7Text() {
        return Sortid.uuid7().toString();
    }

    @Benchmark
    public Uuid7 uuid7() {
        return Sortid.uuid7();
    }

    @Benchmark
    public String tidText() {
        return tids.next().toString();
    }

    @Benchmark
    public Uuid7 parse() {
        return Uuid7.parse(uuidToRead);
    }

    @Benchmark
    public Ulid parseUlid() {
        return Ulid.parse(ulidToRead);
    }

    @Benchmark
    public Tsid parseTsid() {
        return Tsid.parse(tsidToRead);
    }

    @Benchmark
    public Ulid ulid() {
        return Sortid.ulid();
    }

    @Benchmark
    public com.github.f4b6a3.ulid.Ulid ulidCreator() {
        return UlidCreator.getMonotonicUlid();
    }

    @Benchmark
    public String uuidText() {
        return uuid7.toString();
    }

    @Benchmark
    public String jdkUuidText() {
        return uuid.toString();
    }

    @Benchmark
    public int compare() {
        return uuid7.compareTo(later);
    }

    @Benchmark
    public int compareUuids() {
        return uuid.compareTo(laterUuid);
    }

    @Benchmark
    public int hash() {
        return uuid7.hashCode();
    }

    @Benchmark
    public int hashUuid() {
        return uuid.hashCode();
    }

    @Benchmark
    public String ulidText() {
        return ULID.toString();
    }

    @Benchmark
    public String tsidText() {
        return TSID.toString();
    }

    @Benchmark
    public Uuid7 fromUuid() {
        return Uuid7.fromUuid(THEIRS);
    }

    @Benchmark
    public Uuid7 fromBytes() {
        return Uuid7.fromBytes(uuidBytes);
    }

    @Benchmark
    public Snowflake fromLong() {
        return Snowflake.fromLong(SNOWFLAKE.toLong());
    }

    @Benchmark
    public long field() {
        return OURS.getUnixTsMs();
    }

    @Benchmark
    public boolean isReserved() {
        return OURS.isReserved();
    }

    @Benchmark
    public Ulid convert() {
        return OURS.convert(Ulid.Companion);
    }

    @Benchmark
    public Uuid7 minAt() {
        return Uuid7.minAt(TIME);
    }

    @Benchmark
    public IdRange<Uuid7> range() {
        return Uuid7.range(TIME, LATER);
    }

    @Benchmark
    public List<String> manyTexts() {
        return uuid7s.nextTexts(MANY);
    }

    @Benchmark
    public Generator.Filled fill() {
        return uuid7s.fill(bytes);
    }

    @Benchmark
    public String randomUuidText() {
        return UUID.randomUUID().toString();
    }

    @Benchmark
    public UUID uuidFromString() {
        return UUID.fromString(uuidToRead);
    }

    @Benchmark
    public UUID uuidCreatorFromString() {
        return UuidCreator.fromString(uuidToRead);
    }

    @Benchmark
    public com.github.f4b6a3.ulid.Ulid ulidCreatorFrom() {
        return com.github.f4b6a3.ulid.Ulid.from(ulidToRead);
    }

    @Benchmark
    public com.github.f4b6a3.tsid.Tsid tsidCreatorFrom() {
        return com.github.f4b6a3.tsid.Tsid.from(tsidToRead);
    }

    @Benchmark
    public String ulidCreatorText() {
        return CREATOR_ULID.toString();
    }

    @Benchmark
    public String tsidCreatorText() {
        return CREATOR_TSID.toString();
    }

    @Benchmark
    public boolean isValidUuid() {
        return UuidValidator.isValid(THEIRS, 7);
    }

    @Benchmark
    public UUID uuidCreatorFromBytes() {
        return UuidCreator.fromBytes(uuidBytes);
    }

    @Benchmark
    public com.github.f4b6a3.tsid.Tsid tsidFromLong() {
        return com.github.f4b6a3.tsid.Tsid.from(SNOWFLAKE.toLong());
    }

    @Benchmark
    public long fieldByHand() {
        return THEIRS.getMostSignificantBits() >>> 16;
    }

    @Benchmark
    public int variant() {
        return THEIRS.variant();
    }

    @Benchmark
    public com.github.f4b6a3.ulid.Ulid ulidFromUuid() {
        return com.github.f4b6a3.ulid.Ulid.from(THEIRS);
    }

    @Benchmark
    public UUID epochMin() {
        return UuidCreator.getTimeOrderedEpochMin(INSTANT);
    }

    @Benchmark
    public UUID[] epochRange() {
        return new UUID[] {UuidCreator.getTimeOrderedEpochMin(INSTANT), UuidCreator.getTimeOrderedEpochMax(LATER_INSTANT)};
    }

    @Benchmark
    public List<String> manyRandomUuidTexts() {
        List<String> texts = new ArrayList<>(MANY);
        for (int i = 0; i < MANY; i++) {
            texts.add(UUID.randomUUID().toString());
        }
        return texts;
    }

    @Benchmark
    public UUID uuidCreator() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    @Benchmark
    public String uuidCreatorText() {
        return UuidCreator.getTimeOrderedEpoch().toString();
    }

    @Benchmark
    public UUID javaUuidGenerator() {
        return jug.generate();
    }

    @Benchmark
    public String javaUuidGeneratorText() {
        return jug.generate().toString();
    }
}
