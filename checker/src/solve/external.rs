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
use llvet_encoder::term::{Assignment, FuncId, Op, Pool, Term};
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

/// A satisfiability question as text, and how to read a model of it.
#[derive(Clone, Debug)]
pub struct Script {
    /// Logic, declarations, assertions and the final `check-sat`.
    text: String,
    variables: Vec<(Term, Asked)>,
    applications: Vec<Application>,
}

/// A term whose value the model shall tell.
#[derive(Clone, Debug)]
struct Asked {
    name: String,
    width: u32,
}

/// An uninterpreted function at one point.
#[derive(Clone, Debug)]
struct Application {
    func: FuncId,
    args: Vec<Asked>,
    value: Asked,
}

impl Script {
    /// Whether `assertions` can hold together.
    pub fn new(pool: &Pool, assertions: &[Term]) -> Script {
        let asked = |term: Term| Asked { name: pool.smtlib_name(term), width: pool.width(term) };
        let application = |term: Term| match pool.op(term) {
            Op::App(func) => Some(Application { func, args: pool.args(term).iter().map(|&arg| asked(arg)).collect(), value: asked(term) }),
            _ => None,
        };
        Script {
            text: pool.to_smtlib(assertions),
            variables: pool.free_vars(assertions).into_iter().map(|var| (var, asked(var))).collect(),
            applications: pool.topological(assertions).into_iter().filter_map(application).collect(),
        }
    }

    /// Everything to ask for, in the order in which [`Script::assignment`] takes the answers.
    fn asked(&self) -> impl Iterator<Item = &Asked> {
        let variables = self.variables.iter().map(|(_, asked)| asked);
        let applications = self.applications.iter();
        variables.chain(applications.flat_map(|app| app.args.iter().chain([&app.value])))
    }

    /// The script with the request for a model. An unsatisfiable one has no model: solvers then report
    /// an error after their verdict, which nobody reads.
    fn commands(&self) -> String {
        let mut text = format!("(set-option :produce-models true)\n{}\n", self.text);
        let names: Vec<&str> = self.asked().map(|asked| asked.name.as_str()).collect();
        if !names.is_empty() {
            text.push_str(&format!("(get-value ({}))\n", names.join(" ")));
        }
        text.push_str("(exit)\n");
        text
    }

    /// Reads the answer to the `get-value` of [`Script::commands`].
    fn assignment(&self, answer: &str) -> Option<Assignment> {
        let mut values = values(answer, self.asked())?.into_iter();
        let mut assignment = Assignment::new();
        for (var, _) in &self.variables {
            assignment.set(*var, values.next()?);
        }
        for application in &self.applications {
            let args = values.by_ref().take(application.args.len()).collect();
            assignment.set_app(application.func, args, values.next()?);
        }
        Some(assignment)
    }
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
            Ok(child) => match communicate(child, script.commands(), options) {
                Ok(output) => verdict(&output, script),
                Err(reason) => SmtResult::Unknown(reason),
            },
            Err(problem) => gave_up(format!("cannot run `{}`: {problem}", self.program)),
        }
    }
}

fn gave_up(why: String) -> SmtResult {
    SmtResult::Unknown(UnknownReason::Incomplete(why))
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

fn verdict(output: &str, script: &Script) -> SmtResult {
    let mut lines = output.lines().map(str::trim);
    let word = lines.find(|line| !matches!(*line, "" | "success" | "unsupported"));
    match word {
        Some("unsat") => SmtResult::Unsat,
        Some("sat") => {
            let rest: Vec<&str> = lines.collect();
            match script.assignment(&rest.join(" ")) {
                Some(assignment) => SmtResult::Sat(assignment),
                None => gave_up("satisfiable, but the model cannot be read".into()),
            }
        }
        Some("unknown") => gave_up("the solver answered `unknown`".into()),
        Some(line) => gave_up(format!("no verdict, but `{line}`")),
        None => gave_up("no output".into()),
    }
}

/// The values in the answer to `get-value`: one `(term value)` for each term asked for, in their order.
fn values<'a>(text: &str, asked: impl Iterator<Item = &'a Asked>) -> Option<Vec<Bv>> {
    let mut rest = text.trim_start();
    rest = rest.strip_prefix('(').unwrap_or(rest);
    let mut values = Vec::new();
    for asked in asked {
        rest = rest.trim_start().strip_prefix('(')?;
        rest = skip_expression(rest.trim_start())?;
        let (value, after) = value(rest.trim_start(), asked.width)?;
        rest = after.trim_start().strip_prefix(')')?;
        values.push(value);
    }
    Some(values)
}

/// What follows the symbol or parenthesised expression that `text` begins with. Names in our scripts need no bars.
fn skip_expression(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let ends = match c {
            ')' => depth == 0,
            _ => depth == 0 && c.is_whitespace(),
        };
        if ends {
            return text.get(index + c.len_utf8()..);
        }
    }
    None
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

    /// Three variables and an application, all of which the model shall tell.
    fn question(pool: &mut Pool) -> (Script, Term) {
        let (byte, wide) = (Sort::Bv(12), Sort::Bv(200));
        let (x, b, y) = (pool.var("x", byte), pool.var("b c", Sort::Bool), pool.var("y", wide));
        let f = pool.func("f", &[byte, byte], wide);
        let five = pool.bv_u64(12, 5);
        let fx = pool.app(f, &[x, five]);
        let equal = pool.eq(fx, y);
        let both = pool.and(equal, b);
        (Script::new(pool, &[both]), both)
    }

    fn ask(script: &str) -> SmtResult {
        let (question, _) = question(&mut Pool::new());
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
            ("echo sat; echo '((v0 #xfff1))'", "model cannot be read"),
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
        let (question, both) = question(&mut pool);
        let names: Vec<&str> = question.asked().map(|a| a.name.as_str()).collect();
        let [x, b, y, arg, five, fx] = names[..] else { panic!("{names:?}") };
        let wide = "(_ bv1267650600228229401496703205376 200)";
        let answer = format!("(({x} #xabc)\n ({b} true) ({y} {wide})\n  ({arg} #b101010111100) ({five} #x005) ({fx} {wide}))");
        let command = shell(&format!("cat >/dev/null; echo sat; echo '{answer}'"));
        let SmtResult::Sat(model) = command.check(&question, &SmtOptions::default()) else { panic!("satisfiable") };
        let expected = [Bv::from_u64(12, 0xabc), Bv::from_bool(true), Bv::bit_at(200, 100)];
        for ((var, _), value) in question.variables.iter().zip(&expected) {
            assert_eq!(model.get(*var), Some(value));
        }
        assert!(pool.eval(both, &model).to_bool());
    }

    #[test]
    fn the_script_asks_for_everything() {
        let (question, _) = question(&mut Pool::new());
        let text = question.commands();
        assert!(text.starts_with("(set-option :produce-models true)\n(set-logic QF_UFBV)\n"));
        assert_eq!(text.matches("(check-sat)").count(), 1);
        assert!(text.contains("(get-value (v0 v1 v2 v0 (_ bv5 12) t"), "{text}");
        assert!(text.ends_with("(exit)\n"));
    }

    #[test]
    fn a_missing_program_and_a_slow_one_are_no_verdict() {
        let (question, _) = question(&mut Pool::new());
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
