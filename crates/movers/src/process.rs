//! A mover that is a program of any language.

use std::io::Write;
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use sidle::glam::DVec3;
use sidle::player::{Command, MAX_COORDINATE, MAX_SPEED};

use crate::family::Family;
use crate::lines::{Line, MAX_ANSWER, read};
use crate::wire::{
    Done, Exact, HelloAnswer, MoveRequest, PROTOCOL, Refusal, ResetRequest, StateAnswer, StateText,
    TickRequest, WireBox, WorldRequest, excerpt,
};
use crate::{Hello, MovedBox, Mover, MoverCommand, MoverError, MoverFault, Saved, Setup, State};

/// A program has this many times the usual limit for `hello` and `world`, in which it starts and builds its world.
const SLOW_REQUESTS: u32 = 10;

/// How long a program may take to end after `bye`, and after it has closed its output.
const LEAVE: Duration = Duration::from_millis(200);

/// A program that reads requests from its standard input, and answers on its standard output, one JSON object a line.
///
/// The first error ends the program, and every later request returns that error again. When the value is dropped, the
/// program and all processes that it has started end.
#[derive(Debug)]
pub struct Process {
    name: String,
    hello: Hello,
    padding: f64,
    /// For one answer.
    limit: Duration,
    family: Family,
    /// Writes on a thread, because a program that does not read would hold up a long request.
    requests: Option<Sender<Vec<u8>>>,
    lines: Receiver<Line>,
    error: Option<MoverError>,
}

/// A request as a line.
#[derive(Serialize)]
struct Request<'r, Content> {
    #[serde(rename = "do")]
    verb: &'r str,
    #[serde(flatten)]
    content: Content,
}

#[derive(Serialize)]
struct Protocol {
    protocol: u32,
}

#[derive(Serialize)]
struct Nothing {}

impl Process {
    /// The usual limit for one answer.
    pub const DEFAULT_LIMIT: Duration = Duration::from_millis(1000);

    /// Starts the program, and asks who it is. `limit` is the longest time for one answer; `hello` and `world` have ten
    /// times as long.
    ///
    /// # Errors
    /// When the program does not start, or gives no valid answer.
    pub fn start(command: &MoverCommand, limit: Duration) -> Result<Self, MoverError> {
        let name = command.name().to_owned();
        let (family, mut input, output) = Family::start(command.words()).map_err(|error| {
            let program = excerpt(command.words()[0].as_bytes());
            MoverError {
                mover: name.clone(),
                request: "hello",
                fault: MoverFault::NotStarted(format!("{program}: {error}")),
            }
        })?;
        let (requests, queue) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for line in queue {
                if input.write_all(&line).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let mut process = Self {
            name,
            hello: Hello::default(),
            padding: 0.0,
            limit,
            family,
            requests: Some(requests),
            lines: read(output),
            error: None,
        };
        let protocol = Protocol { protocol: PROTOCOL };
        process.hello = process.ask::<HelloAnswer>("hello", protocol)?.into();
        if !process.hello.can.tick && !process.hello.can.move_by {
            let problem = "it can neither `tick` nor `move`".to_owned();
            return Err(process.fail("hello", MoverFault::Unsuitable(problem)));
        }
        Ok(process)
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a request, and waits for its answer.
    fn ask<Answer: DeserializeOwned>(
        &mut self,
        request: &'static str,
        content: impl Serialize,
    ) -> Result<Answer, MoverError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let content = Request {
            verb: request,
            content,
        };
        let answer = serde_json::to_vec(&content)
            .map_err(|error| MoverFault::Unsuitable(error.to_string()))
            .and_then(|mut line| {
                line.push(b'\n');
                self.answer_to(request, line)
            });
        let answer = answer.and_then(|line| parse(&line));
        answer.map_err(|fault| self.fail(request, fault))
    }

    /// The line that answers this one.
    fn answer_to(&mut self, request: &'static str, line: Vec<u8>) -> Result<Vec<u8>, MoverFault> {
        match self.lines.try_recv() {
            Ok(Line::Text(text)) => return Err(MoverFault::Unasked(excerpt(&text))),
            Ok(Line::TooLong) => return Err(MoverFault::TooLong(MAX_ANSWER)),
            Ok(Line::End) | Err(TryRecvError::Disconnected) => return Err(self.ended()),
            Err(TryRecvError::Empty) => {}
        }
        let is_sent = self.requests.as_ref().map(|requests| requests.send(line));
        if !matches!(is_sent, Some(Ok(()))) {
            return Err(self.ended());
        }
        let limit = match request {
            "hello" | "world" => self.limit.saturating_mul(SLOW_REQUESTS),
            _ => self.limit,
        };
        match self.lines.recv_timeout(limit) {
            Ok(Line::Text(text)) => Ok(text),
            Ok(Line::TooLong) => Err(MoverFault::TooLong(MAX_ANSWER)),
            Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(MoverFault::Late(limit)),
        }
    }

    /// How the program has ended.
    fn ended(&mut self) -> MoverFault {
        let how = self.family.status_within(LEAVE).map(|status: ExitStatus| {
            let code = status.code();
            code.map_or_else(
                || status.to_string(),
                |code| format!("with exit code {code}"),
            )
        });
        MoverFault::Ended(how.unwrap_or_else(|| "or has closed its output".to_owned()))
    }

    /// Ends the program.
    fn fail(&mut self, request: &'static str, fault: MoverFault) -> MoverError {
        self.family.end();
        self.requests = None;
        let error = MoverError {
            mover: self.name.clone(),
            request,
            fault,
        };
        self.error = Some(error.clone());
        error
    }

    /// Asks for a state, and checks its numbers.
    fn ask_state(
        &mut self,
        request: &'static str,
        content: impl Serialize,
    ) -> Result<State, MoverError> {
        let state: State = self.ask::<StateAnswer>(request, content)?.into();
        let is_within = |vector: DVec3, limit: f64| vector.abs().max_element() <= limit;
        let bad = state.not_finite().or_else(|| {
            if !is_within(state.position, MAX_COORDINATE) {
                Some("position")
            } else if !is_within(state.velocity, MAX_SPEED) {
                Some("velocity")
            } else {
                None
            }
        });
        match bad {
            Some(part) => Err(self.fail(request, MoverFault::NotFinite(part))),
            None => Ok(state),
        }
    }

    /// Says that the program does not offer a request, if it does not. That does not end the program.
    fn offers(&self, request: &'static str, can: bool) -> Result<(), MoverError> {
        if can {
            return Ok(());
        }
        Err(MoverError {
            mover: self.name.clone(),
            request,
            fault: MoverFault::NotOffered,
        })
    }
}

impl Mover for Process {
    fn hello(&mut self) -> Result<Hello, MoverError> {
        Ok(self.hello.clone())
    }

    fn world(&mut self, setup: &Setup) -> Result<(), MoverError> {
        let Done { padding } = self.ask("world", WorldRequest::of(setup))?;
        if !(0.0..=MAX_COORDINATE).contains(&padding.0) {
            return Err(self.fail("world", MoverFault::NotFinite("padding")));
        }
        self.padding = padding.0;
        Ok(())
    }

    fn padding(&self) -> f64 {
        self.padding
    }

    fn reset(&mut self, position: DVec3, velocity: DVec3, yaw: f64) -> Result<State, MoverError> {
        let request = ResetRequest {
            position: position.into(),
            velocity: velocity.into(),
            yaw: Exact(yaw),
        };
        self.ask_state("reset", request)
    }

    fn tick(
        &mut self,
        dt: f64,
        command: &Command,
        boxes: &[MovedBox],
    ) -> Result<State, MoverError> {
        self.offers("tick", self.hello.can.tick)?;
        let request = TickRequest {
            dt: Exact(dt),
            command: command.into(),
            boxes: boxes.iter().map(WireBox::of_moved).collect(),
        };
        self.ask_state("tick", request)
    }

    fn move_by(&mut self, position: DVec3, motion: DVec3) -> Result<State, MoverError> {
        self.offers("move", self.hello.can.move_by)?;
        let request = MoveRequest {
            position: position.into(),
            motion: motion.into(),
        };
        self.ask_state("move", request)
    }

    fn save(&mut self) -> Result<Saved, MoverError> {
        self.offers("save", self.hello.can.save)?;
        let answer: StateText = self.ask("save", Nothing {})?;
        Ok(Saved::from_json(answer.state.get()))
    }

    fn load(&mut self, saved: &Saved) -> Result<State, MoverError> {
        self.offers("save", self.hello.can.save)?;
        let state = RawValue::from_string(saved.json().to_owned());
        let state = state.map_err(|error| MoverError {
            mover: self.name.clone(),
            request: "load",
            fault: MoverFault::Unsuitable(format!("has saved no JSON: {error}")),
        })?;
        self.ask_state("load", StateText { state })
    }
}

impl Drop for Process {
    /// Says `bye`, and ends a program that stays.
    fn drop(&mut self) {
        if let Some(requests) = self.requests.take() {
            let _ = requests.send(b"{\"do\":\"bye\"}\n".to_vec());
            // The end of its input follows.
            drop(requests);
            self.family.status_within(LEAVE);
        }
        self.family.end();
    }
}

/// The answer in a line.
fn parse<Answer: DeserializeOwned>(line: &[u8]) -> Result<Answer, MoverFault> {
    if let Ok(Refusal { error }) = serde_json::from_slice(line) {
        return Err(MoverFault::Refused(excerpt(error.as_bytes())));
    }
    serde_json::from_slice(line).map_err(|error| {
        // These words stand where JSON expects a number.
        let mut words = line.split(|byte| b"[],:{} -".contains(byte));
        if words.any(|word| matches!(word, b"NaN" | b"nan" | b"Infinity" | b"inf")) {
            MoverFault::NotFinite("number")
        } else {
            let problem = error.to_string();
            let problem = match problem.split_once(" at line ") {
                _ if line.first() != Some(&b'{') => "it is no JSON object",
                Some((problem, _)) => problem,
                None => &problem,
            };
            MoverFault::Nonsense {
                problem: excerpt(problem.as_bytes()),
                answer: excerpt(line),
            }
        }
    })
}
