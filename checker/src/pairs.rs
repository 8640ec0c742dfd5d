//! Which functions are compared with which.
//!
//! In one file, functions whose name starts with `src` pair with the function whose name has `tgt` in its place (`src`/`tgt`,
//! `src1`/`tgt1`, `src_x`/`tgt_x`). In two files, functions pair by name, and numbered ones by order. Names given on the command line
//! take precedence. Declarations never pair.

use llvet_ir::{Function, Module, ModuleItem};

/// What the command line says about functions. Names are without `@`.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// `--src-fn`
    pub src_fn: Option<String>,
    /// `--tgt-fn`
    pub tgt_fn: Option<String>,
    /// `--pair A=B`
    pub pairs: Vec<(String, String)>,
    /// `--func`: only sources with these names.
    pub funcs: Vec<String>,
}

/// Indices of two functions in their modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Into the source module's functions.
    pub src: usize,
    /// Into the target module's functions.
    pub tgt: usize,
}

/// The pairs of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// In textual order of the sources.
    pub pairs: Vec<Match>,
    /// Remarks about functions left out.
    pub skipped: Vec<String>,
}

/// Pairs of functions in one module, or one line that says why there are none.
///
/// # Errors
/// When a named function is missing, or nothing pairs.
pub fn in_one_module(module: &Module, selection: &Selection) -> Result<Found, String> {
    if let Some(found) = named(module, module, selection)? {
        return Ok(found);
    }
    let mut found = Found::default();
    for (src, function) in definitions(module) {
        let Some(rest) = function.name.strip_prefix("src") else { continue };
        if !selected(function, selection) {
            continue;
        }
        let partner = format!("tgt{rest}");
        match find(module, &partner) {
            Ok(tgt) => found.pairs.push(Match { src, tgt }),
            Err(why) => found.skipped.push(format!("@{} is not checked: {why}", function.name)),
        }
    }
    for (_, function) in definitions(module) {
        if let Some(rest) = function.name.strip_prefix("tgt")
            && find(module, &format!("src{rest}")).is_err()
        {
            found.skipped.push(format!("@{} is not checked: no function @src{rest}", function.name));
        }
    }
    if found.pairs.is_empty() { Err(nothing_in_one(module, &found, selection)) } else { Ok(found) }
}

fn nothing_in_one(module: &Module, found: &Found, selection: &Selection) -> String {
    if let Some(why) = found.skipped.first() {
        return format!("no pair to check: {why}");
    }
    if !selection.funcs.is_empty() {
        return format!("no pair to check: --func={} selects none", selection.funcs.join(","));
    }
    format!(
        "no pair to check: a pair is @src with @tgt, @src1 with @tgt1, or @src_x with @tgt_x, and this file defines {}; name functions with --pair A=B, or give two files",
        names(module)
    )
}

/// Pairs of functions of two modules, or one line that says why there are none.
///
/// # Errors
/// When a named function is missing, or nothing pairs.
pub fn in_two_modules(src: &Module, tgt: &Module, selection: &Selection) -> Result<Found, String> {
    if let Some(found) = named(src, tgt, selection)? {
        return Ok(found);
    }
    let mut found = Found::default();
    let numbered: Vec<usize> = definitions(tgt).filter(|(_, f)| is_numbered(f)).map(|(i, _)| i).collect();
    let mut numbered = numbered.into_iter();
    for (index, function) in definitions(src) {
        let partner = if is_numbered(function) { numbered.next() } else { find(tgt, &function.name).ok() };
        if !selected(function, selection) {
            continue;
        }
        match partner {
            Some(tgt) => found.pairs.push(Match { src: index, tgt }),
            None => found.skipped.push(format!("@{} is not checked: the second file does not define it", function.name)),
        }
    }
    if found.pairs.is_empty()
        && let (Ok(s), Ok(t)) = (find(src, "src"), find(tgt, "tgt"))
    {
        return Ok(Found { pairs: vec![Match { src: s, tgt: t }], skipped: Vec::new() });
    }
    if found.pairs.is_empty() {
        let (first, second) = (names(src), names(tgt));
        return Err(format!("no pair to check: the first file defines {first}, the second {second}; name functions with --pair A=B"));
    }
    Ok(found)
}

/// The pairs that the command line names; `None` when it names none.
fn named(src: &Module, tgt: &Module, selection: &Selection) -> Result<Option<Found>, String> {
    let mut wanted: Vec<(&str, &str)> = selection.pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    if selection.src_fn.is_some() || selection.tgt_fn.is_some() {
        wanted.push((selection.src_fn.as_deref().unwrap_or("src"), selection.tgt_fn.as_deref().unwrap_or("tgt")));
    }
    if wanted.is_empty() {
        return Ok(None);
    }
    let pairs = wanted.into_iter().map(|(a, b)| Ok(Match { src: find(src, a)?, tgt: find(tgt, b)? })).collect::<Result<_, String>>()?;
    Ok(Some(Found { pairs, skipped: Vec::new() }))
}

fn definitions(module: &Module) -> impl Iterator<Item = (usize, &Function)> {
    module.functions.iter().enumerate().filter(|(_, f)| !f.is_declaration())
}

fn selected(function: &Function, selection: &Selection) -> bool {
    selection.funcs.is_empty() || selection.funcs.iter().any(|name| **name == *function.name)
}

fn is_numbered(function: &Function) -> bool {
    !function.name.is_empty() && function.name.bytes().all(|b| b.is_ascii_digit())
}

fn find(module: &Module, name: &str) -> Result<usize, String> {
    match module.symbols.get(name) {
        Some(&ModuleItem::Function(index)) if module.functions[index].is_declaration() => Err(format!("function @{name} has no body")),
        Some(&ModuleItem::Function(index)) => Ok(index),
        Some(_) | None => Err(format!("no function @{name}")),
    }
}

/// The first few functions with bodies, for messages.
fn names(module: &Module) -> String {
    const SHOWN: usize = 5;
    let all: Vec<String> = definitions(module).map(|(_, f)| format!("@{}", f.name)).collect();
    match all.len() {
        0 => "no function".to_owned(),
        n if n <= SHOWN => all.join(", "),
        n => format!("{} and {} more", all[..SHOWN].join(", "), n - SHOWN),
    }
}
