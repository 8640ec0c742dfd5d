//! Checking in child processes, so that a check that hangs, eats the memory or dies costs its own pair only.
//!
//! llvet starts itself again as a worker ([`super::worker`]) and passes it one pair at a time. A worker that has not answered at the hard
//! deadline, or that holds more memory than allowed, is killed, and the pair is `inconclusive`; a worker that dies by itself is an internal
//! error of its pair. The next pair gets a new worker.
//!
//! **Invariants.** Workers do not outlive the run: they are in process groups of their own, so that Ctrl-C reaches only us, and end when
//! their standard input does. Memory is watched where `/proc` exists; elsewhere the solver's own limit is all there is.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::discover::Unit;
use super::worker::{Reply, Request};
use crate::crash::Crash;
use crate::verdict::{Verdict, VerdictKind};

/// How often a worker's memory and deadline are looked at.
const POLL: Duration = Duration::from_millis(20);

/// What a worker may use, and how it is started.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time of one check; a worker gets half as much again, and a little, before it is killed.
    pub timeout: Duration,
    /// Resident memory in megabytes.
    pub memory_mb: u64,
}

impl Limits {
    /// When a worker that does not answer is killed.
    #[must_use]
    pub fn deadline(&self) -> Duration {
        self.timeout + self.timeout / 2 + Duration::from_secs(2)
    }
}

/// A set of workers.
#[derive(Debug)]
pub struct Isolation {
    program: PathBuf,
    args: Vec<String>,
    limits: Limits,
    idle: Mutex<Vec<Worker>>,
    /// Every child that may still be alive.
    children: Mutex<Vec<Arc<Mutex<Child>>>>,
}

#[derive(Debug)]
struct Worker {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    replies: Receiver<String>,
}

/// How waiting for a reply ended.
enum Wait {
    Reply(Reply),
    Deadline,
    Memory(u64),
    Died(Option<ExitStatus>),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Isolation {
    /// Workers that are started as `program args`.
    #[must_use]
    pub fn new(program: PathBuf, args: Vec<String>, limits: Limits) -> Isolation {
        Isolation { program, args, limits, idle: Mutex::default(), children: Mutex::default() }
    }

    /// Checks one pair of a unit in a worker.
    ///
    /// # Errors
    /// When the worker dies, reports an internal error, or cannot be started.
    pub fn check(&self, unit: &Unit, ordinal: usize) -> Result<Verdict, Crash> {
        let crash = |message: String| Crash { message, place: None };
        let idle = lock(&self.idle).pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => self.start().map_err(|e| crash(format!("cannot start a checking process: {e}")))?,
        };
        match self.ask(&mut worker, &Request { files: unit.files.clone(), ordinal }) {
            Wait::Reply(reply) => {
                lock(&self.idle).push(worker);
                match reply {
                    Reply::Verdict(verdict) => Ok(*verdict),
                    Reply::Crash { message, place } => Err(Crash { message, place }),
                }
            }
            Wait::Deadline => {
                stop(&worker.child);
                let limit = self.limits.timeout.as_millis();
                Ok(inconclusive(format!("time limit: the checking process did not stop after {limit} ms and was killed")))
            }
            Wait::Memory(used) => {
                stop(&worker.child);
                let limit = self.limits.memory_mb;
                Ok(inconclusive(format!("memory limit: the checking process held {used} MB of {limit} MB and was killed")))
            }
            Wait::Died(status) => {
                stop(&worker.child);
                Err(crash(format!("the checking process died{}", status.map(|s| format!(" ({s})")).unwrap_or_default())))
            }
        }
    }

    fn start(&self) -> std::io::Result<Worker> {
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(std::io::ErrorKind::BrokenPipe)?;
        let (sender, replies) = mpsc::channel();
        std::thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let child = Arc::new(Mutex::new(child));
        let mut children = lock(&self.children);
        children.retain(|c| !matches!(lock(c).try_wait(), Ok(Some(_))));
        children.push(Arc::clone(&child));
        Ok(Worker { child, input, replies })
    }

    fn ask(&self, worker: &mut Worker, request: &Request) -> Wait {
        let sent = serde_json::to_string(request).map_err(std::io::Error::from);
        let sent = sent.and_then(|text| writeln!(worker.input, "{text}")).and_then(|()| worker.input.flush());
        if sent.is_err() {
            return Wait::Died(exit_status(&worker.child));
        }
        let end = Instant::now() + self.limits.deadline();
        loop {
            match worker.replies.recv_timeout(POLL) {
                Ok(line) => return serde_json::from_str(&line).map_or(Wait::Died(None), Wait::Reply),
                Err(RecvTimeoutError::Disconnected) => return Wait::Died(exit_status(&worker.child)),
                Err(RecvTimeoutError::Timeout) if Instant::now() > end => return Wait::Deadline,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let pid = lock(&worker.child).id();
            if let Some(used) = resident_mb(pid).filter(|&mb| mb > self.limits.memory_mb) {
                return Wait::Memory(used);
            }
        }
    }
}

impl Drop for Isolation {
    fn drop(&mut self) {
        self.stop_all();
    }
}

impl Isolation {
    /// Kills every worker, busy or not.
    pub fn stop_all(&self) {
        for child in lock(&self.children).drain(..) {
            stop(&child);
        }
    }
}

fn inconclusive(why: String) -> Verdict {
    Verdict::new(VerdictKind::Inconclusive, why)
}

fn stop(child: &Mutex<Child>) {
    let mut child = lock(child);
    // Fails only for a process that has ended.
    let _ = child.kill();
    let _ = child.wait();
}

/// Waits a moment for a process whose pipe has closed.
fn exit_status(child: &Mutex<Child>) -> Option<ExitStatus> {
    const PATIENCE: u32 = 50;
    for _ in 0..PATIENCE {
        match lock(child).try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(_) => return None,
        }
    }
    None
}

/// Resident memory of a process; `None` where it cannot be known.
fn resident_mb(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn check(script: &str, timeout: Duration) -> Result<Verdict, Crash> {
        let args = vec!["-c".to_owned(), script.to_owned()];
        let limits = Limits { timeout, memory_mb: 50 };
        let isolation = Isolation::new(PathBuf::from("/bin/sh"), args, limits);
        let unit = Unit { files: vec![PathBuf::from("f.ll")], name: "f.ll".to_owned(), key: "f.ll".to_owned() };
        isolation.check(&unit, 0)
    }

    #[test]
    fn a_worker_that_hangs_is_killed() {
        let start = Instant::now();
        let verdict = check("exec sleep 60", Duration::ZERO).expect("a verdict");
        assert_eq!(verdict.verdict, VerdictKind::Inconclusive);
        assert!(verdict.detail.starts_with("time limit"), "{}", verdict.detail);
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_worker_that_dies_is_an_internal_error() {
        let crash = check("read line; kill -SEGV $$", Duration::from_secs(20)).expect_err("no verdict");
        assert!(crash.message.contains("died") && crash.message.contains("signal"), "{crash}");
        let crash = check("echo nonsense; sleep 5", Duration::from_secs(20)).expect_err("no verdict");
        assert!(crash.message.contains("died"), "{crash}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_worker_that_eats_memory_is_killed() {
        let eat = "x=0123456789abcdef; while :; do x=$x$x; done";
        let verdict = check(eat, Duration::from_secs(20)).expect("a verdict");
        assert!(verdict.detail.starts_with("memory limit"), "{}", verdict.detail);
    }
}
