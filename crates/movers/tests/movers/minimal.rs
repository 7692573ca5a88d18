//! The two movers of docs/movers.md, in Python and in C.
