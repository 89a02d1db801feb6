package sortid.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures with JMH in rounds. Each round runs every subject in a new virtual machine. Prints the
 * medians as rows of JSON.
 */
public final class Main {
    private static final String JDK = "java.util.UUID";
    private static final String CREATOR = "uuid-creator";
    private static final String JUG = "java-uuid-generator";
    private static final String ULID = "ulid-creator";
    private static final String TSID = "tsid-creator";
    private static final String HIBERNATE = "hibernate-core";

    /** The Maven group of each peer package. */
    private static final Map<String, String> GROUPS =
            Map.of(
                    CREATOR, "com.github.f4b6a3",
                    JUG, "com.fasterxml.uuid",
                    ULID, "com.github.f4b6a3",
                    TSID, "com.github.f4b6a3",
                    HIBERNATE, "org.hibernate.orm");

    /** A row: sortid's subject and a peer's; {@code each} is the number of ids per call. */
    private record Row(String what, String ours, String peer, String theirs, int each, Double demand) {}

    private static final List<Row> ROWS =
            List.of(
                    new Row("first id of a process, as text", Starts.OURS, JDK + ".randomUUID().toString()", Starts.JDK, 1, 2.0),
                    new Row("first id of a process, as text", Starts.OURS, CREATOR + " text", Starts.CREATOR, 1, null),
                    new Row("uuid7() text", "uuid7Text", JDK + ".randomUUID().toString()", "randomUuidText", 1, 1.0),
                    new Row("uuid7() text", "uuid7Text", CREATOR + " text", "uuidCreatorText", 1, null),
                    new Row("uuid7() text", "uuid7Text", JUG + " text", "javaUuidGeneratorText", 1, null),
                    new Row("uuid7()", "uuid7", CREATOR, "uuidCreator", 1, null),
                    new Row("uuid7()", "uuid7", JUG, "javaUuidGenerator", 1, null),
                    new Row("ulid()", "ulid", ULID + " UlidCreator.getMonotonicUlid", "ulidCreator", 1, null),
                    new Row("tid text, a generator with a long lead", "tidText", JDK + ".randomUUID().toString()", "randomUuidText", 1, null),
                    new Row("parse UUID", "parse", JDK + ".fromString", "uuidFromString", 1, 1.2),
                    new Row("parse UUID", "parse", CREATOR + " UuidCreator.fromString", "uuidCreatorFromString", 1, 1.2),
                    new Row("parse ULID", "parseUlid", ULID + " Ulid.from", "ulidCreatorFrom", 1, 1.2),
                    new Row("parse TSID", "parseTsid", TSID + " Tsid.from", "tsidCreatorFrom", 1, 1.2),
                    new Row("text of a UUID", "uuidText", JDK + ".toString", "jdkUuidText", 1, 1.2),
                    new Row("text of a ULID", "ulidText", ULID + " Ulid.toString", "ulidCreatorText", 1, 1.2),
                    new Row("text of a TSID", "tsidText", TSID + " Tsid.toString", "tsidCreatorText", 1, 1.2),
                    new Row("5 000 rows with a uuid7 and a snowflake, by Hibernate", "readIds", HIBERNATE + " with UUID and long", "readUuids", 1, 1.5),
                    new Row("compare of two uuid7", "compare", JDK + ".compareTo", "compareUuids", 1, null),
                    new Row("hash of a uuid7", "hash", JDK + ".hashCode", "hashUuid", 1, null),
                    new Row("from UUID", "fromUuid", CREATOR + " UuidValidator.isValid(uuid, 7)", "isValidUuid", 1, null),
                    new Row("from bytes", "fromBytes", CREATOR + " UuidCreator.fromBytes", "uuidCreatorFromBytes", 1, null),
                    new Row("from long, snowflake", "fromLong", TSID + " Tsid.from", "tsidFromLong", 1, null),
                    new Row("a field", "field", JDK + ".getMostSignificantBits() >>> 16", "fieldByHand", 1, null),
                    new Row("is reserved", "isReserved", JDK + ".variant()", "variant", 1, 1.2),
                    new Row("convert to ulid", "convert", ULID + " Ulid.from", "ulidFromUuid", 1, 1.2),
                    new Row("smallest id of a time", "minAt", CREATOR + " getTimeOrderedEpochMin", "epochMin", 1, 1.2),
                    new Row("range of a minute", "range", CREATOR + " getTimeOrderedEpochMin and Max", "epochRange", 1, 1.5),
                    new Row("10 000 v7 as texts, each", "manyTexts", JDK + ".randomUUID() loop", "manyRandomUuidTexts", Subjects.MANY, null),
                    new Row("10 000 v7 into a byte[], each", "fill", JDK + ".randomUUID() loop", "manyRandomUuidTexts", Subjects.MANY, null));

    /** The number of processes that a round starts for each subject. */
    private static final int STARTS = 15;

    private Main() {}

    public static void main(String[] arguments) throws RunnerException, IOException {
        boolean quick = false;
        String only = "";
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--only" -> only = arguments[++i];
                default -> throw new IllegalArgumentException(arguments[i]);
            }
        }
        PrintStream rows = System.out;
        // Standard output is for rows only; JMH prints to standard error.
        System.setOut(System.err);
        String wanted = only;
        List<Row> chosen = ROWS.stream().filter(row -> row.what().contains(wanted)).toList();
        Map<String, List<Double>> measured = measure(chosen, quick ? 1 : 5, quick ? 100 : 200);
        for (Row row : chosen) {
            double ours = median(measured.get(row.ours())) / row.each();
            double theirs = median(measured.get(row.theirs())) / row.each();
            rows.printf(
                    Locale.ROOT,
                    "{\"what\": \"%s\", \"ours_ns\": %.2f, \"peer\": \"%s\", \"peer_version\": \"%s\", \"peer_ns\": %.2f, \"demand\": %s}%n",
                    row.what(), ours, row.peer(), version(row.peer()), theirs, row.demand());
        }
    }

    private static Map<String, List<Double>> measure(List<Row> rows, int rounds, int ms) throws RunnerException, IOException {
        TreeSet<String> subjects = new TreeSet<>();
        for (Row row : rows) {
            subjects.add(row.ours());
            subjects.add(row.theirs());
        }
        Map<String, List<Double>> measured = new HashMap<>();
        List<String> starts = subjects.stream().filter(Starts::measures).toList();
        starts.forEach(subjects::remove);
        for (int round = 0; round < rounds * STARTS; round++) {
            for (String start : starts) {
                measured.computeIfAbsent(start, key -> new ArrayList<>()).add(Starts.sample(start));
            }
        }
        for (int round = 0; !subjects.isEmpty() && round < rounds; round++) {
            OptionsBuilder options = new OptionsBuilder();
            subjects.forEach(subject -> options.include("\\." + subject + "$"));
            Options run =
                    options.forks(1)
                            .warmupIterations(5)
                            .warmupTime(TimeValue.milliseconds(ms))
                            .measurementIterations(5)
                            .measurementTime(TimeValue.milliseconds(ms))
                            .verbosity(VerboseMode.SILENT)
                            .build();
            for (RunResult result : new Runner(run).run()) {
                String name = result.getPrimaryResult().getLabel();
                measured.computeIfAbsent(name, key -> new ArrayList<>()).add(result.getPrimaryResult().getScore());
            }
        }
        return measured;
    }

    private static double median(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    /** Reads the peer's version from its jar. */
    private static String version(String peer) throws IOException {
        if (peer.startsWith(JDK)) {
            return System.getProperty("java.version");
        }
        String artifact = peer.split(" ")[0];
        String group = GROUPS.get(artifact);
        if (artifact.equals(HIBERNATE)) {
            return org.hibernate.Version.getVersionString();
        }
        Properties properties = new Properties();
        String resource = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
        try (InputStream stream = Main.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IOException("the jar of " + artifact + " does not contain its version");
            }
            properties.load(stream);
        }
        return properties.getProperty("version");
    }
}
