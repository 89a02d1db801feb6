//! The matrix of one language: *format × operation*, each cell with its counts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::console::Console;
use crate::vectors::{Case, OPS};

/// Not a format: `convert` alone knows it, so the other cells of its row may be empty.
const CONVERT_ONLY: &str = "uuid1";

/// The operations' names in the matrix, in the order of [`OPS`].
const HEADINGS: [&str; OPS.len()] = [
    "parse", "bytes", "build", "forms", "prefix", "at", "range", "conv", "inspect", "cmp", "valid",
    "gen", "after", "thr",
];

/// How many cases of a cell ran, and how many of them passed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    passed: u64,
    total: u64,
}

/// The cells of one language.
pub(crate) struct Matrix {
    formats: BTreeSet<String>,
    cells: BTreeMap<(String, &'static str), Cell>,
    whole: bool,
}

impl Matrix {
    /// A matrix with a row for each format of the cases. In a `whole` one every cell must have a case.
    pub(crate) fn new(cases: &[Case], whole: bool) -> Self {
        Self {
            formats: cases.iter().map(|case| case.format.clone()).collect(),
            cells: BTreeMap::new(),
            whole,
        }
    }

    /// Counts a case in its cell.
    pub(crate) fn record(&mut self, case: &Case, passed: bool) {
        let cell = self
            .cells
            .entry((case.format.clone(), case.op))
            .or_default();
        cell.passed += u64::from(passed);
        cell.total += 1;
    }

    /// The cells that should have a case and have none.
    pub(crate) fn holes(&self) -> Vec<(&str, &'static str)> {
        self.formats
            .iter()
            .flat_map(|format| OPS.map(|op| (format.as_str(), op)))
            .filter(|(format, op)| self.is_hole(format, op))
            .collect()
    }

    fn is_hole(&self, format: &str, op: &'static str) -> bool {
        self.whole && format != CONVERT_ONLY && self.cell(format, op).is_none()
    }

    fn cell(&self, format: &str, op: &'static str) -> Option<Cell> {
        self.cells.get(&(format.to_owned(), op)).copied()
    }

    fn text(&self, format: &str, op: &'static str) -> String {
        match self.cell(format, op) {
            Some(Cell { passed, total }) if passed == total => format!("{passed}/{total}"),
            Some(Cell { passed, total }) => format!("{passed}/{total} ✗"),
            None if self.is_hole(format, op) => "no case".to_owned(),
            None => "-".to_owned(),
        }
    }

    /// The lines of the matrix, the columns aligned.
    pub(crate) fn lines(&self, console: &Console) -> Vec<String> {
        let name_width = self.formats.iter().map(String::len).max().unwrap_or(0);
        let widths: Vec<usize> = (OPS.iter().zip(HEADINGS))
            .map(|(op, heading)| {
                let cells = self.formats.iter().map(|format| self.text(format, op));
                let widest = cells.map(|text| text.chars().count()).max();
                widest.unwrap_or(0).max(heading.len())
            })
            .collect();
        let headings: String = (HEADINGS.iter().zip(&widths))
            .map(|(heading, width)| format!("  {heading:>width$}"))
            .collect();
        let mut lines = vec![format!("{:name_width$}{headings}", "")];
        for format in &self.formats {
            let mut line = format!("{format:name_width$}");
            for (op, width) in OPS.iter().zip(&widths) {
                // Padded first: the codes of the colours have no width.
                let text = format!("{:>width$}", self.text(format, op));
                line += "  ";
                line += &match self.cell(format, op) {
                    Some(Cell { passed, total }) if passed == total => console.good(&text),
                    None if !self.is_hole(format, op) => text,
                    _ => console.bad(&text),
                };
            }
            lines.push(line);
        }
        lines
    }

    /// The cells as JSON objects.
    pub(crate) fn json(&self, language: &str) -> Vec<Value> {
        let cell = |((format, op), cell): (&(String, &str), &Cell)| {
            json!({
                "language": language, "format": format, "op": op,
                "passed": cell.passed, "total": cell.total,
            })
        };
        let holes = self.holes().into_iter().map(|(format, op)| {
            json!({"language": language, "format": format, "op": op, "passed": 0, "total": 0})
        });
        self.cells.iter().map(cell).chain(holes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::tests::case;

    fn filled(whole: bool) -> Matrix {
        let cases: Vec<Case> = [
            ("a", "parse", "tid"),
            ("b", "parse", "tid"),
            ("c", "convert", "uuid1"),
        ]
        .into_iter()
        .map(|(name, op, format)| {
            case(json!({"name": name, "op": op, "format": format, "expect": {}}))
        })
        .collect();
        let mut matrix = Matrix::new(&cases, whole);
        for (case, passed) in cases.iter().zip([true, false, true]) {
            matrix.record(case, passed);
        }
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
    fn cells_are_printed_in_aligned_columns() {
        let lines = filled(false).lines(&Console::plain());
        assert!(lines[1].starts_with("tid    1/2 ✗      -"), "{}", lines[1]);
        assert!(lines[2].contains(" 1/1 "), "{}", lines[2]);
        let widths: BTreeSet<usize> = lines.iter().map(|line| line.chars().count()).collect();
        assert_eq!(widths.len(), 1, "{lines:?}");
        assert!(filled(true).lines(&Console::plain())[1].contains("no case"));
    }

    #[test]
    fn json_has_every_cell_and_every_hole() {
        assert_eq!(filled(false).json("rust").len(), 2);
        let first =
            json!({"language": "rust", "format": "tid", "op": "parse", "passed": 1, "total": 2});
        assert_eq!(filled(false).json("rust")[0], first);
        assert_eq!(filled(true).json("rust").len(), 2 + OPS.len() - 1);
    }
}
