/** Ids of other libraries and of the platform, read by us, and ours by them: fields, times and order; and what they take and we refuse. */
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
