import java.util.Objects;

/** Ids in frameworks without configuration. Prints a line for each check. */
public final class Main {
    private static boolean failed;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Json.check();
        SpringMvc.check();
        SpringWebFlux.check();
        Jersey.check();
        RestEasy.check();
        Micronaut.check();
        Jooq.check();
        if (failed) {
            System.exit(1);
        }
    }

    static void check(String name, Object found, Object expected) {
        if (Objects.equals(found, expected)) {
            System.out.println("ok " + name);
        } else {
            System.out.println("not ok " + name + ": " + found + ", not " + expected);
            failed = true;
        }
    }
}
