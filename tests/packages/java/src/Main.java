import jakarta.persistence.*;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import sortid.*;

/** A program that uses only the jar. Prints a line for each check. */
public final class Main {
    /** Both packages have an {@code Id}, so the annotation is imported by its name. */
    @Entity
    public static class Post {
        @Id UUID key;
        Uuid7 id;
        AnyId any;
    }

    private static boolean failed;

    private Main() {}

    public static void main(String[] arguments) {
        Tid tid = Tid.parse("3jzfcijpj2z2a");
        check("a class per format", tid.getClockId(), 6);
        check("the dynamic id", AnyId.parse("3jzfcijpj2z2a", Format.TID), tid.toAnyId());
        check("new ids rise", Sortid.uuid7().compareTo(Sortid.uuid7()) < 0, true);
        Post post = new Post();
        post.id = Sortid.uuid7();
        post.any = post.id.toAnyId();
        post.key = post.id.toUuid();
        check("an entity has a UUID", Uuid7.fromUuid(post.key), post.id);
        IdRange<Tid> day = Tid.range(Instant.parse("2023-06-30T00:00:00Z"), Instant.parse("2023-07-01T00:00:00Z"));
        check("a time's range", day.contains(tid), true);
        try (Generator<Tid> generator = Tid.generator(new GeneratorOptions().node(7).maxLeadMs(20))) {
            List<Tid> ids = generator.nextIds(3);
            check("options one after another", ids.get(2).getClockId(), 7);
        }
        try {
            check("parse rejects an invalid id", Tid.parse("3jzfcijpj2z21"), "refused");
        } catch (SortidException error) {
            check("error has the offset", error.getOffset(), 12);
        }
        if (failed) {
            System.exit(1);
        }
    }

    private static void check(String name, Object found, Object expected) {
        if (Objects.equals(found, expected)) {
            System.out.println("ok " + name);
        } else {
            System.out.println("not ok " + name + ": " + found + ", not " + expected);
            failed = true;
        }
    }
}
