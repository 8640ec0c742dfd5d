//! `--filter EXPR`: which pairs to check.
//!
//! ```text
//! EXPR := EXPR or EXPR | EXPR and EXPR | not EXPR | ( EXPR ) | TERM
//! TERM := file:GLOB | name:GLOB | expect:VERDICT | expect:none | WORD
//! ```
//! `*` in a GLOB stands for anything, `?` for one character; a GLOB matches the whole text. A bare WORD matches where it occurs in
//! `file: name`. `and` binds more tightly than `or`, and may be left out; `&`, `|`, `!` and a comma for `or` are understood as well.

use std::str::FromStr;

use super::record::Identity;
use crate::verdict::VerdictKind;

/// A parsed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Either side.
    Or(Box<Filter>, Box<Filter>),
    /// Both sides.
    And(Box<Filter>, Box<Filter>),
    /// The opposite.
    Not(Box<Filter>),
    /// The file's path.
    File(String),
    /// The pair's name.
    Name(String),
    /// What a comment expects; `None`: nothing.
    Expect(Option<VerdictKind>),
    /// Part of `file: name`.
    Word(String),
}

impl FromStr for Filter {
    type Err = String;

    fn from_str(text: &str) -> Result<Filter, String> {
        let tokens = tokens(text);
        let mut parser = Parser { tokens: &tokens, at: 0 };
        let filter = parser.or()?;
        match parser.peek() {
            None => Ok(filter),
            Some(extra) => Err(format!("unexpected `{extra}`")),
        }
    }
}

impl Filter {
    /// Whether a pair is wanted.
    #[must_use]
    pub fn accepts(&self, pair: &Identity) -> bool {
        match self {
            Filter::Or(a, b) => a.accepts(pair) || b.accepts(pair),
            Filter::And(a, b) => a.accepts(pair) && b.accepts(pair),
            Filter::Not(a) => !a.accepts(pair),
            Filter::File(glob) => matches(glob, &pair.file),
            Filter::Name(glob) => matches(glob, &pair.name),
            Filter::Expect(kind) => pair.expected.as_ref().map(|e| e.verdict) == *kind,
            Filter::Word(word) => format!("{}: {}", pair.file, pair.name).contains(word.as_str()),
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut in_word = false;
    for c in text.chars() {
        let single = "()&|!,".contains(c);
        match tokens.last_mut() {
            _ if c.is_whitespace() => {}
            Some(word) if in_word && !single => String::push(word, c),
            _ => tokens.push(c.to_string()),
        }
        in_word = !single && !c.is_whitespace();
    }
    tokens
}

struct Parser<'a> {
    tokens: &'a [String],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn eat(&mut self, wanted: &[&str]) -> bool {
        let found = self.peek().is_some_and(|t| wanted.contains(&t));
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<Filter, String> {
        let mut left = self.and()?;
        while self.eat(&["or", "|", ","]) {
            while self.eat(&["|"]) {}
            left = Filter::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Filter, String> {
        let mut left = self.not()?;
        loop {
            let explicit = self.eat(&["and", "&"]);
            while explicit && self.eat(&["&"]) {}
            if !explicit && self.peek().is_none_or(|t| ["or", "|", ",", ")"].contains(&t)) {
                return Ok(left);
            }
            left = Filter::And(Box::new(left), Box::new(self.not()?));
        }
    }

    fn not(&mut self) -> Result<Filter, String> {
        // A loop, as input may say `not` any number of times.
        let mut negated = false;
        while self.eat(&["not", "!"]) {
            negated = !negated;
        }
        let filter = self.term()?;
        Ok(if negated { Filter::Not(Box::new(filter)) } else { filter })
    }

    fn term(&mut self) -> Result<Filter, String> {
        const DEEPEST: usize = 1000;
        if self.tokens.len() > DEEPEST {
            return Err("the expression is too long".to_owned());
        }
        if self.eat(&["("]) {
            let inner = self.or()?;
            return if self.eat(&[")"]) { Ok(inner) } else { Err("a `)` is missing".to_owned()) };
        }
        let token = self.peek().ok_or("the expression ends too early")?.to_owned();
        if ["or", "and", "&", "|", ",", ")"].contains(&token.as_str()) {
            return Err(format!("unexpected `{token}`"));
        }
        self.at += 1;
        match token.split_once(':') {
            Some(("file", glob)) => Ok(Filter::File(glob.to_owned())),
            Some(("name", glob)) => Ok(Filter::Name(glob.to_owned())),
            Some(("expect", "none")) => Ok(Filter::Expect(None)),
            Some(("expect", id)) => {
                let kind = VerdictKind::ALL.into_iter().find(|k| k.id() == id);
                kind.map(|k| Filter::Expect(Some(k))).ok_or_else(|| format!("no verdict `{id}`"))
            }
            Some((other, _)) => Err(format!("`{other}:` is not file:, name: or expect:")),
            None => Ok(Filter::Word(token)),
        }
    }
}

/// Whether the whole of `text` matches, in time proportional to the product of the lengths.
fn matches(glob: &str, text: &str) -> bool {
    let (glob, text): (Vec<char>, Vec<char>) = (glob.chars().collect(), text.chars().collect());
    let (mut g, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g, t));
                g += 1;
            }
            Some(&c) if c == '?' || c == text[t] => {
                g += 1;
                t += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (g, t) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expect::Expectations;

    fn accepts(expression: &str, file: &str, name: &str) -> bool {
        let expected = Expectations::read(b"; expect: refines").all.into_iter().next();
        let pair = Identity { name: name.to_owned(), file: file.to_owned(), target_file: None, ordinal: 0, line: 1, expected };
        expression.parse::<Filter>().expect(expression).accepts(&pair)
    }

    #[test]
    fn terms_and_operators() {
        let yes = ["add", "name:src*", "file:*/add.ll", "expect:refines", "add and src", "add src", "nothing or add", "!nothing"];
        let no = ["name:rc*", "file:add.ll", "expect:none", "add and nothing", "not add", "!(add|sub)", "add & !src & add"];
        for expression in yes {
            assert!(accepts(expression, "corpus/add.ll", "src1 -> tgt1"), "{expression}");
        }
        for expression in no {
            assert!(!accepts(expression, "corpus/add.ll", "src1 -> tgt1"), "{expression}");
        }
        assert!(accepts("nothing and nothing or add", "add.ll", "p"));
        assert!(!accepts("nothing and (nothing or add)", "add.ll", "p"));
        assert!(accepts("nothing, add || nothing", "add.ll", "p"));
    }

    #[test]
    fn nonsense_is_refused() {
        for expression in ["", "and", "(a", "a)", "expect:maybe", "size:3", "not", "a or", &"(".repeat(5000)] {
            assert!(expression.parse::<Filter>().is_err(), "{expression:.20}");
        }
    }

    #[test]
    fn globs() {
        assert!(matches("*a*b?", "xxaxxbxxby"));
        assert!(!matches("*a*b", "xxaxxbxxby"));
        assert!(matches("", "") && matches("**", "") && !matches("?", ""));
    }
}
