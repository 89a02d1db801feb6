package sortid.bench;

import com.github.f4b6a3.uuid.UuidCreator;
import java.util.UUID;
import sortid.Sortid;

/** Prints the time to the text of the first id of this process, in nanoseconds. */
public final class Start {
    private Start() {}

    public static void main(String[] arguments) {
        String subject = arguments[0];
        long began = System.nanoTime();
        text(subject);
        System.out.println(System.nanoTime() - began);
    }

    private static String text(String subject) {
        switch (subject) {
            case Starts.OURS:
                return Sortid.uuid7().toString();
            case Starts.CREATOR:
                return UuidCreator.getTimeOrderedEpoch().toString();
            default:
                return UUID.randomUUID().toString();
        }
    }
}
