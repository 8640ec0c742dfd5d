//! Names and strings of LLVM text as Rust strings, without loss (bytes that are not UTF-8 become private-use characters), and how LLVM
//! quotes them: `\XX` for bytes that are not printable ASCII and for `"`, `\\` for `\`.
//!
//! **Invariants.** [`decode`] and [`encode`] are inverse on all byte strings. An all-digit name that was written in quotes is a name, not
//! a number; [`quoted_name`] keeps the two apart by leaving the quotes on, and [`write_name`] undoes that.

use std::borrow::Cow;
use std::fmt;

use crate::lexer::is_name_byte;

/// A name after its sigil: bare where LLVM writes it so, else quoted.
pub struct Name<'a>(pub &'a str);

/// A string in quotes.
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(f, self.0)
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        write_escaped(f, self.0)?;
        f.write_str("\"")
    }
}

/// Bytes ≥ 0x80 that are not part of valid UTF-8 become `ESCAPE_BASE + byte`.
const ESCAPE_BASE: u32 = 0x0010_FF00;

fn is_escape(c: char) -> bool {
    (ESCAPE_BASE + 0x80..=ESCAPE_BASE + 0xFF).contains(&(c as u32))
}

fn push_escaped(out: &mut String, bytes: &[u8]) {
    out.extend(bytes.iter().filter_map(|&b| char::from_u32(ESCAPE_BASE + u32::from(b))));
}

/// Any bytes as a string.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && (text.is_ascii() || !text.chars().any(is_escape))
    {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_escape(c) {
                push_escaped(&mut out, c.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                out.push(c);
            }
        }
        push_escaped(&mut out, chunk.invalid());
    }
    Cow::Owned(out)
}

/// The bytes that [`decode`] made a string of.
#[must_use]
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() || !text.chars().any(is_escape) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        if is_escape(c) {
            out.push((c as u32 - ESCAPE_BASE) as u8);
        } else {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(out)
}

/// The bytes between the quotes with `\\` and `\XX` resolved.
#[must_use]
pub fn unescape(raw: &[u8]) -> Cow<'_, [u8]> {
    if !raw.contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let digit = |b: Option<&u8>| b.and_then(|&b| (b as char).to_digit(16));
    let mut out = Vec::with_capacity(raw.len());
    let mut i = 0;
    while i < raw.len() {
        let (byte, step) = match (raw[i], raw.get(i + 1)) {
            (b'\\', Some(b'\\')) => (b'\\', 2),
            (b'\\', next) => match (digit(next), digit(raw.get(i + 2))) {
                (Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
                _ => (b'\\', 1),
            },
            (byte, _) => (byte, 1),
        };
        out.push(byte);
        i += step;
    }
    Cow::Owned(out)
}

/// Writes bytes as LLVM does between quotes: printable ASCII as it is, the rest as `\XX`.
pub fn write_escaped(out: &mut impl fmt::Write, bytes: &[u8]) -> fmt::Result {
    let plain = |b: u8| (b' '..=b'~').contains(&b) && b != b'"' && b != b'\\';
    let mut rest = bytes;
    while !rest.is_empty() {
        let run = rest.iter().position(|&b| !plain(b)).unwrap_or(rest.len());
        if let Ok(text) = std::str::from_utf8(&rest[..run]) {
            out.write_str(text)?;
        }
        rest = &rest[run..];
        match rest.first() {
            Some(b'\\') => out.write_str("\\\\")?,
            Some(byte) => write!(out, "\\{byte:02X}")?,
            None => break,
        }
        rest = &rest[1..];
    }
    Ok(())
}

/// Whether a name consists of a number between zero or more pairs of quotes.
fn numeric_core(name: &str) -> Option<usize> {
    if !matches!(name.as_bytes().first(), Some(b'"' | b'0'..=b'9')) {
        return None;
    }
    let core = name.trim_matches('"');
    let quotes = (name.len() - core.len()) / 2;
    let balanced = name.len() == core.len() + 2 * quotes && name[quotes..].starts_with(core);
    (balanced && !core.is_empty() && core.bytes().all(|b| b.is_ascii_digit())).then_some(quotes)
}

/// The key of a name that was written in quotes.
#[must_use]
pub fn quoted_name(name: Cow<'_, str>) -> Cow<'_, str> {
    if numeric_core(&name).is_some() { Cow::Owned(format!("\"{name}\"")) } else { name }
}

/// Whether the key stands for a number rather than a name.
#[must_use]
pub fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit())
}

/// Writes the key of a name as it stands after `%`, `@`, `$` or before a colon: quoted when LLVM would quote it.
pub fn write_name(out: &mut impl fmt::Write, key: &str) -> fmt::Result {
    match numeric_core(key) {
        Some(0) => return out.write_str(key),
        Some(_) => {
            out.write_char('"')?;
            write_escaped(out, &key.as_bytes()[1..key.len() - 1])?;
            return out.write_char('"');
        }
        None => {}
    }
    let starts_with_digit = key.as_bytes().first().is_none_or(u8::is_ascii_digit);
    if !starts_with_digit && key.bytes().all(is_name_byte) {
        return out.write_str(key);
    }
    out.write_char('"')?;
    write_escaped(out, &encode(key))?;
    out.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(key: &str) -> String {
        let mut out = String::new();
        write_name(&mut out, key).expect("writing to a string succeeds");
        out
    }

    #[test]
    fn any_bytes_survive() {
        for bytes in [&b"plain"[..], b"\xff\x80", "h\u{10FF85}\u{e9}".as_bytes(), b"a\xc3", b""] {
            assert_eq!(&*encode(&decode(bytes)), bytes);
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(&*unescape(b"a\\22\\\\b\\0"), b"a\"\\b\\0");
        let mut out = String::new();
        write_escaped(&mut out, b"a\"\\\n\xff").expect("writing to a string succeeds");
        assert_eq!(out, "a\\22\\\\\\0A\\FF");
    }

    #[test]
    fn numbers_and_quoted_numbers_differ() {
        assert_eq!(written("12"), "12");
        assert_eq!(written(&quoted_name(Cow::Borrowed("12"))), "\"12\"");
        assert_eq!(written(&quoted_name(Cow::Borrowed("\"12\""))), "\"\\2212\\22\"");
        assert_eq!(written("a.b"), "a.b");
        assert_eq!(written("1a"), "\"1a\"");
        assert_eq!(written("a b"), "\"a b\"");
    }
}
