import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.List;
import org.jooq.Converter;
import org.jooq.DSLContext;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import sortid.IdRange;
import sortid.Sortid;
import sortid.Tid;
import sortid.Uuid7;

/** jOOQ columns with the types that a generated forcedType assigns. */
final class Jooq {
    private Jooq() {}

    static void check() throws Exception {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        DataType<Uuid7> uuid7 = SQLDataType.UUID.asConvertedDataType(Converter.ofNullable(java.util.UUID.class, Uuid7.class, Uuid7::fromUuid, Uuid7::toUuid));
        DataType<Tid> tid = SQLDataType.BIGINT.asConvertedDataType(Converter.ofNullable(Long.class, Tid.class, Tid::fromLong, Tid::toLong));
        DataType<Orders.OrderId> order = SQLDataType.VARCHAR(90).asConvertedDataType(
            Converter.ofNullable(String.class, Orders.OrderId.class, Orders.OrderId::valueOf, Orders.OrderId::toString));
        Field<Uuid7> id = field(name("ID"), uuid7);
        Field<Tid> by = field(name("BY"), tid);
        Field<Orders.OrderId> of = field(name("OF"), order);
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            DSLContext jooq = DSL.using(connection, SQLDialect.H2);
            jooq.createTable("POSTS").column(id).column(by).column(of).primaryKey(id).execute();
            Uuid7 old = Uuid7.minAt(Instant.parse("2024-07-19T12:00:00Z"));
            jooq.insertInto(table(name("POSTS")), id, by, of).values(old, Orders.TID, Orders.ORDER).values(Sortid.uuid7(), null, null).execute();
            IdRange<Uuid7> day = Uuid7.range(Instant.parse("2024-07-19T00:00:00Z"), Instant.parse("2024-07-20T00:00:00Z"));
            var rows = jooq.select(id, by, of).from(table(name("POSTS"))).where(id.between(day.getMin(), day.getMax())).fetch();
            Main.check("jOOQ finds a row by a range of a day", rows.getValues(id), List.of(old));
            Main.check("jOOQ reads a column of integers", rows.getValues(by), List.of(Orders.TID));
            Main.check("jOOQ reads a column with a prefix", rows.getValues(of), List.of(Orders.ORDER));
            var none = jooq.select(by).from(table(name("POSTS"))).where(by.isNull()).fetchOne(by);
            Main.check("jOOQ, null", none, null);
        }
    }
}
