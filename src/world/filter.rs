//! Which colliders a move meets.

use super::ColliderId;

/// Which colliders a move meets: all of them, or all but one.
///
/// # Example
/// ```
/// use sidle::world::{BoxId, ColliderId, Filter};
/// let own_box = ColliderId::Box(BoxId(7));
/// assert!(Filter::ALL.allows(own_box));
/// assert!(!Filter::except(own_box).allows(own_box));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    except: Option<ColliderId>,
}

impl Filter {
    /// Every collider is met.
    pub const ALL: Self = Self { except: None };

    /// Every collider but this one is met.
    #[must_use]
    pub const fn except(collider: ColliderId) -> Self {
        Self {
            except: Some(collider),
        }
    }

    /// Whether `collider` is met.
    #[must_use]
    pub fn allows(&self, collider: ColliderId) -> bool {
        self.except != Some(collider)
    }
}
