package sortid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module as a Java program sees it: no Kotlin in sight. */
class JavaTest {
    @Test
    void idsAreValues() {
        Id id = Sortid.uuid7();
        assertEquals(id, Id.parse(id.toString(), Format.UUID7));
        UUID uuid = id.toUuid();
        assertEquals(id, Id.fromUuid(uuid, Format.UUID7));
        assertTrue(id.compareTo(Sortid.uuid7()) < 0);
        assertEquals(1, new TreeSet<>(List.of(id)).size());
        assertTrue(Id.isValid("3jzfcijpj2z2a", Format.TID));
        assertFalse(Id.isValid("kjzfcijpj2z2a", Format.TID));
        Instant time = Id.parse("3jzfcijpj2z2a", Format.TID).getInstant();
        assertEquals(1688137381L, time.getEpochSecond());
        assertEquals(6, Id.fromFields(Map.of("clock_id", 6), Format.TID).field("clock_id").intValue());
    }

    @Test
    void errorsAreOfTheirOwnClass() {
        try {
            Id.parse("3jzfcijpj2z21", Format.TID);
        } catch (SortidException.InvalidCharacter e) {
            assertEquals(12, e.getOffset());
            assertEquals(ErrorCode.INVALID_CHARACTER, e.getCode());
            assertEquals("invalid_character", e.getCode().getCodeName());
            return;
        }
        throw new AssertionError("accepted");
    }

    @Test
    void generatorsAreClosedByTry() {
        Options options = new Options().clock(Options.Clock.MANUAL).clockId(6);
        try (Generator generator = new Generator(Format.TID, options)) {
            Id id = generator.nextAt(new UnixTime(1688137381, 887007000));
            assertEquals("3jzfcijpj2z2a", id.toString());
        }
        try (Generator generator = new Generator(Format.UUID7)) {
            List<String> texts = generator.nextTexts(10);
            assertEquals(texts.stream().sorted().toList(), texts);
            assertEquals(10, generator.status().getIds());
            generator.reseed();
        }
    }

    @Test
    void aStateFileIsAPath(@TempDir Path folder) {
        Options options = new Options().stateFile(folder.resolve("ids.state"));
        Id first;
        try (Generator generator = new Generator(Format.TID, options)) {
            first = generator.next();
        }
        try (Generator generator = new Generator(Format.TID, options)) {
            assertTrue(first.compareTo(generator.next()) < 0);
        }
        Options none = new Options().stateFile(folder.resolve("none").resolve("ids.state").toString());
        SortidException.Store error = assertThrows(SortidException.Store.class, () -> new Generator(Format.TID, none));
        assertEquals(ErrorCode.STORE_IO, error.getCode());
        assertTrue(error.getPath().startsWith(folder.toString()));
    }

    @Test
    void rangesAreForQueries() {
        IdRange day = Format.UUID7.range(Instant.parse("2024-07-19T00:00:00Z"), Instant.parse("2024-07-20T00:00:00Z"));
        assertTrue(day.getMin().compareTo(day.getMax()) < 0);
        assertThrows(SortidException.UnknownFormat.class, () -> Format.named("xid"));
    }
}
