import java.util.UUID;
import sortid.AnyId;
import sortid.IdType;
import sortid.Tid;
import sortid.TypeId;
import sortid.Uuid7;

/** The types that all frameworks are tested with. */
final class Orders {
    private Orders() {}

    static final Uuid7 ID = Uuid7.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    static final Tid TID = Tid.parse("3jzfcijpj2z2a");
    static final OrderId ORDER = OrderId.valueOf("order_01fwhe4ydgfk1shh6w1g60eecf");
    static final String USER = "user_01fwhe4ydgfk1shh6w1g60eecf";
    /** The errors for the text "nonsense", and for USER as an order id. */
    static final String NO_ID = "invalid_length: \"nonsense\" is not a valid uuid7: 8 bytes, expected 36";
    static final String NO_ORDER = "wrong_prefix: \"" + USER + "\" is not a valid order id: expected the prefix \"order\"";
    static final String JSON = "{\"id\":\"" + ORDER + "\",\"item\":\"" + ID + "\",\"uuid\":\"" + ID + "\"}";

    /** A TypeID. */
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

    /** A JSON body. */
    public record Order(OrderId id, Uuid7 item, UUID uuid) {}
}
