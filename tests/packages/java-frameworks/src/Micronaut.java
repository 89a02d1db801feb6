import io.micronaut.core.convert.ConversionService;
import java.util.Optional;
import java.util.UUID;
import sortid.Uuid7;

/** The type converters that Micronaut applies to parameters. */
final class Micronaut {
    private Micronaut() {}

    static void check() {
        ConversionService service = ConversionService.SHARED;
        String text = Orders.ID.toString();
        Main.check("Micronaut, a parameter of UUID", service.convert(text, UUID.class), Optional.of(Orders.ID.toUuid()));
        Main.check("Micronaut, a parameter", service.convert(text, Uuid7.class), Optional.of(Orders.ID));
        Main.check("Micronaut, a parameter with a prefix", service.convert(Orders.ORDER.toString(), Orders.OrderId.class), Optional.of(Orders.ORDER));
        Main.check("Micronaut, an invalid UUID", service.convert("x", UUID.class), Optional.empty());
        Main.check("Micronaut, an invalid id", service.convert("x", Uuid7.class), Optional.empty());
    }
}
