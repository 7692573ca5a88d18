//! What is played: levels and how they are loaded, the session with its ticks and history, and the models of the editor, the
//! lab and the audit. Nothing here draws or reads a device.
//!
//! The groups, from top to bottom; each uses only those below it: [`guide`], [`play`], [`observe`], [`history`], [`audit`],
//! [`editor`], [`lab`], [`eye`], [`recordings`], [`load`], [`movers`], [`words`]. Begin with [`play`]: its [`Session`] is what all
//! others serve.

pub mod audit;
pub mod editor;
pub mod eye;
pub mod guide;
pub mod history;
pub mod lab;
pub mod load;
pub mod movers;
pub mod observe;
pub mod play;
pub mod recordings;
pub mod words;

pub use play::Session;
