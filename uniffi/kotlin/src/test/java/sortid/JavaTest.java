package sortid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sortid.gson.SortidTypeAdapterFactory;
import sortid.testing.TestClock;

/** Tests the module from Java code. */
class JavaTest {
    @Test
    void idsWithEqualBitsAreEqual() {
        Uuid7 id = Sortid.uuid7();
        assertEquals(id, Uuid7.parse(id.toString()));
        UUID uuid = id.toUuid();
        assertEquals(id, Uuid7.fromUuid(uuid));
        assertEquals(id.toAnyId(), AnyId.fromUuid(uuid, Format.UUID7));
        assertTrue(id.compareTo(Sortid.uuid7()) < 0);
        assertEquals(1, new TreeSet<>(List.of(id)).size());
        assertTrue(AnyId.isValid("3jzfcijpj2z2a", Format.TID));
        assertFalse(AnyId.isValid("kjzfcijpj2z2a", Format.TID));
        Instant time = AnyId.parse("3jzfcijpj2z2a", Format.TID).getInstant();
        assertEquals(1688137381L, time.getEpochSecond());
        assertEquals(6, AnyId.fromFields(Map.of("clock_id", 6), Format.TID).field("clock_id").intValue());
    }

    @Test
    void exceptionsHaveACommonBaseClass() {
        try {
            Tid.parse("3jzfcijpj2z21");
        } catch (SortidException e) {
            assertEquals(
                    "invalid_character: \"3jzfcijpj2z21\" is not a valid tid: unexpected '1' at byte 12", e.getMessage());
            return;
        }
        throw new AssertionError("accepted");
    }

    @Test
    void eachErrorHasItsClass() {
        try {
            Tid.parse("3jzfcijpj2z21");
        } catch (SortidException.InvalidCharacter e) {
            assertEquals(12, e.getOffset());
            assertEquals(ErrorCode.INVALID_CHARACTER, e.getCode());
            assertEquals("invalid_character", e.getCode().getCodeName());
            return;
        }
        throw new AssertionError("accepted");
    }

    @Test
    void tryClosesGenerators() {
        GeneratorOptions options = new GeneratorOptions().clock(GeneratorOptions.Clock.MANUAL).node(6);
        try (Generator<AnyId> generator = Generator.of(Format.TID, options)) {
            AnyId id = generator.nextAt(new Timestamp(1688137381, 887007000));
            assertEquals("3jzfcijpj2z2a", id.toString());
        }
        try (Generator<AnyId> generator = Generator.of(Format.UUID7)) {
            List<String> texts = generator.nextTexts(10);
            assertEquals(texts.stream().sorted().toList(), texts);
            assertEquals(10, generator.status().getIds());
            generator.reseed();
        }
    }

    @Test
    void aStateFileIsAPath(@TempDir Path folder) {
        GeneratorOptions options = new GeneratorOptions().stateFile(folder.resolve("ids.state"));
        AnyId first;
        try (Generator<AnyId> generator = Generator.of(Format.TID, options)) {
            first = generator.next();
        }
        try (Generator<AnyId> generator = Generator.of(Format.TID, options)) {
            assertTrue(first.compareTo(generator.next()) < 0);
        }
        GeneratorOptions none = new GeneratorOptions().stateFile(folder.resolve("none").resolve("ids.state").toString());
        SortidException.Store error = assertThrows(SortidException.Store.class, () -> Generator.of(Format.TID, none));
        assertEquals(ErrorCode.STORE_IO, error.getCode());
        assertTrue(error.getPath().startsWith(folder.toString()));
    }

    @Test
    void rangeReturnsBoundsOfQueries() {
        IdRange<AnyId> day = AnyId.range(Instant.parse("2024-07-19T00:00:00Z"), Instant.parse("2024-07-20T00:00:00Z"), Format.UUID7);
        assertTrue(day.getMin().compareTo(day.getMax()) < 0);
        assertThrows(SortidException.UnknownFormat.class, () -> Format.named("no_such"));
    }

    @Test
    void classesOfFormatsAreFinal() {
        Tid tid = Tid.parse("3jzfcijpj2z2a");
        assertEquals(6, tid.getClockId());
        assertEquals(1688137381887007L, tid.getTimestampUs());
        assertEquals(tid, Tid.fromLong(tid.toLong()));
        try (Generator<Tid> generator = Tid.generator(new GeneratorOptions().node(7).maxLead(Duration.ofMillis(20)))) {
            Tid first = generator.next();
            assertEquals(7, first.getClockId());
        }
        IdRange<Tid> day = Tid.range(Instant.parse("2023-06-30T00:00:00Z"), Instant.parse("2023-07-01T00:00:00Z"));
        assertTrue(day.contains(tid));
        Timeid timeid = tid.convert(Timeid.Companion);
        assertEquals("3jzf-cij-pj2z-2a", timeid.toString());
        assertThrows(SortidException.NotApplicable.class, () -> Tid.of(Sortid.newId(Format.UUID7)));
        assertEquals(Sortid.version(), Sortid.version().trim());
        Sortid.reseed();
    }

    @Test
    void idsHavePrefixes() {
        TypeId order = new TypeId("order_01fwhe4ydgfk1shh6w1g60eecf");
        assertEquals("order", order.getPrefix());
        assertEquals(order, new TypeId("order", order.getId()));
        assertEquals("order", AnyId.prefixOf(order.toString()));
        IdType<TypeId> invoices = IdType.of("invoice", Ulid.TYPE);
        TypeId invoice = invoices.now();
        assertEquals(invoice, invoices.parse(invoice.toString()));
        assertTrue(invoice.compareTo(invoices.now()) < 0);
        assertEquals(invoices, IdType.of("invoice", Ulid.TYPE));
        IdType<TypeId> messages = IdType.of(Snowflake.TYPE, new GeneratorOptions().epoch(GeneratorOptions.Epoch.DISCORD));
        assertEquals(Instant.parse("2016-04-30T11:18:25.796Z"), messages.parse("175928847299117063").getInstant());
    }

    /** Generic code over every kind of id. */
    private static final class Repository<T extends Id> {
        private final IdType<T> type;
        private final Map<T, String> rows = new HashMap<>();

        Repository(IdType<T> type) {
            this.type = type;
        }

        T add(String text) {
            T id = type.now();
            rows.put(id, text);
            return id;
        }

        String find(String id) {
            return rows.get(type.parse(id));
        }
    }

    private static <T extends Id> void stores(IdType<T> type) {
        Repository<T> repository = new Repository<>(type);
        T id = repository.add("text");
        assertEquals("text", repository.find(id.toString()));
        assertSame(type, IdType.of(type.getIdClass()));
    }

    @Test
    void genericCodeAcceptsEveryType() {
        stores(Tid.TYPE);
        stores(Uuid7.TYPE);
        stores(OrderId.TYPE);
        assertEquals(Format.TID, new Repository<>(IdType.of(Format.TID)).add("text").getFormat());
    }

    /** The class that the guide shows. */
    @SuppressWarnings("serial")
    public static final class OrderId extends TypeId {
        public static final IdType<OrderId> TYPE = IdType.of("order", Uuid7.TYPE, OrderId::new);

        private OrderId(AnyId id) {
            super(TYPE, id);
        }

        public static OrderId valueOf(String text) {
            return TYPE.parse(text);
        }
    }

    /** Another class of ids of the same format, whose type is not public. */
    @SuppressWarnings("serial")
    static final class UserId extends TypeId {
        static final IdType<UserId> TYPE = IdType.of("user", Uuid7.TYPE, UserId::new);

        private UserId(AnyId id) {
            super(TYPE, id);
        }

        UserId(Tid id) {
            this(id.toAnyId());
        }
    }

    public record Order(OrderId id, int total) {}

    @Test
    void idsOfACustomClassWithEqualBitsAreEqual() {
        OrderId id = OrderId.valueOf("order_01fwhe4ydgfk1shh6w1g60eecf");
        OrderId same = OrderId.TYPE.of(id.getId());
        assertEquals("order_01fwhe4ydgfk1shh6w1g60eecf", id.toString());
        assertTrue(id.equals(same) && id.hashCode() == same.hashCode() && id.compareTo(same) == 0);
        assertTrue(new HashSet<>(List.of(id)).contains(same));
        assertFalse(id.equals(OrderId.TYPE.now()));
        assertFalse(id.equals(UserId.TYPE.of(id.getId())));
        assertFalse(id.equals(id.getId()));
        assertThrows(SortidException.NotApplicable.class, () -> new UserId(Sortid.tid()));
        assertThrows(SortidException.WrongPrefix.class, () -> OrderId.valueOf("user_01fwhe4ydgfk1shh6w1g60eecf"));
    }

    @Test
    void jacksonAndGsonWriteTheText() throws Exception {
        OrderId id = OrderId.valueOf("order_01fwhe4ydgfk1shh6w1g60eecf");
        String json = "{\"id\":\"order_01fwhe4ydgfk1shh6w1g60eecf\",\"total\":5}";
        List<ObjectMapper> mappers = List.of(
            new ObjectMapper(),
            new ObjectMapper().registerModules(new ParameterNamesModule()),
            new ObjectMapper().setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY));
        for (ObjectMapper mapper : mappers) {
            assertEquals(json, mapper.writeValueAsString(new Order(id, 5)));
            assertEquals(new Order(id, 5), mapper.readValue(json, Order.class));
            assertEquals("{\"" + id + "\":1}", mapper.writeValueAsString(Map.of(id, 1)));
            String wrong = json.replace("order", "user");
            assertThrows(JsonMappingException.class, () -> mapper.readValue(wrong, Order.class));
        }
        Gson gson = new GsonBuilder().registerTypeAdapterFactory(new SortidTypeAdapterFactory()).create();
        assertEquals("\"" + id + "\"", gson.toJson(id));
        assertEquals(id, gson.fromJson("\"" + id + "\"", OrderId.class));
        assertThrows(JsonParseException.class, () -> gson.fromJson("\"user_01fwhe4ydgfk1shh6w1g60eecf\"", OrderId.class));
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> gson.fromJson("\"user_01fwhe4ydgfk1shh6w1g60eecf\"", UserId.class));
        assertTrue(error.getMessage().contains("UserId needs a public static field TYPE"), error.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Gson().toJson(id));
    }

    @Test
    void serializationWritesTheText() throws Exception {
        OrderId order = OrderId.valueOf("order_01fwhe4ydgfk1shh6w1g60eecf");
        Tid tid = Tid.parse("3jzfcijpj2z2a");
        for (Object id : List.of(tid, Sortid.scru160(), tid.toAnyId(), new TypeId("order", order.getId()), MESSAGES.now(), order)) {
            assertEquals(id, read(written(id)));
        }
        String stream = new String(written(tid), StandardCharsets.ISO_8859_1);
        byte[] wrong = stream.replace("3jzfcijpj2z2a", "3jzfcijpj2z21").getBytes(StandardCharsets.ISO_8859_1);
        assertThrows(InvalidObjectException.class, () -> read(wrong));
        assertThrows(InvalidObjectException.class, () -> read(written(UserId.TYPE.now())));
    }

    private static final IdType<TypeId> MESSAGES = IdType.of(Snowflake.TYPE, new GeneratorOptions().epoch(GeneratorOptions.Epoch.DISCORD));

    private static byte[] written(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    /** Spring, JAX-RS and others call it. */
    @Test
    void everyClassHasAPublicStaticValueOf() throws Exception {
        for (IdType<?> type : IdsKt.getIdTypes()) {
            Method valueOf = type.getIdClass().getMethod("valueOf", String.class);
            assertTrue(Modifier.isStatic(valueOf.getModifiers()));
            assertEquals(type.getIdClass(), valueOf.getReturnType());
        }
        assertEquals(6, Tid.valueOf("3jzfcijpj2z2a").getClockId());
        assertThrows(SortidException.class, () -> Tid.valueOf("3jzfcijpj2z21"));
    }

    @Test
    void aGeneratorIsAStream() {
        try (Generator<Tid> generator = Tid.generator()) {
            List<Tid> ids = generator.stream().limit(3).toList();
            assertEquals(ids.stream().sorted().toList(), ids);
        }
    }

    @Test
    void rangeAcceptsOpenIntervals() {
        Instant noon = Instant.parse("2024-07-19T12:00:00Z");
        IdRange<Tid> since = Tid.range(noon, null);
        assertEquals(Tid.minAt(noon), since.getMin());
        assertTrue(since.contains(Sortid.tid()));
        IdRange<Tid> before = Tid.range(null, noon);
        assertEquals(Tid.range(noon.minusSeconds(1), noon).getMax(), before.getMax());
        assertEquals(Tid.fromLong(0), before.getMin());
        GeneratorOptions discord = new GeneratorOptions().epoch(GeneratorOptions.Epoch.DISCORD);
        assertEquals(noon, FlakeIdgen.range(noon, null, discord).getMin().timestamp(discord).toInstant());
        assertEquals(since.getMax().toAnyId(), AnyId.range(noon, null, Format.TID).getMax());
        assertThrows(SortidException.NotApplicable.class, () -> AnyId.range(noon, null, Format.UUID4));
    }

    @Test
    void testClockSetsTheTime() {
        Instant noon = Instant.parse("2024-07-19T12:00:00Z");
        try (TestClock clock = TestClock.freeze(noon)) {
            assertEquals(noon, Sortid.uuid7().getInstant());
            clock.advance(Duration.ofMillis(5));
            assertEquals(noon.plusMillis(5), Sortid.uuid7().getInstant());
        }
        try (TestClock clock = TestClock.follow(Clock.fixed(noon, ZoneOffset.UTC), new byte[32])) {
            clock.advance(Duration.ofMillis(5));
            assertEquals(noon, Sortid.uuid7().getInstant());
        }
        assertEquals(noon, Uuid7.at(noon).getInstant());
    }

    @Test
    void anyUuidHasAKind() {
        AnyUuid id = AnyUuid.fromUuid(UUID.nameUUIDFromBytes(new byte[1]));
        assertEquals(UuidKind.VERSION_3, id.getKind());
        assertEquals(4, Sortid.uuid4().toUuid().version());
    }

    @Test
    void columnsAreLists() {
        IdColumn column = IdColumn.ofTexts(Arrays.asList("3jzfcijpj2z2a", null, "?"), Format.TID);
        ColumnValues.Ints times = column.times(TimeUnit.SECONDS, IdColumn.OnInvalid.NULL);
        assertEquals(Arrays.asList(1688137381L, null, null), times);
        assertEquals(1688137381L, times.getValues()[0]);
        assertEquals(Map.of(ErrorCode.INVALID_LENGTH, 1L), times.getInvalid());
        assertEquals(2, times.getFirstError().getRow());
        assertEquals(2, assertThrows(SortidException.Argument.class, column::times).getRow());
        IdColumn ints = IdColumn.ofInts(new long[] {1728652679052295174L}, Format.TID);
        assertEquals(column.get(0), ints.get(0));
        assertTrue(ints.between(Instant.ofEpochSecond(1688137381), Instant.ofEpochSecond(1688137382)).getRows().get(0));
    }
}
