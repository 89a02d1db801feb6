//! A table for ids, and its partitions.

use sortid::Options;

use super::dialect::Db;
use super::partitions::Partition;
use super::storage::{Kind, Storage};
use super::{Is, Pack};
use crate::args::Sql;
use crate::failure::Failure;

impl Pack {
    pub(super) fn table(
        &mut self,
        sql: &Sql,
        table: &str,
        options: &Options,
    ) -> Result<(), Failure> {
        let refused = |why: String| Failure::refused("--partitions", why);
        let storage = &self.storage;
        let quoted = |name: &str| {
            storage
                .db
                .quoted(name)
                .map_err(|why| Failure::refused(name, why))
        };
        let (name, column) = (quoted(table)?, quoted(&sql.column)?);
        let of = |name: &str| self.parts.iter().find(|part| part.name == name);
        let definition = of("column").map_or("", |part| &part.sql);
        let every = match sql.partitions {
            Some(_) if let Some(why) = storage.no_partitions() => {
                return Err(refused(why.to_owned()));
            }
            every => every,
        };
        let mut statements = Vec::new();
        if storage.db == Db::Clickhouse {
            let check = of("check").map_or(String::new(), |part| {
                format!(",\n  CONSTRAINT is_{} CHECK {}", storage.format, part.sql)
            });
            let partition = every.map_or(String::new(), |every| {
                let (format, period) = (storage.format, every.of_time());
                format!("\nPARTITION BY {period}({format}_time({column}))")
            });
            statements.push(format!(
                "CREATE TABLE {name} (\n  {definition}{check}\n)\n\
                ENGINE = MergeTree{partition}\nORDER BY {column}"
            ));
        } else {
            let tail = match (every, sql.from, sql.to) {
                (None, ..) => storage.table_options().to_owned(),
                (Some(every), Some(from), Some(to)) => {
                    let partitions = storage.partitions(every, from, to, options);
                    let partitions = partitions.map_err(refused)?;
                    match storage.db {
                        Db::Postgresql => {
                            statements.extend(storage.children(table, &partitions)?);
                            format!("\nPARTITION BY RANGE ({column})")
                        }
                        _ => storage.inside(&column, &partitions),
                    }
                }
                (Some(_), ..) => {
                    return Err(refused("between which times? --from and --to".to_owned()));
                }
            };
            let key = format!("PRIMARY KEY ({column})");
            let create = format!("CREATE TABLE {name} (\n  {definition},\n  {key}\n){tail}");
            statements.insert(0, create);
        }
        self.push("table", statements.join(";\n"), Is::Table);
        Ok(())
    }
}

impl Storage {
    fn table_options(&self) -> &'static str {
        match (self.db, &self.kind) {
            // An INTEGER key is already the row id.
            (Db::Sqlite, Kind::Int(_)) => "",
            (Db::Sqlite, _) => " WITHOUT ROWID",
            _ => "",
        }
    }

    /// Returns PostgreSQL's partitions, which are tables, with a default one for all other ids.
    fn children(&self, table: &str, partitions: &[Partition]) -> Result<Vec<String>, Failure> {
        let quoted = |name: &str| {
            self.db
                .quoted(name)
                .map_err(|why| Failure::refused(name, why))
        };
        let parent = quoted(table)?;
        let mut children = Vec::new();
        for Partition { name, from, to } in partitions {
            let (from, to) = (self.literal(from), self.literal(to));
            let child = quoted(&format!("{table}_{name}"))?;
            children.push(format!(
                "CREATE TABLE {child} PARTITION OF {parent} FOR VALUES FROM ({from}) TO ({to})"
            ));
        }
        let rest = quoted(&format!("{table}_rest"))?;
        children.push(format!("CREATE TABLE {rest} PARTITION OF {parent} DEFAULT"));
        Ok(children)
    }

    /// Returns MySQL's partitions, which are part of the table's statement. Ids before the first
    /// partition go into the first one.
    fn inside(&self, column: &str, partitions: &[Partition]) -> String {
        let (by, most) = match self.kind {
            Kind::Int(_) => ("RANGE", "MAXVALUE"),
            _ => ("RANGE COLUMNS", "(MAXVALUE)"),
        };
        let each = partitions.iter().map(|Partition { name, to, .. }| {
            format!(
                "  PARTITION `p{name}` VALUES LESS THAN ({}),\n",
                self.literal(to)
            )
        });
        let each = each.collect::<String>();
        format!(
            "\nPARTITION BY {by} ({column}) (\n{each}  PARTITION `rest` VALUES LESS THAN {most}\n)"
        )
    }
}
