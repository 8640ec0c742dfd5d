//! Plain tables: cells of text with a look, columns as wide as their widest cell, aligned by display width.

use unicode_width::UnicodeWidthStr;

use super::Style;

/// How a cell looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    #[default]
    Plain,
    Strong,
    Dim,
    Differs,
    Bad,
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    text: String,
    look: Look,
}

impl Cell {
    pub(super) fn new(text: impl Into<String>, look: Look) -> Cell {
        Cell { text: printable(&text.into()), look }
    }

    fn width(&self) -> usize {
        self.text.width()
    }

    fn paint(&self, style: Style) -> String {
        match self.look {
            Look::Plain => self.text.clone(),
            Look::Strong => style.strong(&self.text),
            Look::Dim => style.dim(&self.text),
            Look::Differs => style.differs(&self.text),
            Look::Bad => style.bad(&self.text),
        }
    }
}

/// Text without control characters, which could garble a terminal or break a row, and with numbers that nobody reads cut short.
pub(super) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let (digits, after) = number.split_at(number.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(number.len()));
        out.push_str(before);
        if digits.len() > MAX_DIGITS {
            out.push_str(&format!("{}...{} ({} digits)", &digits[..ENDS], &digits[digits.len() - ENDS..], digits.len()));
        } else {
            out.push_str(digits);
        }
        rest = after;
    }
    out.push_str(rest);
    out.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Digits of a number that are shown in full: those of 256 bits.
const MAX_DIGITS: usize = 78;

/// Digits that are shown of each end of a longer one.
const ENDS: usize = 12;

/// Rows of cells; short rows are padded with empty cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(super) fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| self.rows.iter().filter_map(|r| r.get(c)).map(Cell::width).max().unwrap_or(0);
        (0..columns).map(width).collect()
    }

    /// Columns it takes with these gaps before its columns (the last gap counts for all further columns).
    pub(super) fn width(&self, gaps: &[&str]) -> usize {
        let gap = |c: usize| gaps.get(c).or(gaps.last()).map_or(0, |g| g.width());
        self.widths().iter().enumerate().map(|(c, w)| gap(c) + w).sum()
    }

    /// The lines, each with a line end. Trailing blanks are left out.
    pub(super) fn render(&self, gaps: &[&str], style: Style) -> String {
        let widths = self.widths();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            let used = row.iter().rposition(|c| !c.text.is_empty()).map_or(0, |i| i + 1);
            let mut pad = 0;
            for (column, cell) in row.iter().enumerate() {
                let gap = gaps.get(column).or(gaps.last()).copied().unwrap_or_default();
                if column >= used && gap.trim().is_empty() {
                    break;
                }
                line.push_str(&" ".repeat(pad));
                line.push_str(gap);
                line.push_str(&cell.paint(style));
                pad = widths[column] - cell.width();
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_cut_and_others_are_not() {
        assert_eq!(printable("i8 -128, 0x80\tand %v10"), "i8 -128, 0x80 and %v10");
        let long = format!("i4096 -{}12", "7".repeat(998));
        assert_eq!(printable(&long), "i4096 -777777777777...777777777712 (1000 digits)");
    }

    #[test]
    fn columns_align_by_display_width() {
        let mut table = Table::default();
        table.row(vec![Cell::new("%\u{e9}", Look::Plain), Cell::new("i8 1", Look::Strong), Cell::new("x", Look::Plain)]);
        table.row(vec![Cell::new("%\u{4e2d}\u{6587}", Look::Plain), Cell::new("", Look::Plain), Cell::new("y\n", Look::Plain)]);
        table.row(vec![Cell::new("z", Look::Plain)]);
        let gaps = ["", "  ", " | "];
        assert_eq!(table.render(&gaps, Style::plain(80)), "%\u{e9}     i8 1 | x\n%\u{4e2d}\u{6587}       | y\nz\n");
        assert_eq!(table.width(&gaps), 5 + 2 + 4 + 3 + 2);
    }
}
