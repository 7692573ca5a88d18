//! Columns of a plan, sorted, and found in a few steps, because most are where they would be if none were missing.

use core::ops::Range;

/// Which items lie in each column of a plan.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The X of each row, and where its columns begin in `columns`.
    rows: Vec<(i32, u32)>,
    /// The Z of each column, and its first item.
    columns: Vec<(i32, u32)>,
    /// How many items there are.
    items: u32,
}

impl Columns {
    /// Adds a column after all others: by X, then by Z. It has the items up to `end` that no other has.
    pub fn push(&mut self, [x, z]: [i32; 2], end: u32) {
        if self.rows.last().is_none_or(|(last, _)| *last != x) {
            self.rows.push((x, self.columns.len() as u32));
        }
        self.columns.push((z, self.items));
        self.items = end;
    }

    /// The items of a column.
    pub fn items(&self, [x, z]: [i32; 2]) -> Range<usize> {
        self.find(x, z).unwrap_or_default()
    }

    fn find(&self, x: i32, z: i32) -> Option<Range<usize>> {
        let row = seek(&self.rows, x)?;
        let end = |list: &[(i32, u32)], at: usize, most: usize| {
            let next: Option<&(i32, u32)> = list.get(at + 1);
            next.map_or(most, |(_, first)| *first as usize)
        };
        let first = self.rows[row].1 as usize;
        let columns = &self.columns[first..end(&self.rows, row, self.columns.len())];
        let at = first + seek(columns, z)?;
        let items = end(&self.columns, at, self.items as usize);
        Some(self.columns[at].1 as usize..items)
    }

    /// How much memory it takes; bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.columns)
    }
}

/// A column, and those up to `reach` columns away from it along each axis.
pub fn around([x, z]: [i32; 2], reach: i32) -> impl Iterator<Item = [i32; 2]> {
    let range = move |middle: i32| middle.saturating_sub(reach)..=middle.saturating_add(reach);
    range(x).flat_map(move |x| range(z).map(move |z| [x, z]))
}

/// Where `key` is in a sorted list.
fn seek(list: &[(i32, u32)], key: i32) -> Option<usize> {
    let off = i64::from(key) - i64::from(list.first()?.0);
    let guess = usize::try_from(off).ok()?;
    match list.get(guess) {
        Some((there, _)) if *there == key => Some(guess),
        _ => list.binary_search_by_key(&key, |(there, _)| *there).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_its_items_and_no_other_has_any() {
        let mut columns = Columns::default();
        let known = [([-3, i32::MIN], 1), ([-3, 7], 4), ([-3, 8], 5), ([9, 0], 6)];
        let mut first = 0;
        for (column, end) in known {
            columns.push(column, end);
        }
        for (column, end) in known {
            assert_eq!(columns.items(column), first..end as usize, "{column:?}");
            first = end as usize;
        }
        for column in [[-4, 7], [-3, 6], [9, 1], [10, 0], [i32::MAX, i32::MAX]] {
            assert!(columns.items(column).is_empty(), "{column:?}");
        }
        assert!(Columns::default().items([0, 0]).is_empty());
    }
}
