import com.github.f4b6a3.uuid.UuidCreator;
import java.util.UUID;
import java.util.function.Supplier;
import sortid.Sortid;

/** The heap size of an id: {@code java OfJvm SUBJECT}. */
final class OfJvm {
    private static final int IDS = 100_000;

    private OfJvm() {}

    public static void main(String[] arguments) {
        Supplier<Object> make =
                switch (arguments[0]) {
                    case "ours" -> Sortid::uuid7;
                    case "java.util.UUID" -> UUID::randomUUID;
                    case "uuid-creator" -> UuidCreator::getTimeOrderedEpoch;
                    default -> throw new IllegalArgumentException(arguments[0]);
                };
        Object[] ids = new Object[IDS];
        // The first id and the first reading allocate shared memory, which is not counted.
        make.get();
        used();
        long before = used();
        for (int at = 0; at < IDS; at++) {
            ids[at] = make.get();
        }
        System.out.println((double) (used() - before) / IDS);
        // Keeps the ids alive until here.
        java.lang.ref.Reference.reachabilityFence(ids);
    }

    private static long used() {
        for (int pass = 0; pass < 3; pass++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
