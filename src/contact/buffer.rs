//! A bounded list that contact generators append to.
//!
//! Source: I. Millington, *Game Physics Engine Development*, ch. 13: the caller provides room for a
//! number of contacts, and a generator returns how many it wrote.

use super::Contact;

/// Room for a fixed number of contacts, allocated once in [`new`](Self::new).
///
/// A full buffer drops further contacts, and [`overflowed`](Self::overflowed) returns `true` until
/// the buffer is cleared.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactBuffer {
    contacts: Vec<Contact>,
    limit: usize,
    overflowed: bool,
}

impl ContactBuffer {
    /// An empty buffer with room for `limit` contacts.
    ///
    /// # Example
    /// ```
    /// use sidle::{contact::{ContactBuffer, contact_sphere_sphere}, geometry::Sphere, glam::DVec3};
    /// let mut buffer = ContactBuffer::new(1);
    /// let ball = Sphere::new(DVec3::ZERO, 1.0).unwrap();
    /// assert_eq!(buffer.append(contact_sphere_sphere(&ball.at(DVec3::X), &ball)), 1);
    /// assert_eq!(buffer.append(contact_sphere_sphere(&ball.at(DVec3::Y), &ball)), 0); // full
    /// assert!(buffer.overflowed());
    /// ```
    pub fn new(limit: usize) -> Self {
        Self {
            contacts: Vec::with_capacity(limit),
            limit,
            overflowed: false,
        }
    }

    /// Appends contacts until the buffer is full. Returns how many were added.
    pub fn append(&mut self, contacts: impl IntoIterator<Item = Contact>) -> usize {
        let before = self.contacts.len();
        for contact in contacts {
            if self.contacts.len() == self.limit {
                self.overflowed = true;
                break;
            }
            self.contacts.push(contact);
        }
        self.contacts.len() - before
    }

    /// The contacts, in the order in which they were appended.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The contacts, mutable.
    pub(super) fn contacts_mut(&mut self) -> &mut Vec<Contact> {
        &mut self.contacts
    }

    /// The last `count` contacts, mutable.
    pub(super) fn last_mut(&mut self, count: usize) -> &mut [Contact] {
        let from = self.contacts.len() - count;
        &mut self.contacts[from..]
    }

    /// The deepest contact; the first on a tie.
    #[must_use]
    pub fn deepest(&self) -> Option<&Contact> {
        let by_depth = |a: &&Contact, b: &&Contact| a.depth.total_cmp(&b.depth);
        self.contacts.iter().rev().max_by(by_depth)
    }

    /// Whether a contact was dropped for lack of room.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Empties the buffer and keeps its memory.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.overflowed = false;
    }
}
