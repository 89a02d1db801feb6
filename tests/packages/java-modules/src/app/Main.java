package app;

import sortid.AnyId;
import sortid.Format;
import sortid.Generator;
import sortid.GeneratorOptions;
import sortid.IdColumn;
import sortid.Sortid;
import sortid.Tid;

import java.util.List;

/** Generates and reads ids by native methods and by JNA. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        require(Sortid.uuid7().compareTo(Sortid.uuid7()) < 0);
        require(Tid.parse("3jzfcijpj2z2a").getClockId() == 6);
        require(!AnyId.inspect("3jzfcijpj2z2a").getReadings().isEmpty());
        try (Generator<Tid> generator = Tid.generator(new GeneratorOptions().node(7))) {
            List<String> texts = generator.nextTexts(3);
            require(IdColumn.ofTexts(texts, Format.TID).getSize() == 3);
        }
        System.out.println(Main.class.getModule() + ", " + Sortid.class.getModule().getDescriptor().isAutomatic());
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }
}
