//! A mover of Rust as a program.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::wire::{
    Done, Exact, HelloAnswer, MoveRequest, Refusal, ResetRequest, StateAnswer, StateText,
    TickRequest, Verb, WireBox, WorldRequest, excerpt,
};
use crate::{Mover, MoverError, Saved};

/// Answers the requests of `input` on `output` with `mover`, until `bye`, the end of the input, or an error of the mover.
///
/// # Errors
/// When a pipe is closed.
///
/// # Example
/// ```
/// use sidle::player::Controller;
/// use sidle_movers::{Ours, serve};
/// let (requests, mut answers) = ("{\"do\":\"hello\",\"protocol\":1}\n{\"do\":\"bye\"}\n", Vec::new());
/// serve(&mut Ours::new(Controller::Swept), requests.as_bytes(), &mut answers)?;
/// assert!(answers.starts_with(b"{\"name\":\"sidle swept\""));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(mover: &mut dyn Mover, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.lines() {
        let (answer, goes_on) = match answer(mover, &line?) {
            Ok(Some(answer)) => (answer, true),
            Ok(None) => return Ok(()),
            Err(error) => (text(&Refusal { error })?, false),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
        if !goes_on {
            return Ok(());
        }
    }
    Ok(())
}

fn text(answer: &impl Serialize) -> io::Result<String> {
    serde_json::to_string(answer).map_err(io::Error::from)
}

/// The answer to the request in `line`; `None` to `bye`.
fn answer(mover: &mut dyn Mover, line: &str) -> Result<Option<String>, String> {
    let words = |error: MoverError| error.to_string();
    let Verb { verb } = parse(line)?;
    let state = match verb.as_str() {
        "hello" => {
            let hello = mover.hello().map_err(words)?;
            return written(&HelloAnswer::from(&hello));
        }
        "world" => {
            let setup = parse::<WorldRequest>(line)?.setup()?;
            mover.world(&setup).map_err(words)?;
            return written(&Done {
                padding: Exact(mover.padding()),
            });
        }
        "reset" => {
            let ResetRequest {
                position,
                velocity,
                yaw,
            } = parse(line)?;
            mover.reset(position.into(), velocity.into(), yaw.0)
        }
        "tick" => {
            let TickRequest { dt, command, boxes } = parse(line)?;
            let boxes: Result<Vec<_>, _> = boxes.iter().map(WireBox::moved).collect();
            mover.tick(dt.0, &(&command).into(), &boxes?)
        }
        "move" => {
            let MoveRequest { position, motion } = parse(line)?;
            mover.move_by(position.into(), motion.into())
        }
        "save" => {
            let saved = mover.save().map_err(words)?;
            let state = RawValue::from_string(saved.json().to_owned());
            let state = state.map_err(|error| error.to_string())?;
            return written(&StateText { state });
        }
        "load" => {
            let StateText { state } = parse(line)?;
            mover.load(&Saved::from_json(state.get()))
        }
        "bye" => return Ok(None),
        other => return Err(format!("{} is not known", excerpt(other.as_bytes()))),
    };
    written(&StateAnswer::from(&state.map_err(words)?))
}

fn written(answer: &impl Serialize) -> Result<Option<String>, String> {
    text(answer).map(Some).map_err(|error| error.to_string())
}

fn parse<Request: DeserializeOwned>(line: &str) -> Result<Request, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}
