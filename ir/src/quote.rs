//! How LLVM quotes names and strings: `\XX` for bytes that are not printable ASCII, `"` and `\`.

use std::fmt;

/// A name after its sigil: bare when it is `[-a-zA-Z$._][-a-zA-Z$._0-9]*` or a number, else quoted.
pub struct Name<'a>(pub &'a str);

/// A string in quotes.
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
        let bytes = self.0.as_bytes();
        let number = !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit);
        if number || (bytes.iter().all(|&b| plain(b)) && bytes.first().is_some_and(|b| !b.is_ascii_digit())) {
            f.write_str(self.0)
        } else {
            Quoted(bytes).fmt(f)
        }
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for &b in self.0 {
            if (0x20..0x7f).contains(&b) && b != b'"' && b != b'\\' {
                write!(f, "{}", char::from(b))?;
            } else {
                write!(f, "\\{b:02X}")?;
            }
        }
        f.write_str("\"")
    }
}
