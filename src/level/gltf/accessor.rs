//! The numbers of a glTF file, which the crate gltf reads: an accessor says how they lie in the bytes of a buffer.
//!
//! The crate panics at an accessor that does not fit its bytes, so everything is checked before the first number is read.

use ::gltf::Accessor;
use ::gltf::accessor::sparse::IndexType;
use ::gltf::accessor::util::ItemIter;
use ::gltf::accessor::{DataType, Dimensions, Item, Iter};
use ::gltf::json::validation::Checked;

use super::buffers::Buffers;
use super::json::{DAMAGED, Document, GltfError, Read};
use crate::geometry::float::max;

/// The most elements of an accessor that has no bytes, whose numbers are 0. More would take long to go through.
const MOST_WITHOUT_BYTES: u64 = 1 << 20;

/// Refuses `accessor` unless it has elements of these dimensions, all of which lie in its bytes.
pub(super) fn check(
    document: &Document,
    buffers: &Buffers,
    accessor: &Accessor<'_>,
    expected: &[Dimensions],
) -> Read<()> {
    let path = format!("accessors[{}]", accessor.index());
    let Some(json) = document.root().accessors.get(accessor.index()) else {
        return Ok(());
    };
    match json.type_ {
        Checked::Valid(dimensions) if expected.contains(&dimensions) => {}
        _ => {
            let names = expected.iter().map(|it| format!("`{}`", name(*it)));
            let names: Vec<_> = names.collect();
            let message = format!("expected the type {}", names.join(" or "));
            return Err(GltfError::damaged(format!("{path}.type"), message));
        }
    }
    let (count, size) = (json.count.0, accessor.size() as u64);
    if let Some(view) = json.buffer_view {
        let offset = json.byte_offset.unwrap_or_default().0;
        check_elements(
            document,
            buffers,
            view.value(),
            &path,
            [offset, size, count],
        )?;
    } else if count > MOST_WITHOUT_BYTES {
        let message = format!("it has {count} elements without a `bufferView`");
        return Err(GltfError::damaged(path, message));
    }
    let Some(sparse) = &json.sparse else {
        return Ok(());
    };
    // Others are refused when the file is parsed.
    let Checked::Valid(component) = sparse.indices.component_type else {
        return Ok(());
    };
    let path = format!("{path}.sparse");
    let replaced = sparse.count.0;
    if replaced == 0 {
        let message = "expected at least one element";
        return Err(GltfError::damaged(format!("{path}.count"), message));
    }
    for (part, view, offset, size) in [
        (
            "indices",
            sparse.indices.buffer_view,
            sparse.indices.byte_offset,
            component.0.size() as u64,
        ),
        (
            "values",
            sparse.values.buffer_view,
            sparse.values.byte_offset,
            size,
        ),
    ] {
        let path = format!("{path}.{part}");
        check_elements(
            document,
            buffers,
            view.value(),
            &path,
            [offset.0, size, replaced],
        )?;
    }
    let mut least = 0;
    for (at, index) in replaced_indices(buffers, accessor).enumerate() {
        if index < least || index >= count {
            let message = format!("number {at} is {index}: expected growing numbers below {count}");
            return Err(GltfError::damaged(format!("{path}.indices"), message));
        }
        least = index + 1;
    }
    Ok(())
}

/// How many elements the sparse accessors of a primitive have.
pub(super) fn sparse_elements(document: &Document, mesh: usize, primitive: usize) -> u64 {
    let root = document.root();
    let mesh = root.meshes.get(mesh);
    let primitive = mesh.and_then(|mesh| mesh.primitives.get(primitive));
    let named = primitive.map(|it| it.attributes.values().chain(&it.indices));
    let accessors = named.into_iter().flatten();
    let accessors = accessors.filter_map(|index| root.accessors.get(index.value()));
    let sparse = accessors.filter(|accessor| accessor.sparse.is_some());
    sparse.fold(0, |sum, accessor| accessor.count.0.saturating_add(sum))
}

/// The numbers of the elements that a sparse accessor replaces.
fn replaced_indices<'b>(
    buffers: &'b Buffers,
    accessor: &Accessor<'_>,
) -> Box<dyn Iterator<Item = u64> + 'b> {
    fn read<'b, T: Item + Into<u64> + 'b>(
        bytes: &'b [u8],
        stride: Option<usize>,
        count: usize,
    ) -> Box<dyn Iterator<Item = u64> + 'b> {
        let all = ItemIter::<T>::new(bytes, stride.unwrap_or(size_of::<T>()));
        Box::new(all.take(count).map(Into::into))
    }
    let Some(sparse) = accessor.sparse() else {
        return Box::new(core::iter::empty());
    };
    let (indices, count) = (sparse.indices(), sparse.count());
    let (view, offset) = (indices.view(), indices.offset());
    let bytes = buffers.get(&view.buffer()).unwrap_or_default();
    let bytes = bytes.get(view.offset() + offset..).unwrap_or_default();
    match indices.index_type() {
        IndexType::U8 => read::<u8>(bytes, view.stride(), count),
        IndexType::U16 => read::<u16>(bytes, view.stride(), count),
        IndexType::U32 => read::<u32>(bytes, view.stride(), count),
    }
}

/// Refuses elements of a `bufferView`, from a byte on, of a size, so many, unless they fit into it.
fn check_elements(
    document: &Document,
    buffers: &Buffers,
    view: usize,
    path: &str,
    [offset, size, count]: [u64; 3],
) -> Read<()> {
    let bytes = buffers.view(document, view)?;
    let json = document.root().buffer_views.get(view);
    let stride = json.and_then(|view| view.byte_stride);
    // The crate takes 0 for none.
    let stride = stride.map(|it| it.0 as u64).filter(|stride| *stride > 0);
    let stride = stride.unwrap_or(size);
    let path = format!("{path}.bufferView");
    if stride < size {
        let message = format!("its elements have {size} bytes, at a distance of {stride}");
        return Err(
            GltfError::at(path, message).with_help("expected a `byteStride` of at least that")
        );
    }
    let needed = match count.checked_sub(1) {
        Some(last) => last.checked_mul(stride).and_then(|it| it.checked_add(size)),
        None => Some(0),
    };
    let needed = needed.and_then(|needed| needed.checked_add(offset));
    if needed.is_none_or(|needed| needed > bytes.len() as u64) {
        let message = format!(
            "{count} elements of {size} bytes, from byte {offset} on, do not fit into its {} bytes",
            bytes.len()
        );
        return Err(GltfError::at(path, message).with_help(DAMAGED));
    }
    Ok(())
}

fn name(dimensions: Dimensions) -> &'static str {
    match dimensions {
        Dimensions::Scalar => "SCALAR",
        Dimensions::Vec2 => "VEC2",
        Dimensions::Vec3 => "VEC3",
        Dimensions::Vec4 => "VEC4",
        Dimensions::Mat2 => "MAT2",
        Dimensions::Mat3 => "MAT3",
        Dimensions::Mat4 => "MAT4",
    }
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
        Some(Iter::Standard(all)) => {
            Box::new(move |at| all.clone().nth(at).map_or([0.0; N], convert))
        }
        Some(sparse) => {
            let all: Vec<[T; N]> = sparse.collect();
            Box::new(move |at| all.get(at).copied().map_or([0.0; N], convert))
        }
    }
}

/// The elements of an accessor that is checked, one after the other; `None`: they have no bytes, and are 0.
pub(super) fn raw<'b, T: Item>(
    buffers: &'b Buffers,
    accessor: Accessor<'_>,
) -> Option<Iter<'b, T>> {
    // The crate subtracts 1 from the count.
    if accessor.count() == 0 {
        return None;
    }
    Iter::new(accessor, |buffer| buffers.get(&buffer))
}

#[cfg(test)]
mod tests;
