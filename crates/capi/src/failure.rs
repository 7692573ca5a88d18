//! How a call ends: a status, and the text of the last failure.

use core::any::Any;
use core::fmt;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use sidle::world::Surface;

use crate::convert::number;

/// The result of a call: 0, or a `sidle_status` of the header.
pub type Status = i32;

/// Why a call failed. The header has the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// A pointer is null, or not aligned.
    Pointer = 1,
    /// A handle was freed, or is none.
    Handle = 2,
    /// A number is not finite or out of its range.
    Number = 3,
    /// A world has no such collider.
    Collider = 4,
    /// A body has no room.
    NoRoom = 5,
    /// Another thread uses the object, or a list names it twice.
    Busy = 6,
    /// There are no more ids.
    Full = 7,
    /// The library has a fault.
    Panic = 8,
}

/// Why a call failed, with a text for people.
#[derive(Debug)]
pub(crate) struct Failure {
    pub code: Code,
    pub text: String,
}

impl Failure {
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { code, text }
    }

    /// A body without room, because it is this deep in a surface.
    pub fn no_room(surface: &Surface) -> Self {
        let (depth, against) = (Shown(-surface.separation), number(surface.collider));
        let text = format!("there is no room: {depth} m are missing at collider {against:#x}");
        Self::new(Code::NoRoom, text)
    }

    /// The same failure, of an element of a list.
    pub fn within(mut self, list: &str, at: usize) -> Self {
        self.text.insert_str(0, &format!("`{list}[{at}]`: "));
        self
    }

    /// A number that is out of its range.
    pub fn number(text: impl Into<String>) -> Self {
        Self::new(Code::Number, text)
    }
}

/// A number in a text, to six digits. The formatter of `core` is exact to the last digit, and a tenth of a WebAssembly file.
pub(crate) struct Shown(pub f64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut size, mut exponent) = (self.0.abs(), 0);
        if self.0.is_nan() {
            return f.write_str("not a number");
        }
        if self.0 < 0.0 {
            f.write_str("-")?;
        }
        if size > f64::MAX {
            return f.write_str("infinite");
        }
        if size >= 1e9 {
            while size >= 10.0 {
                (size, exponent) = (size / 10.0, exponent + 1);
            }
        } else if size > 0.0 && size < 1e-3 {
            while size < 1.0 {
                (size, exponent) = (size * 10.0, exponent - 1);
            }
        }
        let millionths = (size * 1e6 + 0.5) as u64;
        write!(f, "{}", millionths / 1_000_000)?;
        let (mut rest, mut digits) = (millionths % 1_000_000, 6);
        if rest > 0 {
            while rest % 10 == 0 {
                (rest, digits) = (rest / 10, digits - 1);
            }
            write!(f, ".{rest:0digits$}")?;
        }
        match exponent {
            0 => Ok(()),
            exponent => write!(f, "e{exponent}"),
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs the body of a function of the header. Whatever it panics about becomes a failure.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> Status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => fail(failure),
        Err(panic) => fail(fault(panic)),
    }
}

/// The failure that is a panic of the library.
#[cold]
#[inline(never)]
fn fault(panic: Box<dyn Any + Send>) -> Failure {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_default();
    // A payload may panic when it is dropped.
    core::mem::forget(panic);
    Failure::new(
        Code::Panic,
        format!("the library has a fault, please report it: {text}"),
    )
}

/// Keeps the text of a failure. Every function of the header can fail, so this is not compiled into each.
#[cold]
#[inline(never)]
fn fail(failure: Failure) -> Status {
    let text = CString::new(failure.text.replace('\0', " ")).unwrap_or_default();
    // Not while a thread ends.
    let _ = LAST.try_with(|last| last.replace(text));
    failure.code as Status
}

/// The text of the last failure of a call in this thread; empty before the first. It is valid until the next failure.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr())
        .unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_to_six_digits() {
        let shown = [
            0.0,
            -1.0,
            0.25,
            1e5,
            123.456_789_01,
            1e-9,
            -2.5e300,
            999_999_999.5,
            1e9,
        ];
        let shown = shown.map(|number| Shown(number).to_string());
        let expected = [
            "0",
            "-1",
            "0.25",
            "100000",
            "123.456789",
            "1e-9",
            "-2.5e300",
            "999999999.5",
            "1e9",
        ];
        assert_eq!(shown, expected);
        let none = [f64::NAN, f64::NEG_INFINITY].map(|number| Shown(number).to_string());
        assert_eq!(none, ["not a number", "-infinite"]);
    }

    #[test]
    fn a_panic_becomes_a_failure_with_its_text() {
        assert_eq!(
            guard(|| panic!("out of {}", "cheese\0")),
            Code::Panic as Status
        );
        let text = LAST.with(|last| last.borrow().clone());
        assert!(
            text.to_str().unwrap().ends_with("out of cheese "),
            "{text:?}"
        );
        assert_eq!(guard(|| Ok(())), 0);
    }
}
