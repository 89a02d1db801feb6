/** Exchanges ids with other libraries: fields, times, order, and texts that only they accept. */
final class Outside {
    private Outside() {}

    public static void main(String[] arguments) {
        Uuids.check();
        Combs.check();
        Ulids.check();
        Ksuids.check();
        Tsids.check();
        System.exit(Checks.end());
    }
}
