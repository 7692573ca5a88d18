//! Whether `include/sidle.h` says what the library exports: the same functions with the same arguments, and the same structs
//! with the same fields in the same order. With these, their layouts are the same on every machine.

use std::fs;

/// The text of a file of this package, without comments.
fn code(path: &str) -> String {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let mut text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    while let Some(start) = text.find("/*") {
        let end = text[start..].find("*/").expect("the end of a comment") + start + 2;
        text.replace_range(start..end, "");
    }
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

fn header() -> String {
    code("include/sidle.h")
}

/// All files of the library that export functions.
fn sources() -> String {
    let names = [
        "lib",
        "failure",
        "worlds",
        "queries",
        "moves",
        "players",
        "platforms",
    ];
    names
        .map(|name| code(&format!("src/{name}.rs")))
        .join("\n")
        .replace("core::ffi::", "")
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts of `text` between each `before` and the next `after`, with single spaces.
fn parts<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    let parts = text.split(before).skip(1);
    parts
        .map(|part| part.split(after).next().expect("a part"))
        .collect()
}

/// The name of a struct of the library in the header.
fn struct_name(name: &str) -> String {
    let name = name.strip_suffix("Desc").unwrap_or(name);
    let mut snake = String::from("sidle");
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

/// A type of the library in the header, with the length of an array.
fn c_type(rust: &str) -> (String, String) {
    let name = match rust {
        "f64" => "double",
        "f32" => "float",
        "u32" => "uint32_t",
        "usize" => "size_t",
        "Status" => "sidle_status",
        "*const c_char" => "const char *",
        "WorldHandle" => "sidle_world",
        "PlayerHandle" => "sidle_player",
        array if array.starts_with('[') => {
            let (of, length) = array[1..array.len() - 1]
                .split_once("; ")
                .expect("a length");
            return (c_type(of).0, format!("[{length}]"));
        }
        name => return (struct_name(name), String::new()),
    };
    (name.to_owned(), String::new())
}

/// An argument or field as the header declares it.
fn declared(name: &str, rust: &str) -> String {
    let inner = |before: &str| {
        rust.strip_prefix(before)
            .and_then(|rest| rest.strip_suffix('>'))
    };
    let (constant, pointed) = match (inner("In<"), inner("Out<")) {
        (Some(of), _) => ("const ", Some(of)),
        (_, Some(of)) => ("", Some(of)),
        _ => ("", None),
    };
    let (of, length) = c_type(pointed.unwrap_or(rust));
    let star = if pointed.is_some() && length.is_empty() {
        "*"
    } else {
        ""
    };
    format!("{constant}{of} {star}{name}{length}")
}

/// A collider is a number with another name.
fn plain(text: &str) -> String {
    words(text).replace("sidle_collider ", "uint32_t ")
}

#[test]
fn the_header_declares_the_functions_of_the_library() {
    let sources = sources();
    let mut exported: Vec<_> = parts(&sources, "pub extern \"C\" fn ", " {")
        .into_iter()
        .map(|part| {
            let part = words(part);
            let (name, rest) = part.split_once('(').expect("arguments");
            let (arguments, result) = rest.rsplit_once(") -> ").expect("a result");
            let arguments = arguments.trim().trim_end_matches(',');
            let arguments: Vec<_> = arguments
                .split(", ")
                .filter(|argument| !argument.is_empty())
                .map(|argument| {
                    let (name, rust) = argument.split_once(": ").expect("a type");
                    declared(name, rust)
                })
                .collect();
            let arguments = match arguments.is_empty() {
                true => "void".to_owned(),
                false => arguments.join(", "),
            };
            let result = c_type(result).0;
            let space = if result.ends_with('*') { "" } else { " " };
            format!("{result}{space}{name}({arguments})")
        })
        .collect();
    let header = header();
    let mut in_header: Vec<_> = header
        .split(';')
        .map(plain)
        .map(|line| line.replace("extern \"C\" { ", ""))
        .filter_map(|line| {
            let start = line
                .find("sidle_status sidle_")
                .or(line.find("const char *sidle_"))?;
            line.contains('(').then(|| line[start..].to_owned())
        })
        .collect();
    exported.sort();
    in_header.sort();
    assert!(exported.len() > 30, "{}", exported.len());
    assert_eq!(
        exported.len(),
        sources.matches("#[unsafe(no_mangle)]").count()
    );
    assert_eq!(exported, in_header);
}

#[test]
fn the_header_has_the_structs_of_the_library() {
    let types = code("src/types.rs");
    let header = header();
    let mut count = 0;
    for part in parts(&types, "#[repr(C)]\npub struct ", "\n}") {
        let (name, fields) = part.split_once(" {").expect("fields");
        let fields = fields.lines().filter_map(|line| {
            let field = line.trim().strip_prefix("pub ")?.strip_suffix(',')?;
            let (name, rust) = field.split_once(": ")?;
            Some(format!("{};", declared(name, rust)))
        });
        let fields: Vec<_> = fields.collect();
        let name = struct_name(name);
        let before = format!("typedef struct {name} {{");
        let found = parts(&header, &before, &format!("}} {name};"));
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(plain(found[0]), fields.join(" "), "{name}");
        count += 1;
    }
    assert_eq!(count, types.matches("pub struct").count());
    assert_eq!(count, header.matches("typedef struct").count() - 2);
}

#[test]
fn the_header_has_the_version_of_the_library() {
    let version = format!("#define SIDLE_VERSION \"{}\"\n", env!("CARGO_PKG_VERSION"));
    assert!(header().contains(&version), "{version}");
}
