//! The imports between the files of a crate, read from their text.
//!
//! An import is a path in code (`use` or inline) that names an item of another file. A name that a module re-exports
//! counts for the file that defines it, so a facade (`pub use` of a folder's `mod.rs`) adds no separate import. Tests
//! do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::support::fs;

/// The segments of a module's path below the crate's root.
pub type Module = Vec<String>;

/// The imports between the files of a crate.
pub struct Imports {
    files: BTreeMap<Module, SourceFile>,
}

/// The relevant content of a file.
struct SourceFile {
    path: PathBuf,
    /// Names defined at the top level.
    definitions: BTreeSet<String>,
    uses: Vec<Use>,
    /// Paths in code outside of `use`.
    paths: Vec<Vec<String>>,
}

/// One name that a `use` imports.
struct Use {
    path: Vec<String>,
    name: String,
    is_public: bool,
}

/// One import.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    pub from: Module,
    pub to: Module,
    pub item: String,
}

impl Imports {
    /// Reads the crate below `folder` whose root is the file `root`.
    pub fn read(folder: &Path, root: &str) -> Self {
        let mut files = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{next:?}: {error}")) {
                let path = entry.expect("a readable folder").path();
                if fs::is_dir(&path) {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let below = path.strip_prefix(folder).expect("a file of the folder");
                    let module = module_of(below, root);
                    if module.last().is_none_or(|name| name != "tests") {
                        files.insert(module, SourceFile::read(&path));
                    }
                }
            }
        }
        Self { files }
    }

    /// The path of a module's file.
    pub fn path(&self, module: &Module) -> &Path {
        &self.files[module].path
    }

    /// All imports, sorted.
    pub fn arrows(&self) -> BTreeSet<Arrow> {
        let mut arrows = BTreeSet::new();
        for (module, file) in &self.files {
            let used = file.uses.iter().filter_map(|import| {
                let (to, item) = self.resolve(&self.absolute(module, &import.path)?, 0);
                // A facade: the module re-exports names from below it.
                let hands_on = import.is_public && to.starts_with(module);
                (!hands_on).then_some((to, item))
            });
            let inline = file.paths.iter().filter_map(|path| {
                let absolute = self.absolute_inline(module, path)?;
                Some(self.resolve(&absolute, 0))
            });
            for (to, item) in used.chain(inline) {
                if to != *module {
                    arrows.insert(Arrow {
                        from: module.clone(),
                        to,
                        item,
                    });
                }
            }
        }
        arrows
    }

    /// The circles of files that import one another, each sorted; the largest first.
    pub fn circles(&self) -> Vec<Vec<Module>> {
        let mut next: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for arrow in self.arrows() {
            next.entry(arrow.from).or_default().insert(arrow.to);
        }
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = next
            .keys()
            .map(|start| {
                let mut reached = BTreeSet::new();
                let mut open: Vec<&Module> = next[start].iter().collect();
                while let Some(module) = open.pop() {
                    if reached.insert(module) {
                        open.extend(next.get(module).into_iter().flatten());
                    }
                }
                (start, reached)
            })
            .collect();
        let mutual = |a: &Module, b: &Module| {
            let leads = |from, to| reached.get(from).is_some_and(|all| all.contains(to));
            leads(a, b) && leads(b, a)
        };
        let mut circles: Vec<Vec<Module>> = Vec::new();
        for module in next.keys().filter(|module| mutual(module, module)) {
            match circles.iter_mut().find(|circle| mutual(&circle[0], module)) {
                Some(circle) => circle.push(module.clone()),
                None => circles.push(vec![module.clone()]),
            }
        }
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        circles
    }

    /// A path as it is written in `module`, from the crate's root. `None`: it leads into another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let above = module.get(..module.len().checked_sub(ups)?)?;
                Some([above, &path[ups..]].concat())
            }
            first => {
                let child = [&module[..], &[first.to_owned()]].concat();
                let is_child = self.files.contains_key(&child);
                is_child.then(|| [&module[..], path].concat())
            }
        }
    }

    /// The absolute form of a path in code, whose first name may be an imported module.
    fn absolute_inline(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let imported = self.files[module]
            .uses
            .iter()
            .find(|import| import.name == path[0]);
        match imported {
            Some(import) => {
                let target = self.absolute(module, &import.path)?;
                let is_module = self.files.contains_key(&target);
                is_module.then(|| [&target[..], &path[1..]].concat())
            }
            None => self.absolute(module, path),
        }
    }

    /// The module that defines the item of an absolute path, and the item's name there.
    fn resolve(&self, path: &[String], depth: usize) -> (Module, String) {
        let mut length = 0;
        while length < path.len() && self.files.contains_key(&path[..=length]) {
            length += 1;
        }
        let (module, rest) = (path[..length].to_vec(), &path[length..]);
        let Some(item) = rest.first() else {
            return (module, String::new());
        };
        let file = &self.files[&module];
        let handed_on = file.uses.iter().find(|import| import.name == *item);
        if let Some(import) = handed_on.filter(|_| depth < 8 && !file.definitions.contains(item))
            && let Some(target) = self.absolute(&module, &import.path)
            && target != path
        {
            return self.resolve(&[&target[..], &rest[1..]].concat(), depth + 1);
        }
        (module, item.clone())
    }
}

/// The module of the file at `path` below the crate's folder.
fn module_of(path: &Path, root: &str) -> Module {
    if path == Path::new(root) {
        return Module::new();
    }
    let parts = path.with_extension("");
    let mut module: Module = parts
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    module.pop_if(|last| last == "mod");
    module
}

impl SourceFile {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a text file");
        let code = text.split("#[cfg(test)]\nmod tests").next();
        let tokens = tokens(code.unwrap_or_default());
        let mut file = Self {
            path: path.to_owned(),
            definitions: BTreeSet::new(),
            uses: Vec::new(),
            paths: Vec::new(),
        };
        let (mut at, mut depth) = (0, 0_usize);
        let mut is_public = false;
        while let Some(token) = tokens.get(at) {
            match token.as_str() {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "pub" => is_public = true,
                "use" => {
                    at = file.read_use(&tokens, at + 1, &mut Vec::new(), is_public);
                    is_public = false;
                    continue;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"
                | "macro_rules" => {
                    if depth == 0 {
                        let names = tokens[at + 1..].iter();
                        let name = names.take(3).find(|name| {
                            is_name(name) && !matches!(name.as_str(), "fn" | "mut" | "unsafe")
                        });
                        file.definitions.extend(name.cloned());
                    }
                    is_public = false;
                }
                ";" => is_public = false,
                name if is_name(name) && tokens.get(at + 1).is_some_and(|token| token == "::") => {
                    let mut path = vec![name.to_owned()];
                    while tokens.get(at + 1).is_some_and(|token| token == "::")
                        && tokens.get(at + 2).is_some_and(|token| is_name(token))
                    {
                        path.push(tokens[at + 2].clone());
                        at += 2;
                    }
                    file.paths.push(path);
                }
                _ => {}
            }
            at += 1;
        }
        file
    }

    /// Reads a tree of `use` from the token `at` on, below `prefix`; returns where it ends.
    fn read_use(
        &mut self,
        tokens: &[String],
        mut at: usize,
        prefix: &mut Vec<String>,
        is_public: bool,
    ) -> usize {
        let length = prefix.len();
        loop {
            match tokens.get(at).map(String::as_str) {
                Some("::") => at += 1,
                Some("{") => {
                    at += 1;
                    while tokens.get(at).is_some_and(|token| token != "}") {
                        at = self.read_use(tokens, at, prefix, is_public);
                        at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                    }
                    prefix.truncate(length);
                    return at + 1;
                }
                Some(name) if is_name(name) || name == "*" => {
                    prefix.push(name.to_owned());
                    at += 1;
                    if tokens.get(at).is_some_and(|token| token == "::") {
                        continue;
                    }
                    let mut path = prefix.clone();
                    path.pop_if(|last| last == "self" || last == "*");
                    let mut alias = path.last().cloned().unwrap_or_default();
                    if tokens.get(at).is_some_and(|token| token == "as") {
                        alias.clone_from(&tokens[at + 1]);
                        at += 2;
                    }
                    self.uses.push(Use {
                        path,
                        name: alias,
                        is_public,
                    });
                    prefix.truncate(length);
                    return at;
                }
                _ => return at + 1,
            }
        }
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// Names, `::` and single signs, without comments, strings and characters.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let after = |end: Option<usize>, length: usize| end.map_or(code.len(), |end| end + length);
        let length = if rest.starts_with("//") {
            after(rest.find('\n'), 0)
        } else if rest.starts_with("/*") {
            after(rest.find("*/"), 2)
        } else if let Some(raw) = rest.strip_prefix("r\"") {
            2 + after(raw.find('"'), 1)
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            3 + after(raw.find("\"#"), 2)
        } else if first == '"' {
            1 + end_of_text(&rest[1..])
        } else if first == '\'' {
            end_of_character(rest)
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let word = &rest[..end.unwrap_or(rest.len())];
            tokens.push(word.to_owned());
            word.len()
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    tokens
}

/// The end of a string literal, behind its closing quote.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a character literal, or of the sign before a lifetime.
fn end_of_character(rest: &str) -> usize {
    let mut letters = rest.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some(_)) => rest[3..].find('\'').map_or(1, |end| end + 4),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}
