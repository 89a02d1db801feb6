import java.util.List;
import java.util.Map;
import java.util.UUID;
import sortid.Snowflake;
import sortid.jackson.NumberMixIn;

/** Jackson 2 and 3 without configuration. */
final class Json {
    private Json() {}

    private static final String ITEM_PROBLEM = "Cannot construct instance of `sortid.Uuid7`, problem: " + Orders.NO_ID;
    private static final String ORDER_PROBLEM = "Cannot construct instance of `Orders$OrderId`, problem: " + Orders.NO_ORDER;

    static void check() throws Exception {
        Orders.Order order = new Orders.Order(Orders.ORDER, Orders.ID, Orders.ID.toUuid());
        List<Map<Orders.OrderId, UUID>> keys = List.of(Map.of(Orders.ORDER, order.uuid()));
        String texts = "[{\"" + Orders.ORDER + "\":\"" + order.uuid() + "\"}]";
        String nonsense = Orders.JSON.replace("item\":\"" + Orders.ID, "item\":\"nonsense");
        String wrong = Orders.JSON.replace("order_", "user_");

        var two = new com.fasterxml.jackson.databind.ObjectMapper();
        Main.check("Jackson 2 writes texts", two.writeValueAsString(order), Orders.JSON);
        Main.check("Jackson 2 reads texts", two.readValue(Orders.JSON, Orders.Order.class), order);
        Main.check("Jackson 2 writes keys", two.writeValueAsString(keys), texts);
        var keysOfTwo = new com.fasterxml.jackson.core.type.TypeReference<List<Map<Orders.OrderId, UUID>>>() {};
        Main.check("Jackson 2 reads keys", two.readValue(texts, keysOfTwo), keys);
        try {
            Main.check("Jackson 2 rejects another prefix", two.readValue(wrong, Orders.Order.class), "an error");
        } catch (com.fasterxml.jackson.databind.JsonMappingException error) {
            Main.check("Jackson 2 rejects another prefix", error.getPathReference().contains("id"), true);
            Main.check("Jackson 2 reports why it rejects a prefix", error.getOriginalMessage(), ORDER_PROBLEM);
        }
        try {
            Main.check("Jackson 2 rejects an invalid id", two.readValue(nonsense, Orders.Order.class), "an error");
        } catch (com.fasterxml.jackson.databind.JsonMappingException error) {
            Main.check("Jackson 2 rejects an invalid id", error.getOriginalMessage(), ITEM_PROBLEM);
        }

        var three = new tools.jackson.databind.json.JsonMapper();
        Main.check("Jackson 3 writes texts", three.writeValueAsString(order), Orders.JSON);
        Main.check("Jackson 3 reads texts", three.readValue(Orders.JSON, Orders.Order.class), order);
        Main.check("Jackson 3 writes keys", three.writeValueAsString(keys), texts);
        var keysOfThree = new tools.jackson.core.type.TypeReference<List<Map<Orders.OrderId, UUID>>>() {};
        Main.check("Jackson 3 reads keys", three.readValue(texts, keysOfThree), keys);
        try {
            Main.check("Jackson 3 rejects another prefix", three.readValue(wrong, Orders.Order.class), "an error");
        } catch (tools.jackson.core.JacksonException error) {
            Main.check("Jackson 3 rejects another prefix", error.getPathReference().contains("id"), true);
            Main.check("Jackson 3 reports why it rejects a prefix", error.getOriginalMessage(), ORDER_PROBLEM);
        }
        try {
            Main.check("Jackson 3 rejects an invalid id", three.readValue(nonsense, Orders.Order.class), "an error");
        } catch (tools.jackson.core.JacksonException error) {
            Main.check("Jackson 3 rejects an invalid id", error.getOriginalMessage(), ITEM_PROBLEM);
        }
        Snowflake id = Snowflake.fromLong(Long.MAX_VALUE);
        two.addMixIn(Snowflake.class, NumberMixIn.class);
        Main.check("Jackson 2 writes numbers by the mix-in", two.writeValueAsString(id), "9223372036854775807");
        Main.check("Jackson 2 reads numbers by the mix-in", two.readValue("9223372036854775807", Snowflake.class), id);
        var numbers = tools.jackson.databind.json.JsonMapper.builder().addMixIn(Snowflake.class, NumberMixIn.class).build();
        Main.check("Jackson 3 writes numbers by the mix-in", numbers.writeValueAsString(id), "9223372036854775807");
        Main.check("Jackson 3 reads numbers by the mix-in", numbers.readValue("9223372036854775807", Snowflake.class), id);
    }
}
