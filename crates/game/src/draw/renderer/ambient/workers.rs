//! Splits the work of preparing the drawing among the cores. A page has one core.

/// Does both, at the same time where there are several cores.
pub fn do_both(one: impl FnOnce() + Send, other: impl FnOnce() + Send) {
    #[cfg(not(target_arch = "wasm32"))]
    rayon::join(one, other);
    #[cfg(target_arch = "wasm32")]
    {
        one();
        other();
    }
}

/// The result of `of` for each of `items`, in order; made on all cores, where there are several.
pub fn map_all<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        use rayon::prelude::*;
        items.par_iter().map(&of).collect()
    }
    #[cfg(target_arch = "wasm32")]
    items.iter().map(of).collect()
}
