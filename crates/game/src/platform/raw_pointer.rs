//! The motion of the mouse as its device reports it, without the pointer's acceleration and the edges of the screen.
//!
//! Only X11 needs it. There macroquad counts the motion of a device once more for each device above it.

#[cfg(target_os = "linux")]
pub use x11::RawPointer;

/// There is none, so macroquad's positions serve.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub enum RawPointer {}

#[cfg(not(target_os = "linux"))]
impl RawPointer {
    /// None.
    pub fn open() -> Option<Self> {
        None
    }

    /// Begins to listen, or ends it.
    pub fn listen(&mut self, _: bool) -> Option<()> {
        match *self {}
    }

    /// The motion since the last call.
    pub fn take(&mut self) -> Option<(f64, f64)> {
        match *self {}
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::collections::BTreeMap;
    use std::fmt;

    use x11rb::connection::Connection;
    use x11rb::protocol::Event;
    use x11rb::protocol::xinput::{
        ConnectionExt, Device, DeviceClassData, DeviceId, EventMask, Fp3232, RawMotionEvent,
        ValuatorMode, XIEventMask,
    };
    use x11rb::rust_connection::RustConnection;

    /// A separate connection to the X server, since macroquad does not share its connection.
    pub struct RawPointer {
        connection: RustConnection,
        root: u32,
        /// The width and the height of the screen; pixels.
        screen: [f64; 2],
        /// The axes of each device, X and Y, once it has moved.
        devices: BTreeMap<DeviceId, [Axis; 2]>,
    }

    impl fmt::Debug for RawPointer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let devices = &self.devices;
            f.debug_struct("RawPointer")
                .field("devices", devices)
                .finish_non_exhaustive()
        }
    }

    /// The meaning of the numbers of an axis.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Axis {
        /// How far a mouse moved.
        Relative,
        /// The place of a tablet, or of the pointer of a virtual machine: where it was last, and pixels per unit.
        Absolute { last: Option<f64>, scale: f64 },
    }

    impl Axis {
        /// How far the device moved when it reports `value`; pixels.
        fn motion(&mut self, value: f64) -> f64 {
            match self {
                Self::Relative => value,
                Self::Absolute { last, scale } => {
                    let before = last.replace(value).unwrap_or(value);
                    (value - before) * *scale
                }
            }
        }
    }

    impl RawPointer {
        /// Connects to the X server. `None` if there is none, or its input extension is from before 2011.
        pub fn open() -> Option<Self> {
            let (connection, screen) = x11rb::connect(None).ok()?;
            let screen = connection.setup().roots.get(screen)?;
            let root = screen.root;
            let screen = [screen.width_in_pixels, screen.height_in_pixels].map(f64::from);
            // From 2.1 on, these events also come while a program holds the pointer.
            let version = connection
                .xinput_xi_query_version(2, 1)
                .ok()?
                .reply()
                .ok()?;
            ((version.major_version, version.minor_version) >= (2, 1)).then_some(Self {
                connection,
                root,
                screen,
                devices: BTreeMap::new(),
            })
        }

        /// Begins to listen, or ends it. `None` if the connection is broken.
        pub fn listen(&mut self, listens: bool) -> Option<()> {
            let none = XIEventMask::from(0_u32);
            let mask = vec![if listens {
                XIEventMask::RAW_MOTION
            } else {
                none
            }];
            // Each device below a master device reports its motion again.
            let deviceid = u16::from(bool::from(Device::ALL_MASTER));
            let masks = [EventMask { deviceid, mask }];
            let request = self.connection.xinput_xi_select_events(self.root, &masks);
            request.ok()?.check().ok()?;
            // Earlier positions give no motion now, and devices may have been exchanged.
            while self.connection.poll_for_event().ok()?.is_some() {}
            self.devices.clear();
            Some(())
        }

        /// The motion since the last call, to the right and down; pixels. `None` if the connection is broken.
        pub fn take(&mut self) -> Option<(f64, f64)> {
            let mut sum = (0.0, 0.0);
            while let Some(event) = self.connection.poll_for_event().ok()? {
                let Event::XinputRawMotion(motion) = event else {
                    continue;
                };
                let [x, y] = places(&motion);
                if x.is_none() && y.is_none() {
                    continue;
                }
                let source = motion.sourceid;
                if !self.devices.contains_key(&source) {
                    let axes = self.axes_of(source);
                    self.devices.insert(source, axes);
                }
                let Some([across, down]) = self.devices.get_mut(&source) else {
                    continue;
                };
                sum.0 += x.map_or(0.0, |x| across.motion(x));
                sum.1 += y.map_or(0.0, |y| down.motion(y));
            }
            Some(sum)
        }

        /// The axes of a device; those of a mouse if it is gone already.
        fn axes_of(&self, device: DeviceId) -> [Axis; 2] {
            let mut axes = [Axis::Relative; 2];
            let request = self.connection.xinput_xi_query_device(device);
            let reply = request.ok().and_then(|request| request.reply().ok());
            let infos = reply.map(|reply| reply.infos).unwrap_or_default();
            for class in infos.iter().flat_map(|info| &info.classes) {
                let DeviceClassData::Valuator(valuator) = &class.data else {
                    continue;
                };
                let number = usize::from(valuator.number);
                let Some(axis) = axes.get_mut(number) else {
                    continue;
                };
                if valuator.mode == ValuatorMode::ABSOLUTE {
                    let range = number_of(valuator.max) - number_of(valuator.min);
                    let scale = if range > 0.0 {
                        self.screen[number] / range
                    } else {
                        1.0
                    };
                    *axis = Axis::Absolute { last: None, scale };
                }
            }
            axes
        }
    }

    /// The numbers of X and Y in an event. An event of a wheel has neither.
    fn places(motion: &RawMotionEvent) -> [Option<f64>; 2] {
        let mask = motion.valuator_mask.first().copied().unwrap_or(0);
        let mut values = motion.axisvalues_raw.iter();
        [0, 1].map(|axis| {
            let is_there = mask >> axis & 1 == 1;
            let value = is_there.then(|| values.next()).flatten();
            value.map(|value| number_of(*value))
        })
    }

    fn number_of(number: Fp3232) -> f64 {
        f64::from(number.integral) + f64::from(number.frac) / 4_294_967_296.0
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn event(mask: &[u32], values: &[f64]) -> RawMotionEvent {
            let fixed = |value: &f64| Fp3232 {
                integral: value.floor() as i32,
                frac: ((value - value.floor()) * 4_294_967_296.0) as u32,
            };
            RawMotionEvent {
                response_type: 0,
                extension: 0,
                sequence: 0,
                length: 0,
                event_type: 17,
                deviceid: 2,
                time: 0,
                detail: 0,
                sourceid: 9,
                flags: 0_u32.into(),
                valuator_mask: mask.to_vec(),
                axisvalues: vec![],
                axisvalues_raw: values.iter().map(fixed).collect(),
            }
        }

        #[test]
        fn only_the_first_two_axes_are_motion() {
            for (mask, values, expected) in [
                (&[0b11][..], &[3.0, -4.5][..], [Some(3.0), Some(-4.5)]),
                (&[0b01], &[-0.25], [Some(-0.25), None]),
                (&[0b10], &[7.0], [None, Some(7.0)]),
                // A wheel, and a wheel that turns while the mouse moves.
                (&[0b1100], &[15.0, 1.0], [None, None]),
                (&[0b1001], &[2.0, 15.0], [Some(2.0), None]),
                (&[], &[], [None, None]),
                (&[0], &[], [None, None]),
                // A broken event: the mask promises more.
                (&[0b11], &[1.0], [Some(1.0), None]),
            ] {
                assert_eq!(places(&event(mask, values)), expected, "{mask:?}");
            }
        }

        #[test]
        fn a_tablet_reports_places_and_a_mouse_ways() {
            let mut mouse = Axis::Relative;
            assert_eq!([10.0, 10.0].map(|count| mouse.motion(count)), [10.0, 10.0]);
            let mut tablet = Axis::Absolute {
                last: None,
                scale: 0.5,
            };
            let ways = [1000.0, 1010.0, 1010.0, 990.0].map(|count| tablet.motion(count));
            assert_eq!(ways, [0.0, 5.0, 0.0, -10.0]);
        }
    }
}
