//! The numbers of a glTF file, which the crate gltf reads: an accessor says how they lie in the bytes of a buffer.
//!
//! The crate panics at an accessor that does not fit its bytes, so everything is checked before the first number is read.

use ::gltf::accessor::{DataType, Dimensions, Item, Iter};
use ::gltf::buffer::View;
use ::gltf::{Accessor, Primitive, Semantic};

use super::buffers::Buffers;
use super::json::{GltfError, Read};
use crate::geometry::float::max;
use crate::level::text::list;

/// The most elements of an accessor that has no bytes, whose numbers are 0. More would take long to go through.
const MAX_WITHOUT_BYTES: usize = 1 << 20;

/// Refuses `accessor` unless it has elements of these dimensions, all of which lie in its bytes.
pub(super) fn check(
    buffers: &Buffers,
    accessor: &Accessor<'_>,
    expected: &[Dimensions],
) -> Read<()> {
    let path = format!("accessors[{}]", accessor.index());
    if !expected.contains(&accessor.dimensions()) {
        let names = expected
            .iter()
            .map(|name| format!("{name:?}").to_uppercase());
        let names: Vec<_> = names.collect();
        let message = format!(
            "expected the type {}",
            list(names.iter().map(String::as_str))
        );
        return Err(GltfError::damaged(format!("{path}.type"), message));
    }
    let (count, size) = (accessor.count(), accessor.size());
    if let Some(view) = accessor.view() {
        Rows::of(buffers, &view, &path, [accessor.offset(), size, count])?;
    } else if count > MAX_WITHOUT_BYTES {
        let message = format!("it has {count} elements without a `bufferView`");
        return Err(GltfError::damaged(path, message));
    }
    let Some(sparse) = accessor.sparse() else {
        return Ok(());
    };
    let replaced = sparse.count();
    // The crate subtracts 1 from it.
    if replaced == 0 {
        let path = format!("{path}.sparse.count");
        return Err(GltfError::damaged(path, "expected at least one element"));
    }
    let (indices, values) = (sparse.indices(), sparse.values());
    let at = format!("{path}.sparse.values");
    Rows::of(
        buffers,
        &values.view(),
        &at,
        [values.offset(), size, replaced],
    )?;
    let (at, size) = (
        format!("{path}.sparse.indices"),
        indices.index_type().size(),
    );
    let rows = Rows::of(
        buffers,
        &indices.view(),
        &at,
        [indices.offset(), size, replaced],
    )?;
    let mut least = 0;
    for number in 0..replaced {
        let index = rows.whole_number(number);
        if index < least || index >= count {
            let found = format!("number {number} is {index}");
            let message = format!("{found}: expected growing numbers below {count}");
            return Err(GltfError::damaged(at, message));
        }
        least = index + 1;
    }
    Ok(())
}

/// Elements at equal distances.
struct Rows<'b> {
    bytes: &'b [u8],
    stride: usize,
    size: usize,
}

impl<'b> Rows<'b> {
    /// The elements of `view` from a byte on, by their size and count. Refuses them unless they fit into the view.
    fn of(
        buffers: &'b Buffers,
        view: &View<'_>,
        path: &str,
        [offset, size, count]: [usize; 3],
    ) -> Read<Self> {
        let (bytes, stride) = (buffers.view(view)?, view.stride().unwrap_or(size));
        let path = format!("{path}.bufferView");
        if stride < size {
            let message = format!("its elements have {size} bytes, at a distance of {stride}");
            let help = "expected a `byteStride` of at least that";
            return Err(GltfError::at(path, message).with_help(help));
        }
        let needed = match count.checked_sub(1) {
            Some(last) => last
                .checked_mul(stride)
                .and_then(|start| start.checked_add(size)),
            None => Some(0),
        };
        let end = needed.and_then(|needed| needed.checked_add(offset));
        let Some(bytes) = end.and_then(|end| bytes.get(offset..end)) else {
            let elements = format!("{count} elements of {size} bytes, from byte {offset} on,");
            let message = format!("{elements} do not fit into its {} bytes", bytes.len());
            return Err(GltfError::damaged(path, message));
        };
        Ok(Self {
            bytes,
            stride,
            size,
        })
    }

    /// An element as a whole number.
    fn whole_number(&self, number: usize) -> usize {
        let bytes = self.bytes.iter().skip(number * self.stride);
        let bytes = bytes.take(self.size).enumerate();
        bytes.fold(0, |sum, (at, byte)| sum + (usize::from(*byte) << (8 * at)))
    }
}

/// How many elements the sparse accessors of a primitive have.
pub(super) fn sparse_elements(primitive: &Primitive<'_>, tex_coords: Option<u32>) -> u64 {
    let semantics = [Semantic::Positions, Semantic::Normals, Semantic::Colors(0)];
    let semantics = semantics
        .into_iter()
        .chain(tex_coords.map(Semantic::TexCoords));
    let accessors = semantics.filter_map(|semantic| primitive.get(&semantic));
    let accessors = accessors.chain(primitive.indices());
    let sparse = accessors.filter(|accessor| accessor.sparse().is_some());
    sparse.fold(0, |sum, accessor| {
        sum.saturating_add(accessor.count() as u64)
    })
}

/// The elements of an accessor by their numbers.
pub(super) type Elements<'b, const N: usize> = Box<dyn Fn(usize) -> [f64; N] + 'b>;

/// The elements of an accessor that is checked; `are_shares`: whole numbers stand for those from 0 to 1, whether the
/// file says so or not.
pub(super) fn elements<'b, const N: usize>(
    buffers: &'b Buffers,
    accessor: Accessor<'_>,
    are_shares: bool,
) -> Elements<'b, N>
where
    [i8; N]: Item,
    [u8; N]: Item,
    [i16; N]: Item,
    [u16; N]: Item,
    [u32; N]: Item,
    [f32; N]: Item,
{
    let is_scaled = are_shares || accessor.normalized();
    let one = |largest: f64| if is_scaled { largest } else { 1.0 };
    match accessor.data_type() {
        DataType::I8 => read::<i8, N>(buffers, accessor, one(127.0)),
        DataType::U8 => read::<u8, N>(buffers, accessor, one(255.0)),
        DataType::I16 => read::<i16, N>(buffers, accessor, one(32_767.0)),
        DataType::U16 => read::<u16, N>(buffers, accessor, one(65_535.0)),
        DataType::U32 => read::<u32, N>(buffers, accessor, one(4_294_967_295.0)),
        DataType::F32 => read::<f32, N>(buffers, accessor, 1.0),
    }
}

fn read<'b, T, const N: usize>(
    buffers: &'b Buffers,
    accessor: Accessor<'_>,
    one: f64,
) -> Elements<'b, N>
where
    T: Copy + Into<f64> + 'b,
    [T; N]: Item,
{
    // The most negative of the numbers that are shares has no counterpart.
    let least = if one > 1.0 { -1.0 } else { f64::NEG_INFINITY };
    let convert = move |element: [T; N]| element.map(|number| max(number.into() / one, least));
    match raw(buffers, accessor) {
        None => Box::new(|_| [0.0; N]),
        // Not collected, since many primitives may share the vertices.
        Some(Iter::Standard(all)) => {
            Box::new(move |at| all.clone().nth(at).map_or([0.0; N], convert))
        }
        Some(sparse) => {
            let all: Vec<[T; N]> = sparse.collect();
            Box::new(move |at| all.get(at).copied().map_or([0.0; N], convert))
        }
    }
}

/// The elements of an accessor that is checked, one after the other; `None` if they have no bytes, and are 0.
pub(super) fn raw<'b, T: Item>(
    buffers: &'b Buffers,
    accessor: Accessor<'_>,
) -> Option<Iter<'b, T>> {
    // The crate subtracts 1 from the count.
    if accessor.count() == 0 {
        return None;
    }
    Iter::new(accessor, |buffer| Some(buffers.get(&buffer)))
}

#[cfg(test)]
mod tests;
