//! Source and target of a counterexample side by side, lined up by the names of their values.
//!
//! Rows keep the order of both sides. A name that both sides define makes one row; everything else has a row of its own. Long stretches
//! that do not matter are left out, with their number.

use rustc_hash::FxHashMap;

use super::Style;
use super::table::{Cell, Look, Table};
use crate::notation;
use crate::verdict::{Counterexample, SideTrace, Step};

/// Rows shown in full; longer traces lose rows that are equal on both sides.
const SHOWN: usize = 40;
/// Rows kept around a row that matters.
const AROUND: usize = 2;

/// Source and target of something.
type Sides<T> = [T; 2];

/// One row: what each side did.
#[derive(Clone, Copy, Debug)]
struct Row<'a> {
    steps: Sides<Option<&'a Step>>,
    /// Both sides have it and compute different values.
    differs: bool,
    /// The first difference.
    first: bool,
}

impl Row<'_> {
    fn matters(&self) -> bool {
        self.differs || self.first || self.steps.iter().any(|s| s.is_none_or(|s| s.note.is_some()))
    }
}

/// What a step is lined up by: its value's name, or its opcode when it defines none.
fn key(step: &Step) -> &str {
    match &step.name {
        Some(name) => name,
        None => step.text.split([' ', ',']).next().unwrap_or_default(),
    }
}

fn occurrences(trace: &[Step]) -> FxHashMap<&str, Vec<usize>> {
    let mut places: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, step) in trace.iter().enumerate() {
        places.entry(key(step)).or_default().push(index);
    }
    places
}

/// Lines two traces up: the longest run of pairs with equal keys that keeps the order on both sides, each step of the source taking part
/// with the earliest partner that is left.
fn align<'a>(source: &'a [Step], target: &'a [Step]) -> Vec<Sides<Option<&'a Step>>> {
    let places = occurrences(target);
    let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
    let mut pairs = Vec::new();
    for (index, step) in source.iter().enumerate() {
        let count = seen.entry(key(step)).or_default();
        if let Some(&partner) = places.get(key(step)).and_then(|p| p.get(*count)) {
            pairs.push((index, partner));
        }
        *count += 1;
    }
    let (mut rows, mut s, mut t) = (Vec::new(), 0, 0);
    for (a, b) in increasing(&pairs) {
        rows.extend(source[s..a].iter().map(|step| [Some(step), None]));
        rows.extend(target[t..b].iter().map(|step| [None, Some(step)]));
        rows.push([Some(&source[a]), Some(&target[b])]);
        (s, t) = (a + 1, b + 1);
    }
    rows.extend(source[s..].iter().map(|step| [Some(step), None]));
    rows.extend(target[t..].iter().map(|step| [None, Some(step)]));
    rows
}

/// The longest subsequence of pairs whose second parts increase (patience sorting).
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; pairs.len()];
    for (index, pair) in pairs.iter().enumerate() {
        let length = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        before[index] = length.checked_sub(1).map(|l| tails[l]);
        match tails.get_mut(length) {
            Some(tail) => *tail = index,
            None => tails.push(index),
        }
    }
    let mut chosen: Vec<(usize, usize)> =
        std::iter::successors(tails.last().copied(), |&index| before[index]).map(|index| pairs[index]).collect();
    chosen.reverse();
    chosen
}

fn rows(counterexample: &Counterexample) -> Vec<Row<'_>> {
    let first = counterexample.first_difference.as_deref();
    let mut rows: Vec<Row<'_>> = align(&counterexample.source.trace, &counterexample.target.trace)
        .into_iter()
        .map(|steps| Row { steps, differs: matches!(steps, [Some(a), Some(b)] if a.value != b.value), first: false })
        .collect();
    let is_first = |row: &&mut Row<'_>| row.steps.iter().flatten().any(|step| first.is_some() && step.name.as_deref() == first);
    if let Some(row) = rows.iter_mut().find(is_first) {
        row.first = true;
    }
    rows
}

/// Rows to show: all of a short trace; of a long one those that matter with a few around them. `Err` counts rows left out.
fn shown<'a, 'b>(rows: &'b [Row<'a>]) -> Vec<Result<&'b Row<'a>, usize>> {
    let mut keep = vec![rows.len() <= SHOWN; rows.len()];
    if rows.len() > SHOWN {
        let important: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].matters()).collect();
        let first = rows.iter().position(|r| r.first).or(important.first().copied());
        let near = |i: &&usize| first.is_none_or(|f| i.abs_diff(f) <= SHOWN / 2);
        let ends = [0, rows.len() - 1];
        for &i in important.iter().filter(near).chain(&ends) {
            keep[i.saturating_sub(AROUND)..(i + AROUND + 1).min(rows.len())].fill(true);
        }
    }
    let mut out = Vec::new();
    for (row, kept) in rows.iter().zip(keep) {
        match (kept, out.last_mut()) {
            (true, _) => out.push(Ok(row)),
            (false, Some(Err(count))) => *count += 1,
            (false, _) => out.push(Err(1)),
        }
    }
    out
}

/// The instruction without `%name = `.
fn instruction(step: &Step) -> &str {
    match &step.name {
        Some(name) => step.text.strip_prefix(name.as_str()).and_then(|t| t.trim_start().strip_prefix("= ")).unwrap_or(&step.text),
        None => &step.text,
    }
}

fn result(step: &Step) -> String {
    match (&step.value, &step.note) {
        (Some(value), Some(note)) => format!("{}  ; {note}", with_class(value)),
        (Some(value), None) => with_class(value),
        (None, Some(note)) => format!("; {note}"),
        (None, None) => String::new(),
    }
}

/// A value, with what is hard to read off its hexadecimal digits.
fn with_class(value: &str) -> String {
    notation::class_of_text(value).map_or_else(|| value.to_owned(), |class| format!("{value} ({class})"))
}

fn step_cells(step: Option<&Step>, look: Look) -> [Cell; 2] {
    match step {
        Some(step) => [Cell::new(instruction(step), Look::Plain), Cell::new(result(step), look)],
        None => [Cell::default(), Cell::default()],
    }
}

fn look(row: &Row<'_>) -> Look {
    match (row.first, row.differs) {
        (true, _) => Look::Bad,
        (false, true) => Look::Differs,
        (false, false) => Look::Plain,
    }
}

/// The mark of the first difference, and the value's name.
fn head_cells(row: &Row<'_>) -> [Cell; 2] {
    let name = row.steps.iter().flatten().find_map(|s| s.name.as_deref()).unwrap_or_default();
    [Cell::new(if row.first { ">" } else { "" }, Look::Bad), Cell::new(name, Look::Strong)]
}

/// The mark of the outcome, which is the first difference where no value that both sides name is.
fn outcome_head(shown: &[Result<&Row<'_>, usize>]) -> [Cell; 2] {
    let earlier = shown.iter().flatten().any(|row| row.first);
    [Cell::new(if earlier { "" } else { ">" }, Look::Bad), Cell::new("=>", Look::Strong)]
}

fn left_out(count: usize) -> Vec<Cell> {
    let text = if count == 1 { "(1 row left out)".to_owned() } else { format!("({count} rows left out)") };
    vec![Cell::default(), Cell::new("...", Look::Dim), Cell::new(text, Look::Dim)]
}

fn outcome(side: &SideTrace) -> String {
    match side.outcomes.as_deref() {
        Some(all) if all.len() > 1 => format!("{}  (or {})", with_class(&side.outcome), others(all, &side.outcome)),
        Some(_) | None => with_class(&side.outcome),
    }
}

/// A few other outcomes that choices allow.
fn others(all: &[String], shown: &str) -> String {
    const LISTED: usize = 3;
    let rest: Vec<&str> = all.iter().map(String::as_str).filter(|o| *o != shown).collect();
    let mut text = rest.iter().take(LISTED).copied().collect::<Vec<_>>().join(", or ");
    if rest.len() > LISTED {
        text.push_str(&format!(", or {} more", rest.len() - LISTED));
    }
    text
}

/// Columns: mark, name, then instruction and result of each side.
const GAPS: [&str; 6] = ["  ", " ", "  ", "  ", "  |  ", "  "];

fn side_by_side(shown: &[Result<&Row<'_>, usize>], sides: Sides<&SideTrace>, titles: Sides<&str>) -> Table {
    let mut table = Table::default();
    let wide = |a: &str, b: &str, look| {
        let cell = |text: &str| Cell::new(text, look);
        vec![Cell::default(), Cell::default(), cell(a), Cell::default(), cell(b)]
    };
    table.row(wide(titles[0], titles[1], Look::Strong));
    for row in shown {
        match row {
            Ok(row) => {
                let steps = row.steps.into_iter().flat_map(|step| step_cells(step, look(row)));
                table.row(head_cells(row).into_iter().chain(steps).collect());
            }
            Err(count) => table.row(left_out(*count)),
        }
    }
    let [source, target] = sides.map(|side| Cell::new(outcome(side), Look::Strong));
    let [mark, arrow] = outcome_head(shown);
    table.row(vec![mark, arrow, Cell::default(), source, Cell::default(), target]);
    table
}

fn stacked(shown: &[Result<&Row<'_>, usize>], side: usize, trace: &SideTrace, title: &str) -> Table {
    let mut table = Table::default();
    table.row(vec![Cell::default(), Cell::default(), Cell::new(title, Look::Strong)]);
    for row in shown {
        match row {
            Ok(row) if row.steps[side].is_some() => {
                table.row(head_cells(row).into_iter().chain(step_cells(row.steps[side], look(row))).collect());
            }
            Ok(_) => {}
            Err(count) => table.row(left_out(*count)),
        }
    }
    let [mark, arrow] = outcome_head(shown);
    table.row(vec![mark, arrow, Cell::default(), Cell::new(outcome(trace), Look::Strong)]);
    table
}

/// The traces as text: one table when it fits the width, else one side after the other.
pub(super) fn render(counterexample: &Counterexample, titles: Sides<&str>, style: Style) -> String {
    let rows = rows(counterexample);
    let shown = shown(&rows);
    let sides = [&counterexample.source, &counterexample.target];
    let table = side_by_side(&shown, sides, titles);
    if table.width(&GAPS) <= style.width {
        return table.render(&GAPS, style);
    }
    let [source, target] = [0, 1].map(|i| stacked(&shown, i, sides[i], titles[i]).render(&GAPS, style));
    format!("{source}\n{target}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str, value: &str) -> Step {
        let name = text.split_once(" = ").map(|(n, _)| n.to_owned());
        Step { text: text.to_owned(), value: (!value.is_empty()).then(|| value.to_owned()), note: None, name, span: Default::default() }
    }

    fn example(source: Vec<Step>, target: Vec<Step>, first: &str) -> Counterexample {
        let side = |trace: Vec<Step>, outcome: &str| SideTrace { outcome: outcome.to_owned(), outcomes: None, trace };
        Counterexample {
            calls: Vec::new(),
            inputs: Vec::new(),
            source: side(source, "i8 2"),
            target: side(target, "poison"),
            why: String::new(),
            first_difference: Some(first.to_owned()),
            failing_inputs: None,
            blame: None,
        }
    }

    fn shape(source: &[&str], target: &[&str]) -> String {
        let steps = |names: &[&str]| names.iter().map(|n| step(&format!("{n} = x"), "i8 1")).collect::<Vec<_>>();
        let (source, target) = (steps(source), steps(target));
        let name = |s: Option<&Step>| s.and_then(|s| s.name.clone()).unwrap_or_else(|| "-".to_owned());
        align(&source, &target).into_iter().map(|[a, b]| format!("{}{} ", name(a), name(b))).collect()
    }

    #[test]
    fn rows_line_up_by_name_and_keep_both_orders() {
        assert_eq!(shape(&["a", "b", "c"], &["a", "c"]), "aa b- cc ");
        assert_eq!(shape(&["a", "b"], &["b", "a", "c"]), "a- bb -a -c ");
        assert_eq!(shape(&["a", "a"], &["a", "b", "a"]), "aa -b aa ");
        assert_eq!(shape(&[], &["a"]), "-a ");
    }

    #[test]
    fn side_by_side_when_it_fits_and_stacked_when_not() {
        let source = vec![step("%a = add i8 %x, 1", "i8 1"), step("ret i8 %a", "")];
        let mut target = vec![step("%a = add nsw i8 %x, 1", "poison"), step("ret i8 %a", "")];
        target[0].note = Some("signed wrap (nsw)".to_owned());
        let example = example(source, target, "%a");
        let wide = render(&example, ["@src", "@tgt"], Style::plain(120));
        let want = "       @src                       |  @tgt\n\
                    \x20 > %a  add i8 %x, 1  i8 1  |  add nsw i8 %x, 1  poison  ; signed wrap (nsw)\n";
        assert!(wide.lines().nth(1) == want.lines().nth(1), "{wide}");
        assert!(wide.lines().last().is_some_and(|l| l.trim_start().starts_with("=>") && l.ends_with("poison")), "{wide}");
        let narrow = render(&example, ["@src", "@tgt"], Style::plain(60));
        assert!(narrow.lines().all(|l| l.len() <= 60), "{narrow}");
        assert_eq!(narrow.lines().filter(|l| l.contains("=>")).count(), 2, "{narrow}");
    }

    #[test]
    fn long_traces_lose_what_does_not_matter() {
        let trace = |odd: &str| (0..10_000).map(|i| step(&format!("%v{i} = x"), if i == 5000 { odd } else { "i8 0" })).collect();
        let text = render(&example(trace("i8 1"), trace("i8 2"), "%v5000"), ["@src", "@tgt"], Style::plain(120));
        assert!(text.lines().count() < 20, "{text}");
        assert!(text.contains("> %v5000") && text.contains("rows left out"), "{text}");
    }
}
