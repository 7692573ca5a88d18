//! All screens and the HUD in windows of eight sizes and on phones: nothing overlaps, is cut, covers a text or leaves the window.

mod samples;

use macroquad::math::Rect;

use self::samples::{COLOR, DETAIL, DETAILS, caption, details, map_notes, race_result};
use sidle::geometry::angle::{BinaryAngle, ViewAxes};
use sidle::glam::DVec3;
use sidle::level::{Scene, load_level};
use sidle::player::Controller;

use crate::draw::adaptive_quality::Quality;
use crate::draw::camera::Camera;
use crate::draw::canvas::{Canvas, LaidOut};
use crate::draw::viewport::Viewport;
use crate::options::bindings::Bindings;
use crate::options::controls::KeyGroup;
use crate::options::map_size::MapSize;
use crate::platform::built_in::{BuiltIn, gallery};
use crate::platform::event::InputDevice;
use crate::session::Session;
use crate::session::guide::{LevelList, goal_count, goal_of};
use crate::session::observe::{Outcome, Verdict};
use crate::session::play::{Clock, RaceClock, RaceTime};
use crate::session::words::QuestionText;
use crate::ui::key_labels::KeyLabels;
use crate::ui::screens::help::Help;
use crate::ui::screens::keys::page::KeyPage;
use crate::ui::screens::levels::LevelsScreen;
use crate::ui::screens::menu::Menu;
use crate::ui::screens::question::{Question, Subject};
use crate::ui::screens::screen::{KeyHelp, Screen, ScreenContext};
use crate::view::hud::messages::GoalText;
use crate::view::hud::panes::divide;
use crate::view::hud::race_clock::RaceView;
use crate::view::hud::side_card::CardPlace;
use crate::view::hud::tour_card::TourCard;
use crate::view::hud::{Hud, HudContent, PaneContent, SideContent, time_bar};
use crate::view::map::rect_of;

/// The sizes of windows.
const SIZES: [(f32, f32); 8] = [
    (640.0, 400.0),
    (800.0, 500.0),
    (1024.0, 600.0),
    (1280.0, 720.0),
    (1366.0, 768.0),
    (1920.0, 1080.0),
    (2560.0, 1440.0),
    (3840.0, 2160.0),
];

/// Phones and a tablet, upright and lying.
const PHONES: [(f32, f32); 6] = [
    (360.0, 640.0),
    (390.0, 844.0),
    (820.0, 1180.0),
    (640.0, 360.0),
    (844.0, 390.0),
    (1180.0, 820.0),
];

/// Height of the sticks at the lower edge of a touch screen; logical pixels.
const STICKS: f32 = 160.0;

/// Text may reach this far out of the window or into another one; logical pixels. Larger: letters overlap.
const SLACK: f32 = 1.0;

fn windows() -> impl Iterator<Item = Viewport> {
    let sizes = SIZES.into_iter();
    sizes.map(|(width, height)| Viewport::new(width, height))
}

fn phones() -> impl Iterator<Item = Viewport> {
    let sizes = PHONES.into_iter();
    sizes.map(|(width, height)| {
        let mut page = Viewport::new(width, height);
        page.bottom_inset = STICKS;
        page
    })
}

fn device(page: &Viewport) -> InputDevice {
    if page.is_touched() {
        InputDevice::Touch
    } else {
        InputDevice::Keyboard
    }
}

fn meet(one: &Rect, other: &Rect) -> bool {
    let shared = one.intersect(*other);
    shared.is_some_and(|area| area.w > SLACK && area.h > SLACK)
}

/// Adds the faults of the last frame on `canvas`, a picture of `what`.
fn check(all: &mut Vec<String>, canvas: &Canvas, page: &Viewport, what: &str) {
    let laid_out = canvas.take_laid_out();
    let window = Rect::new(
        -SLACK,
        -SLACK,
        page.width + 2.0 * SLACK,
        page.height + 2.0 * SLACK,
    );
    let mut faults = Vec::new();
    let texts = laid_out.iter().filter_map(|part| match part {
        LaidOut::Text(text, _) => Some(&**text),
        LaidOut::Plate(_) => None,
    });
    let rows = texts.clone().filter(|text| *text == DETAIL).count();
    if rows < 3 && texts.clone().any(|text| text == DETAILS) {
        faults.push(format!("{DETAILS:?} with {rows} rows"));
    }
    for (number, part) in laid_out.iter().enumerate() {
        let LaidOut::Text(text, place) = part else {
            continue;
        };
        if text.trim().is_empty() {
            continue;
        }
        let is_inside =
            window.contains(place.point()) && window.contains(place.point() + place.size());
        if !is_inside {
            faults.push(format!("outside: {text:?}"));
        }
        if text.ends_with('…') {
            faults.push(format!("cut: {text:?}"));
        }
        for other in &laid_out[number + 1..] {
            match other {
                LaidOut::Text(words, area) if meet(place, area) => {
                    faults.push(format!("{words:?} over {text:?}"));
                }
                LaidOut::Plate(area) if meet(place, area) => {
                    faults.push(format!("a plate over {text:?}"));
                }
                _ => {}
            }
        }
    }
    let (width, height) = (page.width, page.height);
    let faults = faults.into_iter();
    all.extend(faults.map(|fault| format!("{what}, {width}x{height}: {fault}")));
}

fn scene(path: &str) -> Scene {
    let level = load_level(path.as_ref(), &BuiltIn).level;
    level.expect("a shipped level").scene
}

/// The rows of the help with the usual keys.
fn key_helps(bindings: &Bindings) -> Vec<KeyHelp> {
    let groups = KeyGroup::ALL
        .into_iter()
        .filter(|group| *group != KeyGroup::Lab);
    let rows = groups.flat_map(|group| {
        let rows = bindings
            .help(|row| row.group == group)
            .into_iter()
            .enumerate();
        rows.map(move |(number, (keys, action))| KeyHelp {
            title: (number == 0).then(|| group.title()),
            keys,
            action,
        })
    });
    rows.collect()
}

#[test]
fn no_text_of_a_screen_overlaps_is_cut_or_leaves_the_window() {
    let canvas = Canvas::without_window();
    let bindings = Bindings::default();
    let levels: Vec<_> = gallery().map(scene).collect();
    let mut faults = Vec::new();
    for page in windows().chain(phones()) {
        let labels = KeyLabels {
            bindings: &bindings,
            device: device(&page),
        };
        let mut draw = |screen: &mut dyn Screen, level: &Scene| {
            canvas.begin();
            let context = ScreenContext {
                name: &level.name,
                about: &level.about,
                labels,
                key_helps: key_helps(&bindings),
                head: 0.0,
                loading: None,
            };
            screen.draw(&canvas, &page, &context);
            let what = format!("{} of {}", screen.name(), level.name);
            check(&mut faults, &canvas, &page, &what);
        };
        draw(&mut Menu::default(), &levels[0]);
        // Fingers have no keys.
        if !page.is_touched() {
            draw(&mut KeyPage::default(), &levels[0]);
        }
        for level in &levels {
            draw(&mut Help::default(), level);
        }
        let reached = ["corners".to_owned(), "speed".to_owned()];
        let mut list = LevelList::around("levels/courtyard.toml".as_ref()).with_goals(&reached);
        // Fingers choose from the page's card.
        for selected in 0..list.entries.len() * usize::from(!page.is_touched()) {
            list.selected = selected;
            let mut screen = LevelsScreen::new(list.clone(), goal_count(&reached), false);
            draw(&mut screen, &levels[0]);
        }
        let question = QuestionText {
            title: "The ticks of this level take longer than there is time.".to_owned(),
            details: vec!["A tick takes 21 ms, and there are 8.3 ms for it.".to_owned(); 3],
            note: "Slow motion gives each tick the time that it needs.".to_owned(),
            answers: &["slow motion", "pause", "other levels"],
        };
        draw(&mut Question::new(Subject::SlowTicks(question)), &levels[0]);
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A state of the HUD: what is shown, in words.
type State = &'static str;

/// The states of the HUD.
const STATES: [State; 39] = [
    "",
    "paused",
    "races success",
    "races paused",
    "races counts",
    "finished",
    "finished success",
    "finished paused",
    "finished message",
    "finished map",
    "finished side",
    "finished ghosts paused",
    "ghosts",
    "ghosts paused",
    "panes",
    "panes paused success",
    "side",
    "side paused success",
    "side ghosts",
    "side large",
    "side large paused",
    "tour",
    "message",
    "message side",
    "tour message",
    "tour success",
    "tour message side",
    "tour paused message",
    "tour side",
    "tour side paused",
    "tour paused panes",
    "panels",
    "panels paused",
    "panels legend",
    "success",
    "question",
    "map",
    "map side",
    "map ghosts paused",
];

/// The words on a button of the tour, where fingers press the button itself.
fn button(words: &str, has_keyboard: bool) -> &str {
    let pressed = words.rsplit('⟧').next().unwrap_or(words).trim();
    if has_keyboard { words } else { pressed }
}

/// The hints of the view from the side on a touch screen.
const TOUCH_HINTS: [&str; 3] = [
    "Other value: try edge radius factor 0.5",
    "a tap on the card: larger",
    "drag across it: other ticks",
];

fn draw_hud(hud: &mut Hud, session: &Session, page: &Viewport, state: State, goal: &str) {
    let has = |part| state.split(' ').any(|word| word == part);
    let bindings = Bindings::default();
    let labels = KeyLabels {
        bindings: &bindings,
        device: device(page),
    };
    let axes = ViewAxes::new(BinaryAngle::ZERO, BinaryAngle::ZERO);
    let size = ((page.width, page.height), 1.0);
    let camera = Camera::new(DVec3::ZERO, DVec3::ZERO, &axes, size, 0.4, 400.0);
    let clock = Clock {
        paused: has("paused"),
        ..session.clock()
    };
    let verdict = |controller| Verdict {
        controller,
        outcome: Outcome::Measured {
            deepest: 0.123,
            kept: Some(0.5),
        },
    };
    let controllers = [Controller::Classic, Controller::Swept, Controller::Boxed];
    let verdicts = controllers.map(verdict);
    let places = divide(page, 3);
    let time = RaceTime {
        ticks: 4000,
        hz: 120,
    };
    let keys = labels.fill(match page.is_touched() {
        false => "{copy_link} link and clip    {respawn} once more",
        true => "{copy_link}: with a clip   {respawn}: once more",
    });
    let result = race_result(time);
    let race_clock = RaceClock {
        time,
        checkpoints: (2, 7),
        best: Some(time),
        medal: Some(("bronze", time)),
    };
    let race = if has("finished") {
        Some(RaceView::Result {
            result: &result,
            keys: &keys,
            is_short: false,
        })
    } else {
        has("races").then_some(RaceView::Clock(race_clock, has("counts").then_some(3)))
    };
    let race_beside = race.map(|race| race.stepping_back(true));
    let clock_end = time_bar::end(page, &clock, race_beside.as_ref());
    let map = rect_of(MapSize::Inset, page).filter(|_| has("map"));
    let floor = map
        .filter(|map| map.right() > page.width * 0.5)
        .map(|map| map.y);
    let rows = caption().rows.len();
    // On a phone held upright, the card of the tour lies below, where it was in the last frame.
    let tour = hud.areas.tour_card.filter(|_| page.is_upright_phone());
    let floor = tour.map(|tour| tour.y).or(floor);
    let card = CardPlace::new(page, clock_end, floor, rows);
    let panels = [details(), details()];
    let has_keyboard = !page.is_touched();
    let button = |words| button(words, has_keyboard);
    let content = HudContent {
        target: has("panels").then(|| "building.obj, triangle 139 · 35.72 m".to_owned()),
        legend: vec![(COLOR, "what pushed the player out, with its length"); if has("legend") { 7 } else { 0 }],
        labels: &[],
        panels: if has("panels") && !has("legend") { &panels } else { &[] },
        subject: None,
        frame: Some((0.016, Quality::FULL)),
        has_readings: true,
        all_readings: has("panels"),
        goal: Some(GoalText {
            words: goal,
            is_reached: has("success"),
        }),
        looks_closer: has("side") || has("ghosts") || has("panes"),
        race,
        verdicts: (has("ghosts") || has("panes")).then_some((&verdicts[..], controllers[0])),
        panes: has("panes").then_some(PaneContent {
            places: &places,
            controllers: &controllers,
        }),
        tour: has("tour").then_some(TourCard {
            title: "Tour 4 of 5: Go through a wall",
            ink: COLOR,
            sentence: "Face the thin wall and run at it with Shift, which this step makes much faster. You land behind it.",
            accept: (!has("side")).then_some(button("⟦Enter⟧ go there")),
            back: (!has("side")).then_some(button("⟦Shift⟧ ⟦Enter⟧ back")),
            leave: Some(button("⟦Backspace⟧ leave")),
            arrow: Some(1.0),
        }),
        clock_keys: labels.fill(clock.key_hints(has_keyboard)),
        map: map.map(map_notes),
        chart: None,
        page_lists_problems: true,
        side: has("side").then(|| SideContent {
            place: if has("large") { card.without_picture() } else { card },
            caption: caption(),
            labels: &[],
            arrows: &[],
            camera: Some(camera),
            details: has("large").then(details),
            is_large: has("large"),
        }),
        question: has("question").then_some(
            "This link brings a level. Play it? Enter plays it, Backspace goes back to the courtyard.",
        ),
        camera: &camera,
        sight: None,
        clock,
    };
    let hints = [
        "Shift {overlay_5} try edge radius factor 0.5",
        "click to look with the mouse",
        "{walk_forward walk_left walk_back walk_right} walk",
        "{jump} jump",
        "{fly} fly",
        "{next_controller} next controller",
        "{overlay_8} compare",
        "{overlay_5} see why",
        "{panel} panel",
        "{help} help",
        "⟦Esc⟧ menu",
    ];
    let hints = hints.map(|hint| labels.fill(hint));
    let touch_hints = TOUCH_HINTS.map(str::to_owned);
    let hints = match has_keyboard {
        true => &hints[..],
        false if has("side") => &touch_hints[..],
        false => &[],
    };
    hud.canvas().begin();
    hud.draw(page, &session.readings(), hints, &content);
}

#[test]
fn no_text_of_the_hud_overlaps_is_cut_or_leaves_the_window() {
    let mut faults = Vec::new();
    for path in ["levels/courtyard.toml", "levels/contact-lab.toml"] {
        let level = load_level(path.as_ref(), &BuiltIn)
            .level
            .expect("a shipped level");
        let goal = goal_of(path.as_ref()).expect("a goal");
        let mut hud = Hud::on(Canvas::without_window(), &level.scene);
        let session = Session::new(level, None, 120);
        for page in windows().chain(phones()) {
            for state in STATES {
                let next = if page.is_touched() {
                    "Next level:"
                } else {
                    "⟦]⟧"
                };
                if state.contains("message") {
                    hud.show_message("Sound off until you quit. Press M for sound again.");
                } else if state.contains("success") {
                    hud.show_success(format!(
                        "Goal 18 of 18 reached. {} {next} next level.",
                        goal.lesson
                    ));
                } else {
                    hud.hide_message();
                }
                let goal = format!("Goal: {}", goal.sentence);
                hud.hide_buttons();
                for _ in 0..2 {
                    hud.canvas().take_laid_out();
                    draw_hud(&mut hud, &session, &page, state, &goal);
                }
                let what = format!("{path} {state}");
                check(&mut faults, hud.canvas(), &page, &what);
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
