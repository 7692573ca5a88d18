//! The numbers of a glTF file: an accessor says how they lie in the bytes of a buffer.
//!
//! Everything is checked before the first number is read, and nothing is copied, so that a file that claims to have a
//! thousand million numbers costs nothing.

use super::buffers::Buffers;
use super::json::{Document, Item, Read};

/// The most elements of an accessor that has no bytes, whose numbers are 0. More would take long to go through.
const MOST_WITHOUT_BYTES: usize = 1 << 24;

/// How a number is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn read(item: &Item<'_>) -> Read<Self> {
        Ok(match item.index()? {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            other => {
                let message = format!("there is no component type {other}");
                let help = "expected 5120, 5121, 5122, 5123, 5125 or 5126";
                return Err(item.error(message).with_help(help));
            }
        })
    }

    fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number that begins at `bytes`; 0 if they are too few, which checks exclude.
    fn number(self, bytes: &[u8]) -> f64 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| bytes.get(at).copied().unwrap_or_default());
        match self {
            Self::I8 => f64::from(a as i8),
            Self::U8 => f64::from(a),
            Self::I16 => f64::from(i16::from_le_bytes([a, b])),
            Self::U16 => f64::from(u16::from_le_bytes([a, b])),
            Self::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Self::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
        }
    }

    /// A whole number that begins at `bytes`.
    fn index(self, bytes: &[u8]) -> usize {
        self.number(bytes) as usize
    }

    /// The number that stands for 1, if all lie between -1 and 1.
    fn one(self) -> f64 {
        match self {
            Self::I8 => 127.0,
            Self::U8 => 255.0,
            Self::I16 => 32_767.0,
            Self::U16 => 65_535.0,
            Self::U32 => 4_294_967_295.0,
            Self::F32 => 1.0,
        }
    }
}

/// Elements of one size, at equal distances.
#[derive(Clone, Copy)]
struct Elements<'b> {
    bytes: &'b [u8],
    stride: usize,
}

impl<'b> Elements<'b> {
    /// The bytes from the element `index` on.
    fn at(&self, index: usize) -> &'b [u8] {
        self.bytes.get(index * self.stride..).unwrap_or_default()
    }
}

/// The elements that replace others.
#[derive(Clone, Copy)]
struct Sparse<'b> {
    count: usize,
    component: Component,
    indices: Elements<'b>,
    values: Elements<'b>,
}

impl<'b> Sparse<'b> {
    fn index(&self, at: usize) -> usize {
        self.component.index(self.indices.at(at))
    }

    /// The bytes that replace the element `index`.
    fn replacement(&self, index: usize) -> Option<&'b [u8]> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.index(middle).cmp(&index) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Equal => return Some(self.values.at(middle)),
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// A list of elements, of one or more numbers each.
#[derive(Clone, Copy)]
pub(super) struct Accessor<'b> {
    pub count: usize,
    /// The numbers of an element.
    pub width: usize,
    component: Component,
    is_normalized: bool,
    /// `None`: all are 0.
    elements: Option<Elements<'b>>,
    sparse: Option<Sparse<'b>>,
}

impl<'b> Accessor<'b> {
    /// The accessor that `index` names; its elements have one of these types, such as `VEC3`.
    pub fn read(
        document: &Document<'_>,
        buffers: &'b Buffers,
        index: &Item<'_>,
        types: &[&str],
    ) -> Read<Self> {
        let (_, item) = document.entry("accessors", index)?;
        let kind = item.require("type")?;
        let width = match kind.text()? {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => 0,
        };
        if !types.contains(&kind.text()?) {
            let types: Vec<_> = types.iter().map(|it| format!("`{it}`")).collect();
            let message = format!("expected the type {}", types.join(" or "));
            return Err(kind
                .error(message)
                .with_help("export the file again: it is damaged"));
        }
        let component = Component::read(&item.require("componentType")?)?;
        let count = item.require("count")?.index()?;
        let size = component.bytes() * width;
        let elements = match item.get("bufferView") {
            Some(view) => {
                let offset = item.index_or("byteOffset", 0)?;
                Some(read_elements(
                    document, buffers, &view, offset, size, count,
                )?)
            }
            None => None,
        };
        if elements.is_none() && count > MOST_WITHOUT_BYTES {
            let message = format!("it has {count} elements without a `bufferView`");
            return Err(item
                .error(message)
                .with_help("export the file again: it is damaged"));
        }
        let sparse = match item.get("sparse") {
            Some(sparse) => Some(read_sparse(document, buffers, &sparse, size, count)?),
            None => None,
        };
        Ok(Self {
            count,
            width,
            component,
            is_normalized: item.is_true("normalized"),
            elements,
            sparse,
        })
    }

    /// The bytes of an element; `None`: its numbers are 0.
    fn bytes(&self, index: usize) -> Option<&'b [u8]> {
        let replacement = self.sparse.and_then(|sparse| sparse.replacement(index));
        replacement.or_else(|| Some(self.elements?.at(index)))
    }

    /// The first `N` numbers of an element.
    pub fn numbers<const N: usize>(&self, index: usize) -> [f64; N] {
        let mut numbers = [0.0; N];
        let Some(bytes) = self.bytes(index) else {
            return numbers;
        };
        let (size, one) = (self.component.bytes(), self.component.one());
        for (number, bytes) in numbers.iter_mut().zip(bytes.chunks(size)).take(self.width) {
            let stored = self.component.number(bytes);
            *number = if self.is_normalized {
                stored / one
            } else {
                stored
            };
            // The most negative number has no counterpart.
            if self.is_normalized && *number < -1.0 {
                *number = -1.0;
            }
        }
        numbers
    }

    /// The same of numbers that may be stored as whole ones from 0 to 1, whether the file says so or not: colours.
    pub fn shares<const N: usize>(&self, index: usize) -> [f64; N] {
        let one = match self.is_normalized {
            true => 1.0,
            false => self.component.one(),
        };
        self.numbers(index).map(|number| number / one)
    }

    /// The element, which is a whole number.
    pub fn index(&self, index: usize) -> usize {
        self.bytes(index)
            .map_or(0, |bytes| self.component.index(bytes))
    }

    /// Whether each element has its own bytes.
    pub fn has_bytes(&self) -> bool {
        self.elements.is_some()
    }

    /// Whether its numbers are whole and not negative.
    pub fn is_of_indices(&self) -> bool {
        matches!(
            self.component,
            Component::U8 | Component::U16 | Component::U32
        )
    }
}

/// The elements of a `bufferView`, checked to be there.
fn read_elements<'b>(
    document: &Document<'_>,
    buffers: &'b Buffers,
    view: &Item<'_>,
    offset: usize,
    size: usize,
    count: usize,
) -> Read<Elements<'b>> {
    let (bytes, stride) = buffers.view(document, view)?;
    let stride = stride.unwrap_or(size);
    if stride < size {
        let message = format!("its elements have {size} bytes, at a distance of {stride}");
        return Err(view
            .error(message)
            .with_help("expected a `byteStride` of at least that"));
    }
    let needed = match count.checked_sub(1) {
        Some(last) => last.checked_mul(stride).and_then(|it| it.checked_add(size)),
        None => Some(0),
    };
    let needed = needed.and_then(|needed| needed.checked_add(offset));
    if needed.is_none_or(|needed| needed > bytes.len()) {
        let message = format!(
            "{count} elements of {size} bytes, from byte {offset} on, do not fit into its {} bytes",
            bytes.len()
        );
        return Err(view
            .error(message)
            .with_help("export the file again: it is damaged"));
    }
    let bytes = bytes.get(offset..).unwrap_or_default();
    Ok(Elements { bytes, stride })
}

fn read_sparse<'b>(
    document: &Document<'_>,
    buffers: &'b Buffers,
    item: &Item<'_>,
    size: usize,
    of: usize,
) -> Read<Sparse<'b>> {
    let count = item.require("count")?.index()?;
    let elements = |key: &'static str, size: usize| {
        let part = item.require(key)?;
        let offset = part.index_or("byteOffset", 0)?;
        let view = part.require("bufferView")?;
        let read = read_elements(document, buffers, &view, offset, size, count)?;
        Ok((part, read))
    };
    let component = Component::read(&item.require("indices")?.require("componentType")?)?;
    let (indices_item, indices) = elements("indices", component.bytes())?;
    let (_, values) = elements("values", size)?;
    let sparse = Sparse {
        count,
        component,
        indices,
        values,
    };
    for at in 0..count {
        let index = sparse.index(at);
        if index >= of || (at > 0 && index <= sparse.index(at - 1)) {
            let message = format!("number {at} is {index}: expected growing numbers below {of}");
            return Err(indices_item
                .error(message)
                .with_help("export the file again: it is damaged"));
        }
    }
    Ok(sparse)
}
