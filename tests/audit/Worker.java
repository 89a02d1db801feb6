import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sortid.AnyId;
import sortid.Format;
import sortid.Generator;
import sortid.GeneratorOptions;
import sortid.Sortid;

/** Generates ids in two threads until the audit ends. src/mixture.rs explains the arguments. */
final class Worker {
    private interface Burst {
        byte[] ids();
    }

    private Worker() {}

    /** Returns a function that generates a burst of ids as big-endian integers. */
    private static Burst source(String name, boolean isBatch) {
        if (name.equals("-")) {
            return null;
        }
        if (name.equals("tsid-creator")) {
            return peer();
        }
        String[] parts = name.split(":");
        Format format = Format.named(parts[0]);
        Generator<AnyId> own = null;
        if (parts.length > 1) {
            var preset = GeneratorOptions.Preset.valueOf(parts[1].toUpperCase(Locale.ROOT));
            own = Generator.of(format, new GeneratorOptions().preset(preset));
        }
        Generator<AnyId> generator = own == null ? Sortid.defaultGenerator(format) : own;
        boolean isDefault = own == null;
        return () -> {
            byte[] ids = new byte[isBatch ? 8000 : 800];
            if (isBatch) {
                generator.fill(ids).complete();
            } else {
                ByteBuffer buffer = ByteBuffer.wrap(ids);
                while (buffer.hasRemaining()) {
                    buffer.putLong((isDefault ? Sortid.newId(format) : generator.next()).toLong());
                }
            }
            return ids;
        };
    }

    /** A peer library, which not every class path has. */
    private static Burst peer() {
        return () -> {
            ByteBuffer buffer = ByteBuffer.allocate(800);
            try {
                var next = Class.forName("com.github.f4b6a3.tsid.TsidCreator").getMethod("getTsid");
                var integer = next.getReturnType().getMethod("toLong");
                while (buffer.hasRemaining()) {
                    buffer.putLong((long) integer.invoke(next.invoke(null)));
                }
            } catch (ReflectiveOperationException error) {
                throw new IllegalStateException(error);
            }
            return buffer.array();
        };
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        String stream = arguments[1] + "." + ProcessHandle.current().pid();
        String[] names = arguments[2].split(",");
        List<Burst> sources = new ArrayList<>();
        for (String name : names) {
            sources.add(source(name, arguments[3].equals("batch")));
        }
        for (int thread = 0; thread < 2; thread++) {
            String suffix = "." + thread;
            new Thread(() -> work(folder, stream + suffix, names, sources)).start();
        }
    }

    private static void work(Path folder, String stream, String[] names, List<Burst> sources) {
        try {
            while (Files.exists(folder.resolve("go"))) {
                // Turns of 20 ms: all processes generate the same format at the same time.
                int turn = (int) (System.currentTimeMillis() / 20 % names.length);
                Burst source = sources.get(turn);
                if (source != null) {
                    String path = folder.resolve(names[turn]).resolve(stream).toString();
                    try (var file = new FileOutputStream(path, true)) {
                        file.write(source.ids());
                    }
                }
                Thread.sleep(20 - System.currentTimeMillis() % 20);
            }
        } catch (IOException | InterruptedException | RuntimeException error) {
            error.printStackTrace();
            System.exit(1);
        }
    }
}
