//! The pages for people who read the code: how long they are, and whether what they name exists.

use std::path::PathBuf;

use super::rust_files;

use crate::support::fs;

#[test]
fn the_pages_are_short_and_every_path_of_the_architecture_exists() {
    let text = fs::read_to_string("ARCHITECTURE.md").expect("the page");
    assert!(text.lines().count() <= 150, "ARCHITECTURE.md is too long");
    let readme = fs::read_to_string("README.md").expect("the page");
    assert!(readme.lines().count() <= 250, "README.md is too long");
    let roots = [
        "crates/",
        "src/",
        "tests/",
        "levels/",
        "examples/",
        "recordings/",
        "docs/",
        ".ci/",
    ];
    let code = text.split('`').skip(1).step_by(2);
    let paths: Vec<_> = code
        .filter(|code| roots.iter().any(|root| code.starts_with(root)))
        .collect();
    assert!(paths.len() > 50, "{} paths", paths.len());
    for path in paths {
        assert!(fs::exists(path), "ARCHITECTURE.md names `{path}`");
    }
}

/// The pages that a reader of the repository finds, without those that describe one folder of tests or levels.
pub(super) fn pages() -> Vec<PathBuf> {
    let folders =
        ["docs", "docs/book", "docs/sliding"].map(|folder| fs::read_dir(folder).expect("a folder"));
    let files = folders.into_iter().flatten();
    let pages = files.map(|entry| entry.expect("a readable folder").path());
    let others = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "assets/README.md",
        "benches/notes.md",
        "benches/frame/README.md",
        "benches/peers/README.md",
        "integrations/bevy/README.md",
        "integrations/trenchbroom/README.md",
        "levels/README.md",
        "levels/blender.md",
        "levels/checking.md",
        "levels/format.md",
        "levels/maps.md",
        "levels/meshes.md",
    ];
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.chain(others.map(PathBuf::from)).collect()
}

/// The lines of a page that are not part of a block of code.
pub(super) fn prose(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("\n```").step_by(2);
    parts.flat_map(str::lines)
}

/// The name by which a link finds a heading: its letters, digits, hyphens and underscores, with a hyphen for each space.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    let name = heading.trim_start_matches('#').trim().to_lowercase();
    name.chars()
        .filter(kept)
        .collect::<String>()
        .replace(' ', "-")
}

#[test]
fn every_link_of_the_pages_leads_to_a_file_and_a_heading_that_exist() {
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        let rests = prose(&text).flat_map(|line| line.split("](").skip(1));
        for link in rests.filter_map(|rest| rest.split([')', ' ']).next()) {
            if link.contains("://") {
                continue;
            }
            found += 1;
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => page.clone(),
                _ => folder.join(path),
            };
            assert!(fs::exists(&target), "{page:?} links to {link}");
            if !heading.is_empty() {
                let target = fs::read_to_string(&target).expect("a page");
                let mut headings = prose(&target).filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|line| anchor(line) == heading),
                    "{page:?} links to {link}"
                );
            }
        }
    }
    assert!(found > 150, "{found} links");
}

/// The cells of the rows of every table in a module's `//!` text, without the header rows.
fn table_rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    lines
        .filter(|line| !line.starts_with("what |"))
        .map(|line| line.trim_end_matches(" |").split(" | ").collect())
        .collect()
}

#[test]
fn every_item_of_the_founding_texts_has_a_function_a_test_that_exists_and_a_place() {
    let text = fs::read_to_string("src/classics.rs").expect("the table");
    let rows = table_rows(&text);
    assert!(rows.len() >= 48, "{}", rows.len());
    let code: String = ["src", "tests", "crates"]
        .into_iter()
        .flat_map(rust_files)
        .map(|path| fs::read_to_string(path).expect("a text file"))
        .collect();
    let exhibits: Vec<_> = code
        .split("(\"")
        .filter_map(|rest| rest.split('"').next())
        .collect();
    for row in rows {
        let [subject, compared, function, test, seen] = row[..] else {
            panic!("this row does not have five cells: {row:?}");
        };
        let verdicts = ["as written", "differs: ", "added"];
        assert!(
            verdicts.iter().any(|verdict| compared.starts_with(verdict)),
            "{subject}: {compared}"
        );
        assert!(!function.is_empty() && !seen.is_empty(), "{subject}");
        let test = test.trim_matches('`');
        assert!(
            code.contains(&format!("fn {test}()")),
            "{subject}: no test {test}"
        );
        if let Some((_, names)) = seen.split_once("contact lab, `") {
            for name in names.split("; ").next().unwrap_or_default().split("`, `") {
                let name = name.split('`').next().unwrap_or_default();
                assert!(exhibits.contains(&name), "{subject}: no exhibit {name}");
            }
        }
    }
}
