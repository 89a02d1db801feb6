//! Tables with a column of ids, and their partitions.

use sortid::Options;

use crate::error::Error;
use crate::model::Dialect;
use crate::partitions::Partition;
use crate::request::{Partitions, Table};
use crate::storage::{Kind, Storage};

impl Storage {
    /// Returns the definition of the column, with its check.
    pub(crate) fn definition(&self, column: &str, check: Option<&str>) -> String {
        let kind = self.column_type();
        match self.db {
            // Columns are not nullable by default, and checks are separate from columns.
            Dialect::Clickhouse => format!("{column} {kind}"),
            _ => {
                let check = check.map_or(String::new(), |check| format!(" CHECK ({check})"));
                format!("{column} {kind} NOT NULL{check}")
            }
        }
    }

    /// Returns the statements that create a table and its partitions.
    pub(crate) fn table(
        &self,
        table: &Table,
        column: &str,
        definition: &str,
        check: Option<&str>,
        options: &Options,
    ) -> Result<String, Error> {
        let name = self.db.quoted(&table.name)?;
        let partitions = table.partitions.as_ref();
        if partitions.is_some()
            && let Some(why) = self.no_partitions()
        {
            return Err(Error::Partitions(why.to_owned()));
        }
        if self.db == Dialect::Clickhouse {
            return Ok(self.clickhouse_table(&name, column, definition, check, partitions));
        }
        let mut children = Vec::new();
        let tail = match partitions {
            None => self.table_options().to_owned(),
            Some(Partitions { times: None, .. }) => {
                let why = "between which times? --from and --to";
                return Err(Error::Partitions(why.to_owned()));
            }
            Some(Partitions {
                period,
                times: Some(times),
            }) => {
                let partitions = self.partitions(*period, times, options);
                let partitions = partitions.map_err(Error::Partitions)?;
                match self.db {
                    Dialect::Postgresql => {
                        children = self.children(&table.name, &partitions)?;
                        format!("\nPARTITION BY RANGE ({column})")
                    }
                    _ => self.inside(column, &partitions),
                }
            }
        };
        let key = format!("PRIMARY KEY ({column})");
        let create = format!("CREATE TABLE {name} (\n  {definition},\n  {key}\n){tail}");
        let statements = [create].into_iter().chain(children);
        Ok(statements.collect::<Vec<_>>().join(";\n"))
    }

    fn clickhouse_table(
        &self,
        name: &str,
        column: &str,
        definition: &str,
        check: Option<&str>,
        partitions: Option<&Partitions>,
    ) -> String {
        let format = self.format;
        let check = check.map_or(String::new(), |check| {
            format!(",\n  CONSTRAINT is_{format} CHECK {check}")
        });
        let partition = partitions.map_or(String::new(), |partitions| {
            let period = partitions.period.of_time();
            format!("\nPARTITION BY {period}({format}_time({column}))")
        });
        format!(
            "CREATE TABLE {name} (\n  {definition}{check}\n)\n\
            ENGINE = MergeTree{partition}\nORDER BY {column}"
        )
    }

    fn table_options(&self) -> &'static str {
        match (self.db, &self.kind) {
            // An INTEGER key is already the row id.
            (Dialect::Sqlite, Kind::Int(_)) => "",
            (Dialect::Sqlite, _) => " WITHOUT ROWID",
            _ => "",
        }
    }

    /// Returns PostgreSQL's partitions, which are tables, with a default one for all other ids.
    fn children(&self, table: &str, partitions: &[Partition]) -> Result<Vec<String>, Error> {
        let parent = self.db.quoted(table)?;
        let mut children = Vec::new();
        for Partition { name, from, to } in partitions {
            let (from, to) = (self.literal(from), self.literal(to));
            let child = self.db.quoted(&format!("{table}_{name}"))?;
            children.push(format!(
                "CREATE TABLE {child} PARTITION OF {parent} FOR VALUES FROM ({from}) TO ({to})"
            ));
        }
        let rest = self.db.quoted(&format!("{table}_rest"))?;
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
