//! The real binary, called as from a shell: its output streams and exit codes. No window opens.

mod audit;
mod audit_diff;
mod check;
mod clip;
mod compare;
mod conformance;
mod explain;
mod link;
// Their programs are shell scripts.
#[cfg(unix)]
mod mend;
mod movers;
mod new;
mod replay;
mod run;
mod schema;
// Only on Linux do environment variables set the place of the settings.
#[cfg(target_os = "linux")]
mod settings;
mod simulate;
mod terminal;
mod usage;
