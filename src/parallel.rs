//! Splits work among the cores, if the feature `parallel` is on.
//!
//! Every function gives the same bits on any number of threads, because the pieces of the work depend on its length
//! alone, every result depends on its own input alone, and results come in the order of their inputs.
//!
//! Hidden: the auditor and the game split their work by it, too. A closure that reached rayon would be compiled together with all of
//! its splitting and joining, which took a tenth of the time to compile the library. So rayon sees one type of closure, in
//! `on_all_threads`.

#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
use std::sync::Mutex;
#[cfg(feature = "level")]
use std::sync::mpsc;

/// How many items one piece of the work has. Smaller: more time is spent on handing out pieces; larger: cores wait for the
/// last piece.
const PIECE: usize = 1 << 13;

/// Who does a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workers {
    /// The calling thread.
    Caller,
    /// The threads of rayon's current pool. Without the feature `parallel`, or in a browser, the calling thread.
    All,
}

/// Calls `work` with each number below `count`, on the threads of rayon's current pool.
#[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
fn on_all_threads(count: usize, work: &(dyn Fn(usize) + Sync)) {
    use rayon::prelude::*;
    let numbers = (0..count).into_par_iter().with_max_len(1);
    numbers.for_each(work);
}

impl Workers {
    /// Whether `count` pieces of work go to several threads.
    fn share(self, count: usize) -> bool {
        cfg!(all(feature = "parallel", not(target_arch = "wasm32")))
            && self == Self::All
            && count > 1
    }

    /// The result of `of` for each number below `count`, in order. Each is a piece of the work.
    fn map_each<R: Send>(self, count: usize, of: impl Fn(usize) -> R + Sync) -> Vec<R> {
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if self.share(count) {
            let results: Vec<_> = (0..count).map(|_| Mutex::new(None)).collect();
            on_all_threads(count, &|number| {
                let result = of(number);
                // Nobody else takes this lock.
                if let Ok(mut place) = results[number].lock() {
                    *place = Some(result);
                }
            });
            // None is missing: a panic on another thread has gone on in this one.
            return results
                .into_iter()
                .filter_map(|result| result.into_inner().ok()?)
                .collect();
        }
        (0..count).map(of).collect()
    }

    /// The result of `of` for each number below `count`, in order.
    pub fn map_numbers<R: Clone + Default + Send>(
        self,
        count: usize,
        of: impl Fn(usize) -> R + Sync,
    ) -> Vec<R> {
        if !self.share(count.div_ceil(PIECE)) {
            return (0..count).map(of).collect();
        }
        // Pieces that are joined later would take the memory twice.
        let mut results = vec![R::default(); count];
        self.change_pieces(&mut results, |first, results| {
            for (number, result) in (first..).zip(results) {
                *result = of(number);
            }
        });
        results
    }

    /// The result of `of` for each of `items`, in order. Each is a piece of the work.
    pub fn map<T: Sync, R: Send>(self, items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
        self.map_each(items.len(), |number| of(&items[number]))
    }

    /// The result of `of` for each piece of `items`, in order. `of` also gets the index of the piece's first item.
    pub fn map_pieces<T: Sync, R: Send>(
        self,
        items: &[T],
        of: impl Fn(usize, &[T]) -> R + Sync,
    ) -> Vec<R> {
        self.map_each(items.len().div_ceil(PIECE), |number| {
            let start = number * PIECE;
            of(start, &items[start..items.len().min(start + PIECE)])
        })
    }

    /// Calls `change` with each piece of `items`, and with the index of the piece's first item. Returns all that it returns,
    /// in order.
    pub fn change_pieces<T: Send, R: Send>(
        self,
        items: &mut [T],
        change: impl Fn(usize, &mut [T]) -> R + Sync,
    ) -> Vec<R> {
        let pieces = items.chunks_mut(PIECE);
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if self.share(pieces.len()) {
            let pieces: Vec<_> = pieces.map(Mutex::new).collect();
            let results = self.map_each(pieces.len(), |number| {
                // Nobody else takes this lock.
                let mut piece = pieces[number].lock().ok()?;
                Some(change(number * PIECE, &mut piece))
            });
            return results.into_iter().flatten().collect();
        }
        let pieces = pieces.enumerate();
        let results = pieces.map(|(number, piece)| change(number * PIECE, piece));
        results.collect()
    }

    /// The results of two functions, which run at the same time where there are several threads.
    pub fn both<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if self == Self::All {
            return rayon::join(first, second);
        }
        (first(), second())
    }

    /// Calls `make`, which sends items, and `take`, which receives them in order, at the same time. One thread alone
    /// calls `make` before the first item is received. `take` stays on the calling thread.
    #[cfg(feature = "level")]
    pub(crate) fn pipe<T: Send, R>(
        self,
        make: impl FnOnce(&mut dyn FnMut(T)) + Send,
        take: impl FnOnce(&mut dyn FnMut() -> Option<T>) -> R,
    ) -> R {
        let (sender, receiver) = mpsc::channel();
        let make = move || {
            make(&mut |item| {
                // After `take`, it has no receiver.
                let _ = sender.send(item);
            });
        };
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if self == Self::All {
            return rayon::in_place_scope(|scope| {
                scope.spawn(|_| make());
                take(&mut || {
                    loop {
                        match receiver.try_recv() {
                            Ok(item) => return Some(item),
                            Err(mpsc::TryRecvError::Disconnected) => return None,
                            // A thread of the pool may be the one that has to make it.
                            Err(mpsc::TryRecvError::Empty) => {
                                if rayon::yield_now() != Some(rayon::Yield::Executed) {
                                    return receiver.recv().ok();
                                }
                            }
                        }
                    }
                })
            });
        }
        make();
        take(&mut || receiver.recv().ok())
    }

    /// Sorts `items`.
    pub fn sort(self, items: &mut [u64]) {
        #[cfg(all(feature = "parallel", not(target_arch = "wasm32")))]
        if self == Self::All && items.len() > PIECE {
            use rayon::prelude::*;
            items.par_sort_unstable();
            return;
        }
        items.sort_unstable();
    }
}

#[cfg(feature = "level")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Random, with_threads};

    #[test]
    fn every_number_of_threads_gives_the_same_results() {
        for count in [0, 1, 2, PIECE - 1, PIECE, PIECE + 1, 10 * PIECE + 7] {
            let mut random = Random::new(5);
            let items: Vec<u64> = (0..count).map(|_| random.below(1000) as u64).collect();
            let work = |workers: Workers| {
                let mut changed = items.clone();
                workers.change_pieces(&mut changed, |first, piece| {
                    for (at, item) in piece.iter_mut().enumerate() {
                        *item = *item * 3 + (first + at) as u64;
                    }
                });
                let mut sorted = items.clone();
                workers.sort(&mut sorted);
                let send_all =
                    |send: &mut dyn FnMut(u64)| items.iter().for_each(|item| send(*item));
                let piped: Vec<_> =
                    workers.pipe(send_all, |next| core::iter::from_fn(next).collect());
                // Not all are received.
                assert_eq!(
                    workers.pipe(send_all, |next| next()),
                    items.first().copied()
                );
                (
                    workers.map_numbers(count, |number| items[number] * number as u64),
                    workers.map_pieces(&items, |first, piece| (first, piece.to_vec())),
                    workers.map(&items, |item| item + 1),
                    changed,
                    sorted,
                    piped,
                )
            };
            let expected = work(Workers::Caller);
            assert!(expected.4.is_sorted() && expected.5 == items);
            assert!(expected.1.iter().flat_map(|(_, piece)| piece).eq(&items));
            for threads in [1, 2, 16] {
                let found = with_threads(threads, || work(Workers::All));
                assert!(
                    found.as_ref() == Some(&expected),
                    "{count} items, {threads} threads"
                );
            }
        }
    }
}
