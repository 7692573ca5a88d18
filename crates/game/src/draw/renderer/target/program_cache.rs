//! Programs that are compiled when they are first needed, since most levels need few of them.

use std::collections::BTreeMap;

use crate::draw::renderer::target::program::{Gpu, Program};
use crate::platform;

/// Programs by their purpose.
pub struct ProgramCache<K> {
    programs: BTreeMap<K, Option<Program>>,
    compile: fn(&mut Gpu, K) -> Result<Program, String>,
}

impl<K: Copy + Ord> ProgramCache<K> {
    pub fn new(compile: fn(&mut Gpu, K) -> Result<Program, String>) -> Self {
        Self {
            programs: BTreeMap::new(),
            compile,
        }
    }

    /// Compiles the program of `key`, which the game cannot do without.
    ///
    /// # Errors
    /// When the driver refuses it.
    pub fn require(&mut self, context: &mut Gpu, key: K) -> Result<(), String> {
        let program = (self.compile)(context, key)?;
        self.programs.insert(key, Some(program));
        Ok(())
    }

    /// The program of `key`; `None` if the driver refuses it, which is printed once.
    pub fn get(&mut self, context: &mut Gpu, key: K) -> Option<&Program> {
        let compile = self.compile;
        let program = self.programs.entry(key).or_insert_with(|| {
            let compiled = compile(context, key);
            compiled.map_err(|why| platform::print_message(&why)).ok()
        });
        program.as_ref()
    }
}
