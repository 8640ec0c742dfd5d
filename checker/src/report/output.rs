//! Standard output and standard error with colour and width decided once.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style as Ansi};

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Columns assumed where there is no terminal.
const DEFAULT_WIDTH: usize = 120;

/// How text may look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to write colour escapes.
    pub color: bool,
    /// Columns available.
    pub width: usize,
}

impl Style {
    /// No colour, a fixed width.
    #[must_use]
    pub fn plain(width: usize) -> Style {
        Style { color: false, width }
    }

    fn paint(self, style: Ansi, text: &str) -> String {
        if self.color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Good news.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.paint(AnsiColor::Green.on_default().bold(), text)
    }

    /// Bad news.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }

    /// Neither.
    #[must_use]
    pub fn unsure(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default().bold(), text)
    }

    /// A difference that deserves a look.
    #[must_use]
    pub fn differs(self, text: &str) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// Names and headings.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        self.paint(Ansi::new().bold(), text)
    }

    /// What matters less.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.paint(Ansi::new().dimmed(), text)
    }
}

/// A stream that is written to until its reader goes away; from then on writing succeeds and does nothing, so that a closed pipe neither
/// prints an error nor changes the exit code.
#[derive(Debug)]
pub struct Output<W> {
    writer: W,
    closed: bool,
    /// How text may look on it.
    pub style: Style,
}

fn style(choice: ColorChoice, terminal: bool) -> Style {
    let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let capable = std::env::var_os("TERM").is_none_or(|t| t != "dumb");
    let color = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => terminal && capable && !set("NO_COLOR"),
    };
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let size = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let width = if terminal { columns().or_else(size) } else { columns() };
    Style { color, width: width.filter(|&w| w > 0).unwrap_or(DEFAULT_WIDTH) }
}

/// Standard output.
#[must_use]
pub fn stdout(choice: ColorChoice) -> Output<io::BufWriter<io::Stdout>> {
    let stdout = io::stdout();
    let style = style(choice, stdout.is_terminal());
    Output::new(io::BufWriter::new(stdout), style)
}

/// Standard error.
#[must_use]
pub fn stderr(choice: ColorChoice) -> Output<io::Stderr> {
    let stderr = io::stderr();
    let style = style(choice, stderr.is_terminal());
    Output::new(stderr, style)
}

impl<W: Write> Output<W> {
    /// Any writer.
    pub fn new(writer: W, style: Style) -> Output<W> {
        Output { writer, closed: false, style }
    }

    /// The writer.
    pub fn get_ref(&self) -> &W {
        &self.writer
    }

    fn guard<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(instead)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(buf.len());
        }
        let result = self.writer.write(buf);
        self.guard(result, buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let result = self.writer.flush();
        self.guard(result, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let mut output = Output::new(Closed, Style::plain(80));
        assert!(output.write_all(b"text").is_ok());
        assert!(output.flush().is_ok());
    }
}
