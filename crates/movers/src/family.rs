//! A program with all processes that it starts, none of which outlives this one.
//!
//! On Unix, the program leads a process group. A shell waits at the end of a pipe that this process alone holds, and kills the
//! group once the pipe closes, which it does even if this process is killed. On Windows, `taskkill` ends the program
//! and its descendants; if this process is killed there, the program notices the end of its input.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long to sleep between two looks at a program that should end.
const LOOK: Duration = Duration::from_millis(2);

/// A running program and its descendants.
#[derive(Debug)]
pub struct Family {
    program: Child,
    #[cfg(unix)]
    guard: Child,
    status: Option<ExitStatus>,
    ended: bool,
}

impl Family {
    /// Starts the program `words[0]` with the other words as its arguments. Its standard error is that of this process.
    pub fn start(words: &[String]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let (name, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(name);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut program = command.spawn()?;
        #[cfg(unix)]
        let guard = match guard(program.id()) {
            Ok(guard) => guard,
            Err(error) => {
                let _ = program.kill();
                let _ = program.wait();
                return Err(error);
            }
        };
        let (input, output) = (program.stdin.take(), program.stdout.take());
        let family = Self {
            program,
            #[cfg(unix)]
            guard,
            status: None,
            ended: false,
        };
        let missing = || io::Error::other("no pipe");
        Ok((
            family,
            input.ok_or_else(missing)?,
            output.ok_or_else(missing)?,
        ))
    }

    /// How the program ended, if it does within `time`.
    pub fn status_within(&mut self, time: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        while self.status.is_none() {
            self.status = self.program.try_wait().ok().flatten();
            if self.status.is_some() || start.elapsed() >= time {
                break;
            }
            thread::sleep(LOOK);
        }
        self.status
    }

    /// Ends the program and its descendants.
    pub fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        #[cfg(unix)]
        {
            // Its pipe closes.
            drop(self.guard.stdin.take());
            let _ = self.guard.wait();
        }
        #[cfg(windows)]
        {
            let id = self.program.id().to_string();
            let mut command = Command::new("taskkill");
            command.args(["/T", "/F", "/PID", &id]).stdin(Stdio::null());
            let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        if self.status.is_none() {
            let _ = self.program.kill();
            let _ = self.program.wait();
        }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.end();
    }
}

/// A shell that kills the process group `group` once its input ends. It is in another group, since a terminal's interrupt
/// reaches a whole group.
#[cfg(unix)]
fn guard(group: u32) -> io::Result<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", r#"read -r _; kill -s KILL -- "-$1""#, "sh"]);
    command.arg(group.to_string()).stdin(Stdio::piped());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}
