//! Which functions of the given files a command is about: the same options everywhere.

use crate::pairs::Selection;

/// Options that select pairs.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Which functions")]
pub struct Which {
    /// Compare this function (default: src)
    #[arg(long, value_name = "NAME")]
    src_fn: Option<String>,
    /// With this one (default: tgt)
    #[arg(long, value_name = "NAME")]
    tgt_fn: Option<String>,
    /// Compare function A with function B; may be repeated
    #[arg(long, value_name = "A=B", value_parser = parse_pair)]
    pair: Vec<(String, String)>,
    /// Only source functions with this name; may be repeated
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    func: Vec<String>,
}

impl Which {
    /// The options as data.
    #[must_use]
    pub fn selection(&self) -> Selection {
        let one = |name: &Option<String>| name.as_deref().map(|n| bare(n).to_owned());
        Selection {
            src_fn: one(&self.src_fn),
            tgt_fn: one(&self.tgt_fn),
            pairs: self.pair.clone(),
            funcs: self.func.iter().map(|n| bare(n).to_owned()).collect(),
        }
    }
}

fn parse_pair(text: &str) -> Result<(String, String), String> {
    let (a, b) = text.split_once('=').ok_or("want A=B")?;
    Ok((bare(a).to_owned(), bare(b).to_owned()))
}

/// A function's name with or without `@`.
fn bare(name: &str) -> &str {
    name.strip_prefix('@').unwrap_or(name)
}
