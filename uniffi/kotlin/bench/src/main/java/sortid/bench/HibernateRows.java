package sortid.bench;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import sortid.Snowflake;
import sortid.Sortid;
import sortid.Uuid7;

/** Reads tables of H2 in memory by Hibernate: one into ids, one into the types of the columns. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
public class HibernateRows {
    private static final int ROWS = 5_000;

    /** A row with ids. */
    @Entity(name = "Ours")
    public static class Ours {
        @Id public Uuid7 id;
        public Snowflake number;
    }

    /** The same row with the types of the columns. */
    @Entity(name = "Plain")
    public static class Plain {
        @Id public UUID id;
        public long number;
    }

    private SessionFactory factory;

    /** Fills both tables with the same rows. */
    @Setup
    public void open() {
        factory =
                new Configuration()
                        .addAnnotatedClass(Ours.class)
                        .addAnnotatedClass(Plain.class)
                        .setProperty("hibernate.connection.url", "jdbc:h2:mem:bench")
                        .setProperty("hibernate.hbm2ddl.auto", "create")
                        .buildSessionFactory();
        factory.inStatelessTransaction(
                session -> {
                    for (int i = 0; i < ROWS; i++) {
                        Ours ours = new Ours();
                        ours.id = Sortid.uuid7();
                        ours.number = Sortid.snowflake();
                        session.insert(ours);
                        Plain plain = new Plain();
                        plain.id = ours.id.toUuid();
                        plain.number = ours.number.toLong();
                        session.insert(plain);
                    }
                });
    }

    @TearDown
    public void close() {
        factory.close();
    }

    @Benchmark
    public List<Ours> readIds() {
        return all(Ours.class);
    }

    @Benchmark
    public List<Plain> readUuids() {
        return all(Plain.class);
    }

    private <T> List<T> all(Class<T> entity) {
        String query = "from " + entity.getSimpleName();
        return factory.fromStatelessSession(session -> session.createSelectionQuery(query, entity).getResultList());
    }
}
