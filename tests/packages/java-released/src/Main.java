import sortid.Sortid;
import sortid.Tid;
import sortid.Uuid7;

/** Generates and reads ids with the jar's native library. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Uuid7 id = Sortid.uuid7();
        require(Uuid7.fromUuid(id.toUuid()).equals(id));
        require(Sortid.uuid7().compareTo(id) > 0);
        require(Tid.parse("3jzfcijpj2z2a").getClockId() == 6);
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }
}
