//! `sidle mend` repairs a mesh: welds, removes slivers and duplicates, closes cracks, turns flipped faces.

use std::path::{Path, PathBuf};

use clap::Args;

use sidle::glam::Vec3;
use sidle::level::{MendFormat, MendLimits, MendReport, MendedMesh, Places, mend_mesh};

use crate::exit::Exit;
use crate::platform;
use crate::platform::{HostFiles, terminal};
use crate::session::words::count;

#[derive(Debug, Args)]
#[command(after_help = MEND_HELP)]
pub struct MendArguments {
    /// The mesh: an OBJ, glTF or GLB file
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The mended mesh, an OBJ or GLB file; never IN, and never over another file without --force
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// Corners at most this far apart become one, in the mesh's unit [default: a millionth of its size]
    #[arg(long, value_name = "N", value_parser = parse_length)]
    pub weld: Option<f64>,
    /// Cracks up to this width are closed, in the mesh's unit [default: a ten-thousandth of its size]
    #[arg(long, value_name = "N", value_parser = parse_length)]
    pub crack: Option<f64>,
    /// Replace OUT if it exists
    #[arg(long)]
    pub force: bool,
}

const MEND_HELP: &str = "\
All faces become triangles, which keep their objects, materials, texture places,
normals and colours. A GLB file also keeps pictures. Objects stand where they
were placed, and animations, lights and custom properties are left out. Holes
stay: a crack is a gap between edges that nearly meet. Of faces that look to
opposite sides, the fewer are turned round.";

/// A length of the command line.
fn parse_length(text: &str) -> Result<f64, String> {
    let length = text.parse().ok();
    let length = length.filter(|length: &f64| length.is_finite() && *length >= 0.0);
    length.ok_or_else(|| "expected a number, 0 or more".to_owned())
}

/// Mends a mesh, and says what was done, each with its places.
pub fn run(arguments: &MendArguments) -> Result<Exit, String> {
    let MendArguments { input, output, .. } = arguments;
    let ends_in = |path: &Path, endings: &[&str]| {
        let end = path.extension().unwrap_or_default();
        endings
            .iter()
            .any(|ending| end.eq_ignore_ascii_case(ending))
    };
    if !ends_in(input, &["obj", "gltf", "glb"]) {
        let shown = input.display();
        return Err(format!(
            "`{shown}` is no mesh that can be mended: export it as OBJ, glTF or GLB"
        ));
    }
    let format = match output {
        _ if ends_in(output, &["obj"]) => MendFormat::Obj,
        _ if ends_in(output, &["glb"]) => MendFormat::Glb,
        _ => {
            let shown = output.display();
            return Err(format!(
                "cannot write `{shown}`: name a file that ends in `.obj` or `.glb`"
            ));
        }
    };
    if platform::exists(output) && !arguments.force {
        let shown = output.display();
        return Err(format!(
            "`{shown}` exists already: choose another name, or add --force"
        ));
    }
    let same = |path: &Path| path.canonicalize().ok();
    if same(input).is_some_and(|input| Some(input) == same(output)) {
        return Err("IN and OUT are the same file: choose another name for OUT".to_owned());
    }
    let limits = MendLimits {
        weld: arguments.weld,
        crack: arguments.crack,
    };
    let MendedMesh {
        mended,
        diagnostics,
        ..
    } = mend_mesh(input, &HostFiles, limits, format);
    terminal::diagnostics(&diagnostics);
    let Some((bytes, report)) = mended else {
        return Ok(Exit::Problems);
    };
    if report.faces == 0 {
        let [weld, _] = report.limits;
        return Err(format!(
            "nothing is left of the mesh: its faces are narrower than the weld of {weld}, so choose a smaller --weld"
        ));
    }
    platform::write(output, &bytes)
        .map_err(|error| format!("cannot write `{}`: {error}", output.display()))?;
    for line in words(&report) {
        terminal::line(&line)?;
    }
    terminal::line(&format!("Wrote {}.", output.display()))?;
    let names_materials = bytes.split(|byte| *byte == b'\n');
    let mut names_materials = names_materials.filter(|line| line.starts_with(b"mtllib "));
    if format == MendFormat::Obj
        && names_materials.next().is_some()
        && input.parent() != output.parent()
    {
        terminal::warning(&format!(
            "the materials of `{}` are looked for next to `{}`: copy them there",
            input.display(),
            output.display()
        ));
    }
    Ok(Exit::Fine)
}

/// What was done, and what is left, a line for each that happened.
fn words(report: &MendReport) -> Vec<String> {
    let [weld, crack] = report.limits;
    let widest = report.widest_crack;
    let faces = ["face", "faces"];
    let all: [(&Places, [&str; 2], String); 7] = [
        (
            &report.welded,
            ["corner", "corners"],
            format!("welded onto another within {weld:.2e}"),
        ),
        (
            &report.slivers,
            faces,
            format!("removed that were narrower than {weld:.2e}"),
        ),
        (
            &report.duplicates,
            faces,
            "removed in the place of another".to_owned(),
        ),
        (
            &report.cracks,
            ["corner", "corners"],
            format!("joined across cracks of up to {widest:.2e}; {crack:.2e} is the limit"),
        ),
        (&report.flipped, faces, "turned round".to_owned()),
        (
            &report.open_edges,
            ["open edge", "open edges"],
            "left, the rims of holes and sheets".to_owned(),
        ),
        (
            &report.crowded_edges,
            ["edge", "edges"],
            "of three faces or more left".to_owned(),
        ),
    ];
    let done = all.iter().filter(|(places, ..)| places.count > 0);
    let mut lines: Vec<String> = done
        .map(|(places, [one, many], words)| {
            let things = count(places.count, one, many);
            format!("{things} {words}: {}", first(places))
        })
        .collect();
    let changed = all[..5].iter().any(|(places, ..)| places.count > 0);
    if !changed {
        lines.insert(0, "Nothing had to be mended.".to_owned());
    }
    if report.is_dense {
        lines.push(
            "Much lies in one place: some cracks there were not looked for. Mend it again."
                .to_owned(),
        );
    }
    lines
}

/// The first places.
fn first(places: &Places) -> String {
    let shown = places.first.iter().map(|Vec3 { x, y, z }| {
        let round = |number: &f32| (f64::from(*number) * 1000.0).round() / 1000.0 + 0.0;
        format!("({}, {}, {})", round(x), round(y), round(z))
    });
    let shown: Vec<_> = shown.collect();
    let more = if places.count > shown.len() {
        ", …"
    } else {
        ""
    };
    format!("at {}{more}", shown.join(", "))
}
