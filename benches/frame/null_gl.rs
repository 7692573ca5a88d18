//! OpenGL that draws nothing, to measure what a frame of the game costs the processor without a driver or a rasteriser.
//!
//! The game loads this library in place of `libGL.so`. Windows and contexts are those of the system's library; every
//! other call returns at once. The game sees a 60 Hz screen. After the first `NULL_GL_WARM_UP` seconds, this library
//! measures `NULL_GL_FRAMES` frames of the thread that draws, prints one line, and ends the process. The line holds the median and the ninth decile of
//! the CPU time, the medians of allocations, draw calls and uploaded bytes, and the time on the clock from the start of the
//! process to the end of its first frame.
//!
//! `benches/frame/run` builds it and starts the game with it.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// An argument or a result that is passed on unseen: an integer or a pointer.
type Word = usize;

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn pthread_self() -> Word;
    fn clock_gettime(clock: c_int, time: *mut [i64; 2]) -> c_int;
    fn _exit(code: c_int) -> !;
    fn __libc_malloc(size: Word) -> *mut c_void;
    fn __libc_calloc(count: Word, size: Word) -> *mut c_void;
    fn __libc_realloc(before: *mut c_void, size: Word) -> *mut c_void;
    fn __libc_memalign(alignment: Word, size: Word) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;
const CLOCK_THREAD_CPUTIME_ID: c_int = 3;
const CLOCK_BOOTTIME: c_int = 7;

/// The unit of times in `/proc`; per second.
const PROC_TICKS: f64 = 100.0;

/// The thread that draws; 0 before its first frame.
static DRAWING_THREAD: AtomicUsize = AtomicUsize::new(0);

/// What the thread that draws has done since the last frame.
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static DRAWS: AtomicU64 = AtomicU64::new(0);
static UPLOADED: AtomicU64 = AtomicU64::new(0);

// --- allocations, when this library is preloaded ---

fn count_allocation() {
    // SAFETY: has no preconditions.
    if unsafe { pthread_self() } == DRAWING_THREAD.load(Relaxed) {
        ALLOCATIONS.fetch_add(1, Relaxed);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn malloc(size: Word) -> *mut c_void {
    count_allocation();
    unsafe { __libc_malloc(size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn calloc(count: Word, size: Word) -> *mut c_void {
    count_allocation();
    unsafe { __libc_calloc(count, size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(before: *mut c_void, size: Word) -> *mut c_void {
    count_allocation();
    unsafe { __libc_realloc(before, size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(at: *mut *mut c_void, alignment: Word, size: Word) -> c_int {
    count_allocation();
    let memory = unsafe { __libc_memalign(alignment, size) };
    unsafe { *at = memory };
    if memory.is_null() { 12 } else { 0 }
}

// --- windows and contexts: those of the system ---

/// A function of the system's library.
fn of_system(name: &CStr) -> *mut c_void {
    static LIBRARY: AtomicUsize = AtomicUsize::new(0);
    if LIBRARY.load(Relaxed) == 0 {
        // SAFETY: the name is a C string.
        LIBRARY.store(
            unsafe { dlopen(c"libGL.so.1".as_ptr(), RTLD_NOW) } as Word,
            Relaxed,
        );
    }
    // SAFETY: the library is loaded for good, and the name is a C string.
    unsafe { dlsym(LIBRARY.load(Relaxed) as *mut c_void, name.as_ptr()) }
}

/// Functions of at most five words that the system's library does.
macro_rules! passed_on {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(a: Word, b: Word, c: Word, d: Word, e: Word) -> Word {
            const NAME: &str = concat!(stringify!($name), "\0");
            let function = of_system(CStr::from_bytes_with_nul(NAME.as_bytes()).unwrap());
            // SAFETY: on the systems that this library is for, more arguments than a function has are harmless.
            let function: extern "C" fn(Word, Word, Word, Word, Word) -> Word =
                unsafe { std::mem::transmute(function) };
            function(a, b, c, d, e)
        }
    )*};
}

passed_on!(
    glXGetFBConfigs glXGetFBConfigAttrib glXGetClientString glXQueryExtension glXQueryVersion
    glXDestroyContext glXMakeCurrent glXQueryExtensionsString glXCreateNewContext glXCreateWindow
    glXDestroyWindow glXGetVisualFromFBConfig
);

/// The address of a function: the system's, a function below, or one that does nothing.
#[unsafe(no_mangle)]
unsafe extern "C" fn glXGetProcAddress(name: *const c_char) -> *const c_void {
    let name = unsafe { CStr::from_ptr(name) };
    let text = name.to_str().unwrap_or("");
    match text {
        "glXSwapIntervalEXT" | "glXSwapIntervalMESA" => nothing as *const c_void,
        _ if text.starts_with("glX") => {
            // SAFETY: the system's function has this type.
            let find: extern "C" fn(*const c_char) -> *const c_void =
                unsafe { std::mem::transmute(of_system(c"glXGetProcAddressARB")) };
            find(name.as_ptr())
        }
        "glGetString" => get_string as *const c_void,
        "glGetIntegerv" => get_integer as *const c_void,
        "glCheckFramebufferStatus" => complete as *const c_void,
        "glGetAttribLocation" => attribute_location as *const c_void,
        "glCreateShader" | "glCreateProgram" => new_name as *const c_void,
        "glGetShaderiv" | "glGetProgramiv" => succeeded as *const c_void,
        _ if text.starts_with("glGen") => generate as *const c_void,
        "glDrawElements" | "glDrawElementsInstanced" | "glDrawArrays" => draw as *const c_void,
        "glBufferData" => buffer_data as *const c_void,
        "glBufferSubData" => buffer_sub_data as *const c_void,
        _ => nothing as *const c_void,
    }
}

// --- everything else: nothing ---

extern "C" fn nothing() -> Word {
    0
}

static NAMES: AtomicU64 = AtomicU64::new(1);

extern "C" fn new_name() -> Word {
    NAMES.fetch_add(1, Relaxed) as Word
}

extern "C" fn complete() -> Word {
    0x8CD5
}

extern "C" fn get_string() -> *const c_char {
    c"3.3 null".as_ptr()
}

unsafe extern "C" fn get_integer(_what: u32, number: *mut c_int) {
    unsafe { *number = 4 };
}

unsafe extern "C" fn succeeded(_object: u32, _what: u32, number: *mut c_int) {
    unsafe { *number = 1 };
}

unsafe extern "C" fn generate(count: c_int, names: *mut u32) {
    for at in 0..count as usize {
        unsafe { *names.add(at) = new_name() as u32 };
    }
}

/// The number of an attribute among those of its program.
unsafe extern "C" fn attribute_location(program: u32, name: *const c_char) -> c_int {
    static NAMES: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    let mut names = NAMES.lock().unwrap();
    let of_program = names.iter().filter(|(of, _)| *of == program);
    let known = of_program.clone().position(|(_, known)| *known == name);
    let location = known.unwrap_or(of_program.count());
    if known.is_none() {
        names.push((program, name.into_owned()));
    }
    location as c_int
}

extern "C" fn draw() -> Word {
    DRAWS.fetch_add(1, Relaxed);
    0
}

extern "C" fn buffer_data(_target: u32, size: Word) -> Word {
    UPLOADED.fetch_add(size as u64, Relaxed);
    0
}

extern "C" fn buffer_sub_data(_target: u32, _offset: Word, size: Word) -> Word {
    UPLOADED.fetch_add(size as u64, Relaxed);
    0
}

// --- frames ---

/// CPU time of this thread; nanoseconds.
fn cpu_time() -> u64 {
    nanoseconds(CLOCK_THREAD_CPUTIME_ID)
}

/// The time of a clock; nanoseconds.
fn nanoseconds(clock: c_int) -> u64 {
    let mut time = [0; 2];
    // SAFETY: the pointer is to a `timespec`, which is two words on this system.
    unsafe { clock_gettime(clock, &mut time) };
    (time[0] * 1_000_000_000 + time[1]) as u64
}

/// The time on the clock since this process was started; seconds, to a hundredth.
fn since_start() -> f64 {
    let facts = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may hold spaces.
    let start = facts
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .nth(19);
    let start = start
        .and_then(|ticks| ticks.parse::<f64>().ok())
        .unwrap_or(f64::NAN);
    nanoseconds(CLOCK_BOOTTIME) as f64 / 1e9 - start / PROC_TICKS
}

/// A screen that shows a frame every sixtieth of a second.
const SCREEN: Duration = Duration::from_nanos(16_666_667);

struct Frames {
    start: Instant,
    next: Instant,
    cpu: u64,
    /// From the start of the process to the end of the first frame; seconds.
    first: f64,
    /// Nanoseconds, allocations, draw calls and bytes of each frame.
    measured: [Vec<u64>; 4],
}

static FRAMES: Mutex<Option<Frames>> = Mutex::new(None);

fn number(name: &str, usual: f64) -> f64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn glXSwapBuffers(_display: Word, _window: Word) {
    let cpu = cpu_time();
    let counts = [&ALLOCATIONS, &DRAWS, &UPLOADED].map(|count| count.load(Relaxed));
    let mut frames = FRAMES.lock().unwrap();
    let now = Instant::now();
    let frames = frames.get_or_insert_with(|| {
        // SAFETY: has no preconditions.
        DRAWING_THREAD.store(unsafe { pthread_self() }, Relaxed);
        Frames {
            start: now,
            next: now,
            cpu,
            first: since_start(),
            measured: Default::default(),
        }
    });
    if now.duration_since(frames.start).as_secs_f64() > number("NULL_GL_WARM_UP", 3.0) {
        let [allocations, draws, bytes] = counts;
        let of_frame = [cpu - frames.cpu, allocations, draws, bytes];
        for (all, one) in frames.measured.iter_mut().zip(of_frame) {
            all.push(one);
        }
        if frames.measured[0].len() as f64 >= number("NULL_GL_FRAMES", 300.0) {
            print(&mut frames.measured, frames.first);
            // SAFETY: nothing is left to be written.
            unsafe { _exit(0) };
        }
    }
    frames.next = (frames.next + SCREEN).max(now);
    std::thread::sleep(frames.next - now);
    for count in [&ALLOCATIONS, &DRAWS, &UPLOADED] {
        count.store(0, Relaxed);
    }
    frames.cpu = cpu_time();
}

fn print(measured: &mut [Vec<u64>; 4], first: f64) {
    measured.iter_mut().for_each(|all| all.sort_unstable());
    let [time, allocations, draws, bytes] = measured;
    let median = |all: &[u64]| all[all.len() / 2];
    eprintln!(
        "{:9.3} {:9.3} {:12} {:6} {:9.1} {:8.0}",
        median(time) as f64 / 1e6,
        time[time.len() * 9 / 10] as f64 / 1e6,
        median(allocations),
        median(draws),
        median(bytes) as f64 / 1e3,
        first * 1e3,
    );
}
