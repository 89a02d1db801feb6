//! The conformance matrix: counts of cases and passes by format, operation and language.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::conformance::vectors::{Case, OPERATIONS};
use crate::run::display::Display;

/// Names that only `convert` accepts. They are not formats, so their other cells may be empty.
pub(crate) const CONVERT_ONLY: [&str; 2] = ["sql_server_uuid", "clickhouse_uuid"];

/// The number of cases in each cell, and of those that each language passed.
pub(crate) struct Matrix {
    formats: BTreeSet<String>,
    cases: BTreeMap<Cell, u64>,
    passed: Vec<(&'static str, BTreeMap<Cell, u64>)>,
    is_complete: bool,
}

/// A format and an operation.
type Cell = (String, &'static str);

impl Matrix {
    /// A matrix with a row for each format of the cases.
    ///
    /// If `is_complete`, the cases are all of the project's, and every cell must have one.
    pub(crate) fn new(cases: &[Case], is_complete: bool) -> Self {
        let mut counts = BTreeMap::new();
        for case in cases {
            *counts.entry(cell(case)).or_default() += 1;
        }
        Self {
            formats: cases.iter().map(|case| case.format.clone()).collect(),
            cases: counts,
            passed: Vec::new(),
            is_complete,
        }
    }

    /// Adds the cases that a language passed.
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

    /// The number of cases in a cell.
    pub(crate) fn cases(&self, format: &str, op: &'static str) -> u64 {
        let count = self.cases.get(&(format.to_owned(), op));
        count.copied().unwrap_or(0)
    }

    /// The cells that need a case and have none.
    pub(crate) fn untested(&self) -> Vec<(&str, &'static str)> {
        self.formats()
            .flat_map(|format| OPERATIONS.iter().map(move |(op, _)| (format, *op)))
            .filter(|(format, op)| self.is_untested(format, op))
            .collect()
    }

    fn is_untested(&self, format: &str, op: &'static str) -> bool {
        self.is_complete && !CONVERT_ONLY.contains(&format) && self.cases(format, op) == 0
    }

    /// The cells in which a language failed a case, in readable form.
    pub(crate) fn failed(&self, language: &str) -> Vec<String> {
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

    /// Whether any language that ran failed a case.
    pub(crate) fn has_failures(&self) -> bool {
        let mut languages = self.passed.iter();
        languages.any(|(language, _)| !self.failed(language).is_empty())
    }

    /// The lowest number of cases that any language passed.
    fn fewest_passed(&self, format: &str, op: &'static str) -> u64 {
        let cell = (format.to_owned(), op);
        let counts = self.passed.iter();
        counts
            .map(|(_, counts)| counts.get(&cell).copied().unwrap_or(0))
            .min()
            .unwrap_or(0)
    }

    fn text(&self, format: &str, op: &'static str) -> String {
        match (self.cases(format, op), self.fewest_passed(format, op)) {
            (0, _) if self.is_untested(format, op) => "no case".to_owned(),
            (0, _) => "-".to_owned(),
            (cases, passed) if passed == cases => cases.to_string(),
            (cases, passed) => format!("{passed}/{cases} ✗"),
        }
    }

    /// The lines of the matrix, in aligned columns. Each cell shows the fewest passed cases.
    pub(crate) fn lines(&self, display: &Display) -> Vec<String> {
        let name_width = self.formats().map(str::len).max().unwrap_or(0);
        let widths: Vec<usize> = (OPERATIONS.iter())
            .map(|(op, heading)| {
                let cells = self.formats().map(|format| self.text(format, op));
                let widest = cells.map(|text| text.chars().count()).max();
                widest.unwrap_or(0).max(heading.len())
            })
            .collect();
        let headings: String = (OPERATIONS.iter().zip(&widths))
            .map(|((_, heading), width)| format!("  {heading:>width$}"))
            .collect();
        let mut lines = vec![format!("{:name_width$}{headings}", "")];
        for format in self.formats() {
            let mut line = format!("{format:name_width$}");
            for ((op, _), width) in OPERATIONS.iter().zip(&widths) {
                // Pad before colouring: colour codes count as characters, but have no width.
                let text = format!("{:>width$}", self.text(format, op));
                let cases = self.cases(format, op);
                line += "  ";
                line += &match cases {
                    0 if !self.is_untested(format, op) => text,
                    1.. if self.fewest_passed(format, op) == cases => display.good(&text),
                    _ => display.bad(&text),
                };
            }
            lines.push(line);
        }
        lines
    }

    /// Every cell of every language that ran as a JSON object, untested cells included.
    pub(crate) fn json(&self) -> Vec<Value> {
        let untested = self.untested().into_iter();
        let untested = untested.map(|(format, op)| ((format.to_owned(), op), 0));
        let cells: Vec<(Cell, u64)> = self.cases.clone().into_iter().chain(untested).collect();
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

    /// Two cases of `parse` for tid, and one of `convert` for sql_server_uuid.
    pub(crate) fn cases() -> Vec<Case> {
        let cases = [
            ("a", "parse", "tid"),
            ("b", "parse", "tid"),
            ("c", "convert", "sql_server_uuid"),
        ];
        cases
            .map(|(name, op, format)| {
                case(json!({"name": name, "op": op, "format": format, "expect": {}}))
            })
            .to_vec()
    }

    /// A matrix of two languages: `rust` passed all cases, `c` all but `b`.
    fn filled(is_complete: bool) -> Matrix {
        let cases = cases();
        let mut matrix = Matrix::new(&cases, is_complete);
        matrix.record("rust", cases.iter());
        matrix.record("c", cases.iter().filter(|case| case.name != "b"));
        matrix
    }

    #[test]
    fn untested_lists_cells_only_if_complete() {
        assert_eq!(filled(false).untested(), []);
        let complete = filled(true);
        assert_eq!(complete.untested().len(), OPERATIONS.len() - 1);
        assert!(
            complete
                .untested()
                .iter()
                .all(|(format, op)| *format == "tid" && *op != "parse")
        );
    }

    #[test]
    fn failed_lists_cells_of_one_language() {
        let matrix = filled(false);
        assert_eq!(matrix.failed("rust"), [""; 0]);
        assert_eq!(matrix.failed("c"), ["tid × parse 1/2"]);
        // A language that did not run has passed nothing.
        assert_eq!(matrix.failed("swift").len(), 2);
    }

    #[test]
    fn lines_are_aligned_and_show_the_fewest_passed() {
        let lines = filled(false).lines(&Display::quiet());
        assert!(lines[1].contains(" 1 "), "{}", lines[1]);
        let tid = format!("{:15}  1/2 ✗      -", "tid");
        assert!(lines[2].starts_with(&tid), "{}", lines[2]);
        let widths: BTreeSet<usize> = lines.iter().map(|line| line.chars().count()).collect();
        assert_eq!(widths.len(), 1, "{lines:?}");
        assert!(filled(true).lines(&Display::quiet())[2].contains("no case"));
    }

    #[test]
    fn lines_show_no_passes_if_no_language_ran() {
        let lines = Matrix::new(&cases(), false).lines(&Display::quiet());
        assert!(lines[2].contains("0/2 ✗"), "{}", lines[2]);
    }

    #[test]
    fn json_has_every_cell_of_every_language() {
        let json = filled(false).json();
        assert_eq!(json.len(), 4);
        let cell =
            json!({"language": "c", "format": "tid", "op": "parse", "passed": 1, "total": 2});
        assert_eq!(json[3], cell);
        assert_eq!(filled(true).json().len(), 2 * (2 + OPERATIONS.len() - 1));
    }
}
