//! Results as one HTML file, without scripts, for a phone as well.

use std::fmt::Write as _;

use crate::check::Outcome;
use crate::picture::svg;
use crate::report::{Examined, counts, escaped_line, figure};
use crate::scene::{Family, Scene};

/// The most pictures of a scene and a mover. Larger: a mover that fails everywhere makes the report heavy.
const MAX_PICTURES: usize = 2;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#16191d;--page:#fff;--line:#c9ced6;--solid:#e4e8ee;--edge:#8a94a3;--good:#1a7f37;--part:#9a6700;\
--bad:#cf222e;--none:#6e7781;--path:#0969da}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--page:#14171b;--line:#3a414b;--solid:#262c35;--edge:#67717f;--good:#4ac26b;\
--part:#d4a72c;--bad:#ff7b72;--none:#8c959f;--path:#79c0ff}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:60rem;margin:0 auto;padding:1rem}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin:2rem 0 .25rem;border-top:1px solid var(--line);padding-top:1rem}\
h3{font-size:1rem;margin:1rem 0 .25rem}.wide{overflow-x:auto}table{border-collapse:collapse}\
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--page)}\
.passed{color:var(--good)}.partly{color:var(--part)}.failed{color:var(--bad)}.not{color:var(--none)}\
ul{padding-left:1.2rem;margin:.25rem 0}li{overflow-wrap:anywhere}summary{cursor:pointer}\
figure{margin:.5rem 0}svg{width:100%;max-width:26rem;border:1px solid var(--line);display:block;background:var(--page)}\
figcaption{font-size:.9rem;overflow-wrap:anywhere}.solid{fill:var(--solid);fill-opacity:.35;stroke:var(--edge)}\
.path{fill:none;stroke:var(--path);stroke-width:1.5}.start{fill:none;stroke:var(--none);stroke-dasharray:4 3}\
.worst{fill:var(--bad);fill-opacity:.2;stroke:var(--bad)}";

/// The results as a page. `run_by` says how the run was made.
#[must_use]
pub fn html(scenes: &[Scene], movers: &[Examined], run_by: &str) -> String {
    let mut text = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>sidle conformance</title>\n<style>",
    );
    text.push_str(STYLE);
    text.push_str("</style>\n<h1>Conformance of movers</h1>\n");
    let _ = writeln!(
        text,
        "<p>Each cell has the variants that passed, of those that the mover offers. {}</p>",
        escaped_line(run_by)
    );
    settings(&mut text, movers);
    overview(&mut text, scenes, movers);
    for (_, family) in Family::NAMES {
        let of_family: Vec<_> = (0..scenes.len())
            .filter(|number| scenes[*number].family == *family)
            .collect();
        if of_family.is_empty() {
            continue;
        }
        let name = family.name();
        let _ = writeln!(
            text,
            "<h2 id=\"{name}\">{name}</h2>\n<p>{}</p>",
            escaped_line(family.about())
        );
        for number in of_family {
            section(&mut text, &scenes[number], number, movers);
        }
    }
    text.push_str("</html>\n");
    text
}

fn settings(text: &mut String, movers: &[Examined]) {
    text.push_str("<ul>\n");
    for mover in movers {
        let hello = &mover.examination.hello;
        let _ = writeln!(
            text,
            "<li>{}, {} {}{}</li>",
            escaped_line(&mover.name),
            escaped_line(&hello.name),
            escaped_line(&hello.version),
            escaped_line(&mover.settings)
        );
    }
    text.push_str("</ul>\n");
}

/// A row for each family, a column for each mover.
fn overview(text: &mut String, scenes: &[Scene], movers: &[Examined]) {
    text.push_str("<div class=\"wide\"><table>\n<tr><th>family</th>");
    for mover in movers {
        let _ = write!(text, "<th>{}</th>", escaped_line(&mover.name));
    }
    text.push_str("</tr>\n");
    for (name, family) in Family::NAMES {
        if !scenes.iter().any(|scene| scene.family == *family) {
            continue;
        }
        let _ = write!(text, "<tr><td><a href=\"#{name}\">{name}</a></td>");
        for mover in movers {
            let results = scenes.iter().zip(&mover.examination.results);
            let of_family = results.filter(|(scene, _)| scene.family == *family);
            text.push_str(&cell(counts(of_family.flat_map(|(_, results)| results))));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("<tr><td>all</td>");
    for mover in movers {
        text.push_str(&cell(counts(mover.examination.results.iter().flatten())));
    }
    text.push_str("</tr>\n</table></div>\n");
}

fn cell([passed, partly, failed, _]: [usize; 4]) -> String {
    let offered = passed + partly + failed;
    let class = match (offered, failed, partly) {
        (0, ..) => return "<td class=\"not\">not offered</td>".to_owned(),
        (_, 0, 0) => "passed",
        (_, 0, _) => "partly",
        _ => "failed",
    };
    format!("<td class=\"{class}\">{passed} of {offered}</td>")
}

fn section(text: &mut String, scene: &Scene, number: usize, movers: &[Examined]) {
    let _ = writeln!(
        text,
        "<h3>{}</h3>\n<p>{} {} variants.</p>",
        escaped_line(scene.name),
        escaped_line(scene.asks),
        scene.trials.len()
    );
    let (mut good, mut absent) = (Vec::new(), Vec::new());
    for mover in movers {
        let results = &mover.examination.results[number];
        let [passed, partly, failed, not_offered] = counts(results);
        let name = escaped_line(&mover.name);
        if partly + failed == 0 {
            match (passed, not_offered) {
                (0, _) => absent.push(name),
                (_, 0) => good.push(name),
                (_, some) => good.push(format!("{name} ({some} not offered)")),
            }
            continue;
        }
        let _ = writeln!(
            text,
            "<details><summary><span class=\"{}\">{name}: {passed} passed, {partly} partly, {failed} failed</span></summary>\n<ul>",
            if failed > 0 { "failed" } else { "partly" }
        );
        let mut pictures = String::new();
        let mut drawn = 0;
        for (index, (trial, result)) in scene.trials.iter().zip(results).enumerate() {
            if !matches!(result.outcome, Outcome::Partly | Outcome::Failed) {
                continue;
            }
            let note = result.note.as_deref().unwrap_or_default();
            let words = figure(result).unwrap_or_else(|| note.to_owned());
            let recording = mover
                .recordings
                .get(number)
                .and_then(|names| names.get(index)?.clone());
            let recording = recording.map_or(String::new(), |name| format!(", {name}"));
            let _ = writeln!(
                text,
                "<li><span class=\"{}\">{}</span> {}: {}{}</li>",
                result.outcome.name(),
                result.outcome.name(),
                escaped_line(&trial.variant),
                escaped_line(&words),
                escaped_line(&recording)
            );
            if let (Some(run), Some(judged)) = (&result.run, &result.judged)
                && drawn < MAX_PICTURES
            {
                drawn += 1;
                let picture = svg(trial, run, judged);
                let variant = escaped_line(&trial.variant);
                let _ = writeln!(
                    pictures,
                    "<figure>{picture}<figcaption>{variant}, tick {}</figcaption></figure>",
                    judged.tick
                );
            }
        }
        let _ = writeln!(text, "</ul>\n{pictures}</details>");
    }
    if !good.is_empty() {
        let _ = writeln!(
            text,
            "<p class=\"passed\">Passed by {}</p>",
            good.join(", ")
        );
    }
    if !absent.is_empty() {
        let _ = writeln!(
            text,
            "<p class=\"not\">Not offered by {}</p>",
            absent.join(", ")
        );
    }
}
