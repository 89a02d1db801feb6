package sortid.bench;

import com.github.f4b6a3.uuid.UuidCreator;
import com.sun.jna.Native;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kotlin.Unit;
import sortid.Sortid;

/** Measures {@link Start} in new processes whose class path contains only the subject's jars. */
final class Starts {
    static final String OURS = "firstUuid7";
    static final String CREATOR = "firstUuidCreator";
    static final String JDK = "firstRandomUuid";

    /** Each subject, with a class of each required jar. */
    private static final Map<String, List<Class<?>>> SUBJECTS =
            Map.of(
                    OURS, List.of(Sortid.class, Unit.class, Native.class),
                    CREATOR, List.of(UuidCreator.class),
                    JDK, List.of());

    private Starts() {}

    static boolean measures(String subject) {
        return SUBJECTS.containsKey(subject);
    }

    /** The time of a subject in a new process, in nanoseconds. */
    static double sample(String subject) throws IOException {
        String path =
                Stream.concat(Stream.of(Start.class), SUBJECTS.get(subject).stream())
                        .map(Starts::jar)
                        .collect(Collectors.joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(java, "-cp", path, Start.class.getName(), subject);
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        byte[] output = process.getInputStream().readAllBytes();
        return Double.parseDouble(new String(output, StandardCharsets.US_ASCII));
    }

    private static String jar(Class<?> one) {
        try {
            return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException error) {
            throw new IllegalStateException(error);
        }
    }
}
