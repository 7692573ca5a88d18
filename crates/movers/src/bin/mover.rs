//! A mover as a program: one of our controllers, or one that misbehaves, for tests.
//!
//! `mover swept` speaks the protocol. `mover silent` and the others below break it.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use sidle::player::Controller;
use sidle_movers::{Ours, serve};

const HELLO: &str = r#"{"name":"bad","version":"1","can":["tick","move","save"]}"#;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let role = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let ours = Controller::NAMES.iter().find(|(name, _)| *name == role);
    let ended = match (ours, role.as_str()) {
        (Some((_, controller)), _) => serve(
            &mut Ours::new(*controller),
            io::stdin().lock(),
            io::stdout().lock(),
        ),
        // It reads nothing, answers nothing, and stays.
        (None, "silent") => loop {
            thread::sleep(Duration::from_secs(60));
        },
        // It answers well until its first tick.
        (None, "answer") => answer(&rest.join(" ")),
        (None, "flood") => flood(),
        // It leaves a process behind, whose number it says.
        (None, "parent") => parent(),
        _ => {
            eprintln!("mover classic|swept|boxed, or silent|flood|parent|answer TEXT");
            return ExitCode::from(2);
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The answers to a request before the first tick.
fn opening(request: &str) -> &'static str {
    if request.contains(r#""do":"hello""#) {
        HELLO
    } else if request.contains(r#""do":"world""#) {
        "{}"
    } else {
        r#"{"position":[0,0,0],"velocity":[0,0,0],"ground":"none"}"#
    }
}

/// Answers a tick with `text`. `exit N` ends, and `wait` never answers.
fn answer(text: &str) -> io::Result<()> {
    for request in io::stdin().lock().lines() {
        let request = request?;
        let is_tick = request.contains(r#""do":"tick""#);
        let line = if is_tick { text } else { opening(&request) };
        if let Some(code) = line.strip_prefix("exit ") {
            std::process::exit(code.parse().unwrap_or(1));
        }
        if line != "wait" {
            writeln!(io::stdout(), "{line}")?;
        }
    }
    Ok(())
}

/// Answers, and then writes without end, lines of any length.
fn flood() -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{HELLO}")?;
    loop {
        out.write_all(&[b'x'; 1 << 16])?;
    }
}

/// Starts a process that stays, and says its number as the version.
fn parent() -> io::Result<()> {
    let child = std::process::Command::new("sleep").arg("600").spawn()?;
    let hello = HELLO.replace(
        r#""version":"1""#,
        &format!(r#""version":"{}""#, child.id()),
    );
    writeln!(io::stdout(), "{hello}")?;
    for request in io::stdin().lock().lines() {
        writeln!(io::stdout(), "{}", opening(&request?))?;
    }
    Ok(())
}
