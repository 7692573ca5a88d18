//! How a call ends: a status, and the text of the last failure.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call: 0, or one of the codes of [`Code`].
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

    /// A number that is out of its range.
    pub fn number(text: impl Into<String>) -> Self {
        Self::new(Code::Number, text)
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs the body of a function of the header. Whatever it panics about becomes a failure.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> Status {
    let ended = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_default();
        // A payload may panic when it is dropped.
        core::mem::forget(panic);
        Err(Failure::new(
            Code::Panic,
            format!("the library has a fault, please report it: {text}"),
        ))
    });
    match ended {
        Ok(()) => 0,
        Err(failure) => {
            let text = CString::new(failure.text.replace('\0', " ")).unwrap_or_default();
            // Not while a thread ends.
            let _ = LAST.try_with(|last| last.replace(text));
            failure.code as Status
        }
    }
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
