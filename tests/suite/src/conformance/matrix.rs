//! The matrix: *format × operation × language*, each cell with its counts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::conformance::vectors::{Case, OPS};
use crate::run::display::Display;

/// No formats: `convert` alone knows them, so the other cells of their rows may be empty.
pub(crate) const CONVERT_ONLY: [&str; 3] =
    ["elasticsearch_id", "sql_server_uuid", "clickhouse_uuid"];

/// The operations' names in the matrix, in the order of [`OPS`].
const HEADINGS: [&str; OPS.len()] = [
    "parse", "bytes", "build", "forms", "prefix", "at", "range", "conv", "inspect", "cmp", "valid",
    "format", "pfx", "pfx txt", "pfx of", "gen", "after", "thr", "cols",
];

/// The cases of the vectors by format and operation, and how many of them each language passed.
pub(crate) struct Matrix {
    formats: BTreeSet<String>,
    cases: BTreeMap<Cell, u64>,
    passed: Vec<(&'static str, BTreeMap<Cell, u64>)>,
    whole: bool,
}

type Cell = (String, &'static str);

impl Matrix {
    /// A matrix with a row for each format of the cases. In a `whole` one every cell must have a case.
    pub(crate) fn new(cases: &[Case], whole: bool) -> Self {
        let mut counts = BTreeMap::new();
        for case in cases {
            *counts.entry(cell(case)).or_default() += 1;
        }
        Self {
            formats: cases.iter().map(|case| case.format.clone()).collect(),
            cases: counts,
            passed: Vec::new(),
            whole,
        }
    }

    /// Takes the cases that a language passed.
    pub(crate) fn record<'a>(
        &mut self,
        language: &'static str,
        passed: impl Iterator<Item = &'a Case>,
    ) {
        let mut counts = BTreeMap::new();
        for case in passed {
            *counts.entry(cell(case)).or_default() += 1;
        }
        self.passed.push((language, counts));
    }

    /// The formats, in the order of the rows.
    pub(crate) fn formats(&self) -> impl Iterator<Item = &str> {
        self.formats.iter().map(String::as_str)
    }

    /// How many cases a cell has.
    pub(crate) fn cases(&self, format: &str, op: &'static str) -> u64 {
        let count = self.cases.get(&(format.to_owned(), op));
        count.copied().unwrap_or(0)
    }

    /// The cells that should have a case and have none.
    pub(crate) fn holes(&self) -> Vec<(&str, &'static str)> {
        self.formats()
            .flat_map(|format| OPS.map(|op| (format, op)))
            .filter(|(format, op)| self.is_hole(format, op))
            .collect()
    }

    fn is_hole(&self, format: &str, op: &'static str) -> bool {
        self.whole && !CONVERT_ONLY.contains(&format) && self.cases(format, op) == 0
    }

    /// The cells that a language did not pass, as people read them.
    pub(crate) fn red(&self, language: &str) -> Vec<String> {
        let passed = self.passed.iter().find(|(name, _)| *name == language);
        self.cases
            .iter()
            .filter_map(|(cell, cases)| {
                let passed = passed.and_then(|(_, counts)| counts.get(cell));
                let passed = passed.copied().unwrap_or(0);
                let (format, op) = cell;
                (passed < *cases).then(|| format!("{format} × {op} {passed}/{cases}"))
            })
            .collect()
    }

    /// Whether a language that ran did not pass every case.
    pub(crate) fn has_red(&self) -> bool {
        let mut languages = self.passed.iter();
        languages.any(|(language, _)| !self.red(language).is_empty())
    }

    /// The fewest cases that a language which ran passed.
    fn worst(&self, format: &str, op: &'static str) -> u64 {
        let cell = (format.to_owned(), op);
        let counts = self.passed.iter();
        counts
            .map(|(_, counts)| counts.get(&cell).copied().unwrap_or(0))
            .min()
            .unwrap_or(0)
    }

    fn text(&self, format: &str, op: &'static str) -> String {
        match (self.cases(format, op), self.worst(format, op)) {
            (0, _) if self.is_hole(format, op) => "no case".to_owned(),
            (0, _) => "-".to_owned(),
            (cases, worst) if worst == cases => cases.to_string(),
            (cases, worst) => format!("{worst}/{cases} ✗"),
        }
    }

    /// The lines of the matrix, the columns aligned: how many cases every language passed, or the worst one.
    pub(crate) fn lines(&self, display: &Display) -> Vec<String> {
        let name_width = self.formats().map(str::len).max().unwrap_or(0);
        let widths: Vec<usize> = (OPS.iter().zip(HEADINGS))
            .map(|(op, heading)| {
                let cells = self.formats().map(|format| self.text(format, op));
                let widest = cells.map(|text| text.chars().count()).max();
                widest.unwrap_or(0).max(heading.len())
            })
            .collect();
        let headings: String = (HEADINGS.iter().zip(&widths))
            .map(|(heading, width)| format!("  {heading:>width$}"))
            .collect();
        let mut lines = vec![format!("{:name_width$}{headings}", "")];
        for format in self.formats() {
            let mut line = format!("{format:name_width$}");
            for (op, width) in OPS.iter().zip(&widths) {
                // Padded first: the codes of the colours have no width.
                let text = format!("{:>width$}", self.text(format, op));
                let (cases, worst) = (self.cases(format, op), self.worst(format, op));
                line += "  ";
                line += &match cases {
                    0 if !self.is_hole(format, op) => text,
                    1.. if worst == cases => display.good(&text),
                    _ => display.bad(&text),
                };
            }
            lines.push(line);
        }
        lines
    }

    /// Every cell of every language that ran, as JSON objects, holes among them.
    pub(crate) fn json(&self) -> Vec<Value> {
        let holes = self.holes().into_iter();
        let holes = holes.map(|(format, op)| ((format.to_owned(), op), 0));
        let cells: Vec<(Cell, u64)> = self.cases.clone().into_iter().chain(holes).collect();
        let of_language = |(language, counts): &(&'static str, BTreeMap<Cell, u64>)| {
            let one = |(cell, total): &(Cell, u64)| {
                json!({
                    "language": language, "format": cell.0, "op": cell.1,
                    "passed": counts.get(cell).copied().unwrap_or(0), "total": total,
                })
            };
            cells.iter().map(one).collect::<Vec<Value>>()
        };
        self.passed.iter().flat_map(of_language).collect()
    }
}

fn cell(case: &Case) -> Cell {
    (case.format.clone(), case.op)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::conformance::vectors::tests::case;

    /// Two cases of `parse` for tid, and one of `convert` for elasticsearch_id.
    pub(crate) fn cases() -> Vec<Case> {
        let cases = [
            ("a", "parse", "tid"),
            ("b", "parse", "tid"),
            ("c", "convert", "elasticsearch_id"),
        ];
        cases
            .map(|(name, op, format)| {
                case(json!({"name": name, "op": op, "format": format, "expect": {}}))
            })
            .to_vec()
    }

    /// Of two languages; the second did not pass the case `b`.
    fn filled(whole: bool) -> Matrix {
        let cases = cases();
        let mut matrix = Matrix::new(&cases, whole);
        matrix.record("rust", cases.iter());
        matrix.record("c", cases.iter().filter(|case| case.name != "b"));
        matrix
    }

    #[test]
    fn holes_count_in_a_whole_matrix_only() {
        assert_eq!(filled(false).holes(), []);
        let whole = filled(true);
        assert_eq!(whole.holes().len(), OPS.len() - 1);
        assert!(
            whole
                .holes()
                .iter()
                .all(|(format, op)| *format == "tid" && *op != "parse")
        );
    }

    #[test]
    fn the_red_cells_of_a_language_are_its_own() {
        let matrix = filled(false);
        assert_eq!(matrix.red("rust"), [""; 0]);
        assert_eq!(matrix.red("c"), ["tid × parse 1/2"]);
        // One that did not run has passed nothing.
        assert_eq!(matrix.red("swift").len(), 2);
    }

    #[test]
    fn cells_are_printed_in_aligned_columns_and_show_the_worst_language() {
        let lines = filled(false).lines(&Display::quiet());
        assert!(lines[1].contains(" 1 "), "{}", lines[1]);
        let tid = format!("{:16}  1/2 ✗      -", "tid");
        assert!(lines[2].starts_with(&tid), "{}", lines[2]);
        let widths: BTreeSet<usize> = lines.iter().map(|line| line.chars().count()).collect();
        assert_eq!(widths.len(), 1, "{lines:?}");
        assert!(filled(true).lines(&Display::quiet())[2].contains("no case"));
    }

    #[test]
    fn nobody_has_passed_where_nobody_ran() {
        let lines = Matrix::new(&cases(), false).lines(&Display::quiet());
        assert!(lines[2].contains("0/2 ✗"), "{}", lines[2]);
    }

    #[test]
    fn json_has_every_cell_of_every_language_and_every_hole() {
        let json = filled(false).json();
        assert_eq!(json.len(), 4);
        let cell =
            json!({"language": "c", "format": "tid", "op": "parse", "passed": 1, "total": 2});
        assert_eq!(json[3], cell);
        assert_eq!(filled(true).json().len(), 2 * (2 + OPS.len() - 1));
    }
}
