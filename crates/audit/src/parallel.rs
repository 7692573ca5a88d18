//! Splits work among the cores, if the feature `parallel` is on, among the threads of rayon's current pool.
//!
//! Every function gives the same bits on any number of threads, because each result depends on its own input alone, and
//! results come in the order of their inputs.

/// How many items one piece of the work has. Smaller: more time is spent on handing out pieces; larger: cores wait for the
/// last piece.
const PIECE: usize = 1 << 13;

/// The result of `of` for each of `items`, in order. Each item is a piece of the work.
pub fn map<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    if items.len() > 1 {
        use rayon::prelude::*;
        return items.par_iter().with_max_len(1).map(&of).collect();
    }
    items.iter().map(of).collect()
}

/// The result of `of` for each piece of `items`, in order. `of` also gets the index of the piece's first item.
pub fn map_pieces<T: Sync, R: Send>(items: &[T], of: impl Fn(usize, &[T]) -> R + Sync) -> Vec<R> {
    let pieces: Vec<_> = items.chunks(PIECE).enumerate().collect();
    map(&pieces, |(number, piece)| of(number * PIECE, piece))
}

/// The results of two functions, which run at the same time where there is more than one thread.
pub fn both<A: Send, B: Send>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B + Send,
) -> (A, B) {
    #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
    return rayon::join(first, second);
    #[cfg(not(all(feature = "parallel", not(target_arch = "wasm32"))))]
    (first(), second())
}
