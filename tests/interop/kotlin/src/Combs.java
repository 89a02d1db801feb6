import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.CombUtil;
import com.github.f4b6a3.uuid.util.UuidComparator;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import sortid.AnyId;
import sortid.ErrorCode;
import sortid.Format;

/** The combs of uuid-creator: 48 bits of milliseconds at either end of a version 4 UUID. */
final class Combs {
    private Combs() {}

    static void check() {
        for (int i = 0; i < Checks.COUNT; i++) {
            read(UuidCreator.getPrefixComb(), Format.COMB_GUID, CombUtil::getPrefixInstant);
            read(UuidCreator.getSuffixComb(), Format.COMB_MSSQL, CombUtil::getSuffixInstant);
        }
        Checks.instants().forEach(time -> {
            bounds(time, Format.COMB_GUID, UuidCreator::getPrefixCombMin, UuidCreator::getPrefixCombMax);
            bounds(time, Format.COMB_MSSQL, UuidCreator::getSuffixCombMin, UuidCreator::getSuffixCombMax);
        });
        List<UUID> prefixed = isRead(Format.COMB_GUID, CombUtil::getPrefixInstant);
        Checks.inOrder("ours by uuid-creator", prefixed, UuidComparator.getDefaultInstance());
        // The library lacks SQL Server's order, so the order of the times is tested.
        List<UUID> suffixed = isRead(Format.COMB_MSSQL, CombUtil::getSuffixInstant);
        List<UUID> sorted = suffixed.stream().sorted(Comparator.comparingLong(CombUtil::getSuffix)).collect(Collectors.toList());
        Checks.check("its order of our comb_mssql ids is not by time", sorted.equals(suffixed));

        // The library reads a time from every UUID, sortid only from version 4.
        UUID other = UUID.fromString("018bcfe5-6800-7000-8000-000000000000");
        Checks.check("uuid-creator reads a time from a version 7", CombUtil.getPrefix(other) == 1_700_000_000_000L);
        Checks.invalid(other.toString(), Format.COMB_GUID, ErrorCode.INVALID_VERSION, 14);
    }

    private static void read(UUID theirs, Format format, Function<UUID, Instant> instant) {
        AnyId read = AnyId.fromUuid(theirs, format);
        Instant time = instant.apply(theirs);
        boolean same = read.toString().equals(theirs.toString()) && read.toUuid().equals(theirs);
        Checks.check("uuid-creator, " + format + " " + theirs, same && Checks.isNow(time) && read.getInstant().equals(time));
    }

    /** Compares the first and last ids of a millisecond. */
    private static void bounds(Instant time, Format format, Function<Instant, UUID> min, Function<Instant, UUID> max) {
        Checks.check("the first " + format + " of " + time, AnyId.minAt(time, format).toUuid().equals(min.apply(time)));
        Checks.check("the last " + format + " of " + time, AnyId.maxAt(time, format).toUuid().equals(max.apply(time)));
    }

    private static List<UUID> isRead(Format format, Function<UUID, Instant> instant) {
        return Checks.ours(format).stream().map(ours -> {
            UUID read = UUID.fromString(ours.toString());
            Instant time = instant.apply(read);
            Checks.check("ours by uuid-creator, " + ours, read.version() == 4 && read.variant() == 2 && time.equals(ours.getInstant()));
            Checks.check("the time of " + ours, Checks.isNow(time));
            return read;
        }).collect(Collectors.toList());
    }
}
