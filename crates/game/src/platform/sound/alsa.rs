//! Plays the synthesiser through ALSA, the sound library of Linux, which PipeWire and PulseAudio also serve.
//!
//! It is loaded while the game runs, so that no build needs its headers, and a computer without it is silent.

use std::ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::ptr::null_mut;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use macroquad::miniquad::native::module::linux::Module;

use crate::platform::sound::frame::SoundFrame;
use crate::platform::sound::synth::Synth;

/// The sound that is ready to be played; microseconds. Smaller: it may be interrupted; larger: a contact is heard late.
const LATENCY: c_uint = 40_000;

/// Samples per second.
const RATE: c_uint = 44_100;

/// The samples that are made at once: 6 ms.
const BLOCK: usize = 256;

/// Values of ALSA's headers.
const PLAYBACK: c_int = 0;
const SIGNED_16_LITTLE_ENDIAN: c_int = 2;
const INTERLEAVED: c_int = 3;

type Pcm = *mut c_void;
type ErrorHandler =
    extern "C" fn(*const c_char, c_int, *const c_char, c_int, *const c_char, *mut c_void);

/// The functions of ALSA that are used.
struct Alsa {
    open: unsafe extern "C" fn(*mut Pcm, *const c_char, c_int, c_int) -> c_int,
    set_params: unsafe extern "C" fn(Pcm, c_int, c_int, c_uint, c_uint, c_int, c_uint) -> c_int,
    write: unsafe extern "C" fn(Pcm, *const c_void, c_ulong) -> c_long,
    recover: unsafe extern "C" fn(Pcm, c_int, c_int) -> c_int,
    drain: unsafe extern "C" fn(Pcm) -> c_int,
    prepare: unsafe extern "C" fn(Pcm) -> c_int,
}

/// Starts the thread that plays the frames that it receives, with its volume. It ends if there is no sound card.
pub fn start() -> Sender<(SoundFrame, f32)> {
    let (sender, receiver) = channel();
    // Without a thread there is no sound, and the sender finds no receiver.
    let _ = thread::Builder::new()
        .name("sound".to_owned())
        .spawn(move || {
            if let Some((alsa, pcm)) = open() {
                play(&alsa, pcm, &receiver);
            }
        });
    sender
}

/// Takes ALSA's messages about missing sound cards, and prints nothing.
extern "C" fn ignore(
    _: *const c_char,
    _: c_int,
    _: *const c_char,
    _: c_int,
    _: *const c_char,
    _: *mut c_void,
) {
}

/// Loads ALSA and opens the default sound card.
fn open() -> Option<(Alsa, Pcm)> {
    let module = Module::load("libasound.so.2").ok()?;
    let set_handler: Result<unsafe extern "C" fn(Option<ErrorHandler>) -> *mut c_void, _> =
        module.get_symbol("snd_lib_error_set_local");
    if let Ok(set_handler) = set_handler {
        // SAFETY: the handler has the type of ALSA's `snd_local_error_handler_t`, whose last argument, a list of arguments, is
        // a pointer here. It reads none of them, and lives as long as the program.
        unsafe { set_handler(Some(ignore)) };
    }
    let alsa = Alsa {
        open: module.get_symbol("snd_pcm_open").ok()?,
        set_params: module.get_symbol("snd_pcm_set_params").ok()?,
        write: module.get_symbol("snd_pcm_writei").ok()?,
        recover: module.get_symbol("snd_pcm_recover").ok()?,
        drain: module.get_symbol("snd_pcm_drain").ok()?,
        prepare: module.get_symbol("snd_pcm_prepare").ok()?,
    };
    // Threads of a sound server's plugin may use it until the program ends.
    std::mem::forget(module);
    const DEFAULT: &CStr = c"default";
    let mut pcm: Pcm = null_mut();
    // SAFETY: `pcm` receives the card, and the name ends with a zero.
    let opened = unsafe { (alsa.open)(&raw mut pcm, DEFAULT.as_ptr(), PLAYBACK, 0) };
    if opened < 0 || pcm.is_null() {
        return None;
    }
    // SAFETY: `pcm` is open.
    let set = unsafe {
        (alsa.set_params)(
            pcm,
            SIGNED_16_LITTLE_ENDIAN,
            INTERLEAVED,
            1,
            RATE,
            1,
            LATENCY,
        )
    };
    (set >= 0).then_some((alsa, pcm))
}

/// Plays until the game ends, or the card refuses. Rests while there is silence.
fn play(alsa: &Alsa, pcm: Pcm, heard: &Receiver<(SoundFrame, f32)>) {
    let mut synth = Synth::new(RATE);
    let (mut block, mut samples) = ([0.0; BLOCK], [0_i16; BLOCK]);
    loop {
        if synth.is_silent() {
            // SAFETY: `pcm` is open. What was written is played to its end, and then nothing is due until the next write.
            unsafe { (alsa.drain)(pcm) };
            let Ok((frame, volume)) = heard.recv() else {
                return;
            };
            synth.hear(&frame, volume);
            // SAFETY: `pcm` is open.
            unsafe { (alsa.prepare)(pcm) };
        }
        loop {
            match heard.try_recv() {
                Ok((frame, volume)) => synth.hear(&frame, volume),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        synth.fill(&mut block, 1);
        for (sample, made) in samples.iter_mut().zip(block) {
            *sample = ((made * f32::from(i16::MAX)) as i16).to_le();
        }
        let count = BLOCK as c_ulong;
        // SAFETY: `pcm` is open for one channel of 16 bits, and `samples` has `count` of them.
        let written = unsafe { (alsa.write)(pcm, samples.as_ptr().cast(), count) };
        if written < 0 {
            // SAFETY: `pcm` is open, and `written` is the error of the call before.
            let recovered = unsafe { (alsa.recover)(pcm, written as c_int, 1) };
            if recovered < 0 {
                return;
            }
        }
    }
}
