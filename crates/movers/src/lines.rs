//! The answers of a program, read on a thread.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The longest answer; bytes. Smaller: a large saved state is refused; larger: a mover can fill more memory.
pub const MAX_ANSWER: usize = 1 << 20;

/// What a program has sent.
#[derive(Debug)]
pub enum Line {
    /// A line, without its end.
    Text(Vec<u8>),
    /// A line longer than [`MAX_ANSWER`].
    TooLong,
    /// Nothing more.
    End,
}

/// Reads the lines of `output` on a thread. At most two wait to be taken; then the thread waits, and at last the program.
pub fn read(output: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = sync_channel(1);
    thread::spawn(move || send_all(output, &sender));
    receiver
}

/// Sends the lines of `output`, until there are no more, or nobody wants them.
fn send_all(output: impl Read, sender: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let limited = &mut (&mut output).take(MAX_ANSWER as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) | Err(_) => Line::End,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                Line::Text(line)
            }
            Ok(_) if line.len() > MAX_ANSWER => Line::TooLong,
            // The program has ended in the middle of a line.
            Ok(_) => Line::End,
        };
        let goes_on = matches!(line, Line::Text(_));
        if sender.send(line).is_err() || !goes_on {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_order_and_a_long_one_ends_them() {
        let mut text = b"{}\n{\"a\":1}\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', MAX_ANSWER + 9));
        let lines: Vec<Line> = read(std::io::Cursor::new(text)).iter().collect();
        assert!(
            matches!(&lines[..2], [Line::Text(a), Line::Text(b)] if a == b"{}" && b == b"{\"a\":1}")
        );
        assert!(matches!(&lines[2..], [Line::TooLong]));
    }
}
