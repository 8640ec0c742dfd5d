//! Any other solver, as a process that reads SMT-LIB 2.
//!
//! Purpose: `--solver-cmd`, a second opinion on the obligations that [`smt`](super::smt) decides.
//! Invariants: the process gets the whole script on its standard input at once and is killed at the deadline or when cancelled;
//! what it prints is never trusted further than its first verdict and the values it gives.
//! Deliberately absent: incremental use, and the memory limit of [`SmtOptions`], which is not ours to impose on another program.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use llvet_encoder::bv::Bv;
use llvet_encoder::term::{Assignment, Term};
use num_bigint::BigUint;
use num_traits::Num;

use super::{SmtOptions, SmtResult, UnknownReason};

/// How often a running process is looked at.
const POLL: Duration = Duration::from_millis(5);

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverCommand {
    program: String,
    args: Vec<String>,
}

/// A satisfiability question as text.
#[derive(Clone, Debug)]
pub struct Script {
    /// Logic, declarations, assertions and the final `check-sat`.
    pub text: String,
    /// The declared constants whose values make up the model.
    pub variables: Vec<ScriptVariable>,
}

/// A declared constant of a [`Script`].
#[derive(Clone, Debug)]
pub struct ScriptVariable {
    /// The symbol as written in the script, quoted with bars if need be.
    pub symbol: String,
    /// The variable it stands for.
    pub term: Term,
    /// Its width in bits; 1 for a truth value.
    pub width: u32,
}

impl SolverCommand {
    /// Splits a command line at blanks; single or double quotes keep blanks together. `None` if there is no program or a quote
    /// is left open.
    pub fn parse(line: &str) -> Option<SolverCommand> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for c in line.chars() {
            match quote {
                Some(open) if c == open => quote = None,
                None if c == '\'' || c == '"' => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                None if c.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        if quote.is_some() || words.is_empty() {
            return None;
        }
        let program = words.remove(0);
        Some(SolverCommand { program, args: words })
    }

    /// Asks the program. Whatever goes wrong with it (not found, killed, no verdict) is [`UnknownReason::Incomplete`] with the details.
    pub fn check(&self, script: &Script, options: &SmtOptions) -> SmtResult {
        let child = Command::new(&self.program).args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        match child {
            Ok(child) => match communicate(child, commands(script), options) {
                Ok(output) => verdict(&output, &script.variables),
                Err(reason) => SmtResult::Unknown(reason),
            },
            Err(problem) => gave_up(format!("cannot run `{}`: {problem}", self.program)),
        }
    }
}

fn gave_up(why: String) -> SmtResult {
    SmtResult::Unknown(UnknownReason::Incomplete(why))
}

/// The script with the request for a model. An unsatisfiable one has no model: solvers then report
/// an error after their verdict, which nobody reads.
fn commands(script: &Script) -> String {
    let mut text = format!("(set-option :produce-models true)\n{}\n(check-sat)\n", script.text);
    if !script.variables.is_empty() {
        let symbols: Vec<&str> = script.variables.iter().map(|v| v.symbol.as_str()).collect();
        text.push_str(&format!("(get-value ({}))\n", symbols.join(" ")));
    }
    text.push_str("(exit)\n");
    text
}

/// Feeds the process and collects what it prints, until it ends or has to be stopped.
///
/// Both pipes have a thread of their own, which nobody waits for: a process may leave children behind that keep them open.
fn communicate(mut child: Child, input: String, options: &SmtOptions) -> Result<String, UnknownReason> {
    let deadline = Instant::now() + options.timeout;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    // A solver that stops reading early has made up its mind: a broken pipe is no failure.
    std::thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(input.as_bytes())));
    let (sender, output) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.map(|mut pipe| pipe.read_to_end(&mut bytes));
        // The receiver is gone if the process had to be stopped.
        let _ = sender.send(read.map(|_| String::from_utf8_lossy(&bytes).into_owned()));
    });
    match wait(&mut child, deadline, options) {
        Some(reason) => Err(reason),
        None => {
            let left = deadline.saturating_duration_since(Instant::now());
            let output = output.recv_timeout(left.max(POLL));
            output.map(Option::unwrap_or_default).map_err(|_| UnknownReason::Timeout)
        }
    }
}

/// Waits for the process; kills it and says why if it may not go on.
fn wait(child: &mut Child, deadline: Instant, options: &SmtOptions) -> Option<UnknownReason> {
    loop {
        let reason = match child.try_wait() {
            Ok(Some(_)) => return None,
            Err(problem) => UnknownReason::Incomplete(problem.to_string()),
            Ok(None) if options.cancel.is_cancelled() => UnknownReason::Interrupted,
            Ok(None) if Instant::now() >= deadline => UnknownReason::Timeout,
            Ok(None) => {
                std::thread::sleep(POLL);
                continue;
            }
        };
        // It may have ended by itself meanwhile; then there is nothing to kill.
        let _ = child.kill();
        let _ = child.wait();
        return Some(reason);
    }
}

fn verdict(output: &str, variables: &[ScriptVariable]) -> SmtResult {
    let mut lines = output.lines().map(str::trim);
    let word = lines.find(|line| !matches!(*line, "" | "success" | "unsupported"));
    match word {
        Some("unsat") => SmtResult::Unsat,
        Some("sat") => {
            let rest: Vec<&str> = lines.collect();
            match model(&rest.join(" "), variables) {
                Some(assignment) => SmtResult::Sat(assignment),
                None => gave_up("satisfiable, but the model cannot be read".into()),
            }
        }
        Some("unknown") => gave_up("the solver answered `unknown`".into()),
        Some(line) => gave_up(format!("no verdict, but `{line}`")),
        None => gave_up("no output".into()),
    }
}

/// The values in the answer to `get-value`: one `(symbol value)` for each variable, in their order.
fn model(text: &str, variables: &[ScriptVariable]) -> Option<Assignment> {
    let mut assignment = Assignment::new();
    let mut rest = text.trim_start();
    if !variables.is_empty() {
        rest = rest.strip_prefix('(')?;
    }
    for variable in variables {
        rest = rest.trim_start().strip_prefix('(')?.trim_start();
        rest = rest.strip_prefix(variable.symbol.as_str())?;
        let (value, after) = value(rest.trim_start(), variable.width)?;
        rest = after.trim_start().strip_prefix(')')?;
        assignment.set(variable.term, value);
    }
    Some(assignment)
}

/// Reads `#b101`, `#x2f`, `(_ bv5 8)`, `true` or `false`, and returns what follows it.
fn value(text: &str, width: u32) -> Option<(Bv, &str)> {
    if let Some(numeral) = text.strip_prefix("(_ bv") {
        let (inside, after) = numeral.split_once(')')?;
        let (digits, _) = inside.split_once(' ')?;
        return Some((number(digits, 10, width)?, after));
    }
    let end = text.find(|c: char| c == ')' || c.is_whitespace());
    let (word, after) = text.split_at(end.unwrap_or(text.len()));
    let value = match (word.get(..2), word) {
        (_, "true") => Bv::from_bool(true),
        (_, "false") => Bv::from_bool(false),
        (Some("#b"), _) => number(&word[2..], 2, width)?,
        (Some("#x"), _) => number(&word[2..], 16, width)?,
        _ => return None,
    };
    Some((value, after))
}

fn number(digits: &str, radix: u32, width: u32) -> Option<Bv> {
    let value = BigUint::from_str_radix(digits, radix).ok()?;
    (value.bits() <= u64::from(width)).then(|| Bv::from_biguint(width, value))
}

#[cfg(test)]
mod tests {
    use llvet_encoder::term::{Pool, Sort};

    use super::*;

    fn shell(script: &str) -> SolverCommand {
        SolverCommand { program: "sh".into(), args: vec!["-c".into(), script.into()] }
    }

    fn question(pool: &mut Pool) -> Script {
        let variables = [("x", Sort::Bv(12)), ("|b c|", Sort::Bool), ("y", Sort::Bv(200))];
        Script {
            text: "(set-logic QF_BV)\n(check-sat)".into(),
            variables: variables
                .map(|(symbol, sort)| ScriptVariable { symbol: symbol.into(), term: pool.var(symbol, sort), width: sort.width() })
                .to_vec(),
        }
    }

    fn ask(script: &str) -> SmtResult {
        let question = question(&mut Pool::new());
        shell(&format!("cat >/dev/null; {script}")).check(&question, &SmtOptions::default())
    }

    #[test]
    fn command_lines_are_split_like_a_shell_does() {
        let command = SolverCommand::parse(" z3  -in 'a b' \"\" x\"y z\" ").expect("a command");
        assert_eq!(command.program, "z3");
        assert_eq!(command.args, ["-in", "a b", "", "xy z"]);
        assert_eq!(SolverCommand::parse("  "), None);
        assert_eq!(SolverCommand::parse("z3 'open"), None);
    }

    #[test]
    fn verdicts_are_read() {
        assert!(matches!(ask("echo success; echo unsat; echo '(error \"no model\")'"), SmtResult::Unsat));
        for (script, words) in [
            ("echo unknown", "answered `unknown`"),
            ("echo '(error \"line 1\")'", "no verdict, but `(error"),
            ("true", "no output"),
            ("echo sat; echo '((x #xfff1))'", "model cannot be read"),
        ] {
            match ask(script) {
                SmtResult::Unknown(UnknownReason::Incomplete(why)) => {
                    assert!(why.contains(words), "{why}");
                }
                other => panic!("{script}: {other:?}"),
            }
        }
    }

    #[test]
    fn models_are_read_in_every_notation() {
        let mut pool = Pool::new();
        let question = question(&mut pool);
        let answer = "echo sat; echo '((x #xabc)'; echo ' (|b c| true)'; echo '  (y (_ bv1267650600228229401496703205376 200)))'";
        let command = shell(&format!("cat >/dev/null; {answer}"));
        let SmtResult::Sat(model) = command.check(&question, &SmtOptions::default()) else { panic!("satisfiable") };
        let expected = [Bv::from_u64(12, 0xabc), Bv::from_bool(true), Bv::bit_at(200, 100)];
        for (variable, value) in question.variables.iter().zip(&expected) {
            assert_eq!(model.get(variable.term), Some(value));
        }
        assert_eq!(value("#b101) rest", 3), Some((Bv::from_u64(3, 5), ") rest")));
    }

    #[test]
    fn the_script_asks_for_all_variables() {
        let text = commands(&question(&mut Pool::new()));
        assert!(text.ends_with("(check-sat)\n(get-value (x |b c| y))\n(exit)\n"));
    }

    #[test]
    fn a_missing_program_and_a_slow_one_are_no_verdict() {
        let question = question(&mut Pool::new());
        let missing = SolverCommand::parse("/no/such/solver").expect("a command");
        assert!(matches!(
            missing.check(&question, &SmtOptions::default()),
            SmtResult::Unknown(UnknownReason::Incomplete(why)) if why.contains("/no/such/solver")
        ));
        let options = SmtOptions { timeout: Duration::from_millis(100), ..SmtOptions::default() };
        let start = Instant::now();
        assert!(matches!(shell("sleep 30; true").check(&question, &options), SmtResult::Unknown(UnknownReason::Timeout)));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
