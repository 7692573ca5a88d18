//! Pointers from outside. This file alone reads and writes what they point at.
//!
//! The functions of the header take an [`In`] or an [`Out`] where C passes a pointer. Both can be null, which is checked.
//! A pointer that is not null must point at what the header says. That is the caller's part, as everywhere in C, and the
//! condition of the unsafe `new` in Rust.

use core::{ptr, slice};

use crate::failure::{Code, Failure};

/// A type of which all bits are valid, so that C may have written them.
///
/// # Safety
/// It has no references, no `bool`, no `char` and no enum.
pub unsafe trait Plain: Copy {}

macro_rules! plain {
    ($($name:ty),*) => {$(
        // SAFETY: Numbers, and arrays of them.
        unsafe impl $crate::memory::Plain for $name {}
    )*};
}
pub(crate) use plain;
plain!(f32, u32, usize, [f64; 3]);

/// A pointer to one or more `T` that are read, or null.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct In<T>(*const T);

/// A pointer to one or more `T` that are written, or null.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Out<T>(*mut T);

/// Refuses a pointer that is null or not aligned.
fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        Err(Failure::new(Code::Pointer, format!("`{name}` is null")))
    } else if !pointer.is_aligned() {
        Err(Failure::new(
            Code::Pointer,
            format!("`{name}` is not aligned to {} bytes", align_of::<T>()),
        ))
    } else {
        Ok(())
    }
}

/// Refuses more elements than fit into memory, or than `most`.
fn check_count<T>(count: usize, most: usize, name: &str) -> Result<(), Failure> {
    let most = most.min(isize::MAX as usize / size_of::<T>());
    if count > most {
        let text = format!("`{name}` has {count} elements, more than {most}");
        return Err(Failure::number(text));
    }
    Ok(())
}

impl<T: Plain> In<T> {
    /// The pointer as the header takes it.
    ///
    /// # Safety
    /// If it is not null, it points at as many `T` as the function reads, until that returns.
    pub const unsafe fn new(pointer: *const T) -> Self {
        Self(pointer)
    }

    /// A copy of the value.
    pub(crate) fn read(self, name: &str) -> Result<T, Failure> {
        check(self.0, name)?;
        // SAFETY: It is not null and aligned, and the conditions of `In::new` are the rest.
        Ok(unsafe { ptr::read(self.0) })
    }

    /// A copy of the value; `None` if the pointer is null.
    pub(crate) fn read_if_any(self, name: &str) -> Result<Option<T>, Failure> {
        (!self.0.is_null()).then(|| self.read(name)).transpose()
    }

    /// All `count` values, at most `most`. With 0, the pointer may be null.
    pub(crate) fn slice(&self, count: usize, most: usize, name: &str) -> Result<&[T], Failure> {
        if count == 0 {
            return Ok(&[]);
        }
        check(self.0, name)?;
        check_count::<T>(count, most, name)?;
        // SAFETY: As above, and there are no more bytes than a slice may have.
        Ok(unsafe { slice::from_raw_parts(self.0, count) })
    }

    /// All `count` values; `None` if the pointer is null.
    pub(crate) fn slice_if_any(
        &self,
        count: usize,
        most: usize,
        name: &str,
    ) -> Result<Option<&[T]>, Failure> {
        let any = !self.0.is_null();
        any.then(|| self.slice(count, most, name)).transpose()
    }
}

impl<T: Plain> Out<T> {
    /// The pointer as the header takes it.
    ///
    /// # Safety
    /// If it is not null, it points at memory for as many `T` as the function writes, until that returns.
    pub const unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    /// The place to write to, checked before a function changes anything.
    pub(crate) fn place(self, name: &str) -> Result<Place<T>, Failure> {
        check(self.0, name)?;
        Ok(Place(self.0))
    }

    /// The place to write to; nowhere if the pointer is null.
    pub(crate) fn place_if_any(self, name: &str) -> Result<Option<Place<T>>, Failure> {
        (!self.0.is_null()).then(|| self.place(name)).transpose()
    }

    /// Writes as many of `values` as there is room for.
    pub(crate) fn write_all(
        self,
        values: impl Iterator<Item = T>,
        capacity: usize,
        name: &str,
    ) -> Result<(), Failure> {
        if capacity == 0 {
            return Ok(());
        }
        check(self.0, name)?;
        check_count::<T>(capacity, usize::MAX, name)?;
        for (at, value) in values.take(capacity).enumerate() {
            // SAFETY: As for `Place`, and `at` is less than the capacity that the caller states.
            unsafe { ptr::write(self.0.add(at), value) };
        }
        Ok(())
    }
}

/// A checked place to write to.
pub(crate) struct Place<T>(*mut T);

impl<T: Plain> Place<T> {
    pub fn write(self, value: T) {
        // SAFETY: It is not null and aligned, and the conditions of `Out::new` are the rest.
        unsafe { ptr::write(self.0, value) };
    }

    /// A copy of the value that is there before.
    pub fn read(&self) -> T {
        // SAFETY: As for `write`, of a function that changes a value of the caller.
        unsafe { ptr::read(self.0) }
    }
}
