import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/**
 * Runs statements from standard input, one per line, on the database at the URL in the argument.
 * Prints the rows with tab-separated values, then `done` or `refused REASON`. A statement after
 * `fill FILE text` or `fill FILE bytes` runs with each line of the file: a number, a comma, a
 * value.
 */
final class Bridge {
    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            for (String line; (line = lines.readLine()) != null; ) {
                try {
                    if (line.startsWith("fill ")) {
                        String[] words = line.split(" ", 4);
                        fill(connection, Path.of(words[1]), words[2].equals("bytes"), words[3]);
                    } else {
                        run(connection, line);
                    }
                    System.out.println("done");
                } catch (SQLException error) {
                    System.out.println("refused " + error.getMessage().replace('\n', ' '));
                }
                System.out.flush();
            }
        }
    }

    private static void fill(Connection connection, Path file, boolean asBytes, String sql) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (String line : Files.readAllLines(file)) {
                String[] row = line.split(",");
                if (asBytes) {
                    insert.setBytes(1, HexFormat.of().parseHex(row[1]));
                } else {
                    insert.setString(1, row[1]);
                }
                insert.setInt(2, Integer.parseInt(row[0]));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return;
            }
            ResultSet rows = statement.getResultSet();
            StringBuilder answer = new StringBuilder();
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int column = 1; column <= columns; column++) {
                    answer.append(column == 1 ? "" : "\t").append(rows.getString(column).replace('\n', ' '));
                }
                answer.append('\n');
            }
            System.out.print(answer);
        }
    }
}
