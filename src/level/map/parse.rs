//! From a map's text to its entities. After a problem it goes on behind the brush or the word.
//!
//! A parser from a crate would have to read the curves of Quake III and name the place of each problem in one run; `quake-map`,
//! the best known, stops at the first without a column and reads no curves.

use core::ops::Range;

use glam::DVec3;

use super::hull::{HullPlane, MAX_COORDINATE};
use super::lexer::{Found, Lexer, Token};
use super::mapping::Mapping;
use super::patch::MAX_CONTROL_POINTS;
use super::text::{Brush, Entity, Face, Pair, Patch};
use crate::level::text::{Problems, brief};

/// The repair of a text that no editor writes.
const DAMAGED: &str = "save the map again in TrenchBroom, or with the program that wrote it: the file seems to be damaged or cut off";

/// Marks that a problem was reported, and the rest of the block does not count.
struct Reported;

type Read<T> = Result<T, Reported>;

/// The entities of a map.
pub(super) fn parse<'s>(text: &'s str, problems: &mut Problems<'_>) -> Vec<Entity<'s>> {
    let mut parser = Parser {
        lexer: Lexer::new(text),
        problems,
    };
    let (mut entities, mut number, mut is_lost) = (Vec::new(), 0, false);
    while let Some((token, span)) = parser.lexer.next() {
        if token == Token::Open {
            let entity = parser.entity(span.start as u32, number);
            number += 1;
            is_lost = false;
            // A text of nothing else would take much memory.
            if !entity.is_empty() {
                entities.push(entity);
            }
        } else if !is_lost {
            let found = parser.found(&span);
            parser.error(span, found, "expected `{`, the beginning of an entity");
            is_lost = true;
        }
    }
    entities
}

struct Parser<'t, 'p, 's> {
    lexer: Lexer<'t>,
    problems: &'p mut Problems<'s>,
}

impl<'t> Parser<'t, '_, '_> {
    fn error(&mut self, span: Range<usize>, message: impl Into<String>, label: &str) {
        self.problems
            .error(span, message, label, Some(DAMAGED.to_owned()));
    }

    /// What is at `span`, for a message.
    fn found(&self, span: &Range<usize>) -> String {
        let text = self.problems.source().text();
        let word = text.get(span.clone()).unwrap_or_default();
        format!("`{}` is not expected here", brief(word.to_owned()))
    }

    /// Passes this word, or reports what stands in its place.
    fn pass(&mut self, token: Token<'_>, label: &str) -> Read<()> {
        match self.lexer.peek() {
            Some((found, _)) if found == token => {
                self.lexer.next();
                Ok(())
            }
            other => self.unexpected(other, label),
        }
    }

    fn unexpected<T>(&mut self, found: Found<'t>, label: &str) -> Read<T> {
        match found {
            Some((Token::Unclosed, span)) => {
                let message = "this quote has no other on its line";
                self.error(span, message, "expected `\"` at the end of the text");
            }
            Some((_, span)) => {
                let message = self.found(&span);
                self.error(span, message, label);
            }
            None => {
                let span = self.lexer.end();
                self.error(span, "the map ends in the middle of an entity", label);
            }
        }
        Err(Reported)
    }

    /// An entity, whose `{` is at `at`.
    fn entity(&mut self, at: u32, number: u32) -> Entity<'t> {
        let mut entity = Entity {
            at,
            number,
            ..Entity::default()
        };
        let mut parts = 0;
        loop {
            match self.lexer.next() {
                Some((Token::Close, _)) => return entity,
                Some((Token::Open, span)) => {
                    if self.part(&mut entity, span, (number, parts)).is_err() {
                        return entity;
                    }
                    parts += 1;
                }
                Some((Token::Quoted(key), _)) => match self.lexer.peek() {
                    Some((Token::Quoted(value), span)) => {
                        self.lexer.next();
                        let at = span.start as u32;
                        if key.eq_ignore_ascii_case("classname") {
                            entity.class.get_or_insert(value.trim());
                        }
                        entity.pairs.push(Pair { key, value, at });
                    }
                    other => {
                        if let Some((Token::Unclosed, _)) = other {
                            self.lexer.next();
                        }
                        let label = "expected the value of this key, in quotes";
                        let _: Read<()> = self.unexpected(other, label);
                    }
                },
                None => {
                    let _: Read<()> = self.unexpected(None, "expected `}`, the end of the entity");
                    return entity;
                }
                other => {
                    let _: Read<()> =
                        self.unexpected(other, "expected a key in quotes, `{` or `}`");
                    // One problem for everything that is lost here.
                    self.lexer.skip_blocks(1);
                    return entity;
                }
            }
        }
    }

    /// A brush or a patch behind its `{`, which is at `open`; `numbers` are those of its entity and of itself. An error means that
    /// the text has ended.
    fn part(
        &mut self,
        entity: &mut Entity<'t>,
        open: Range<usize>,
        numbers: (u32, u32),
    ) -> Read<()> {
        let at = open.start as u32;
        let mut depth = 1;
        let read = match self.lexer.peek() {
            Some((Token::Word(word), span)) => {
                self.lexer.next();
                self.named_part(entity, (word, span), (at, numbers), &mut depth)
            }
            _ => self.faces(false).map(|faces| {
                let number = numbers.1;
                entity.brushes.push(Brush { at, number, faces });
            }),
        };
        let read =
            read.and_then(|()| self.pass(Token::Close, "expected `}`, the end of the brush"));
        if read.is_err() && !self.lexer.skip_blocks(depth) {
            return Err(Reported);
        }
        Ok(())
    }

    /// A part whose kind is named.
    fn named_part(
        &mut self,
        entity: &mut Entity<'t>,
        (word, span): (&'t str, Range<usize>),
        (at, (number_of_entity, number)): (u32, (u32, u32)),
        depth: &mut usize,
    ) -> Read<()> {
        let is_equation = word.eq_ignore_ascii_case("brushDef3");
        let is_brush = is_equation || word.eq_ignore_ascii_case("brushDef");
        let is_patch = ["patchDef2", "patchDef3"]
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known));
        if !is_brush && !is_patch {
            let message = format!(
                "`{}` is not read: part {number} of entity {number_of_entity} is missing",
                brief(word.to_owned())
            );
            let help = "make it of brushes or patches".to_owned();
            let label = "expected `brushDef`, `brushDef3`, `patchDef2`, `patchDef3` or faces";
            self.problems.warning(span, message, label, Some(help));
            // What follows is passed in silence.
            return match self.lexer.peek() {
                Some((Token::Open, _)) => {
                    self.lexer.next();
                    match self.lexer.skip_blocks(1) {
                        true => Ok(()),
                        false => Err(Reported),
                    }
                }
                _ => Err(Reported),
            };
        }
        self.pass(Token::Open, "expected `{`")?;
        *depth = 2;
        if is_patch {
            let patch = self.patch()?;
            entity.patches.push(patch);
        } else {
            let faces = self.faces(is_equation)?;
            entity.brushes.push(Brush { at, number, faces });
        }
        self.pass(Token::Close, "expected `}`, the end of the block")?;
        *depth = 1;
        Ok(())
    }

    /// The faces up to the `}` of their block.
    fn faces(&mut self, is_equation: bool) -> Read<Vec<Face<'t>>> {
        let mut faces = Vec::new();
        loop {
            match self.lexer.peek() {
                Some((Token::OpenPoint, span)) => faces.extend(self.face(is_equation, span.start)?),
                Some((Token::Close, _)) => return Ok(faces),
                other => {
                    return self
                        .unexpected(other, "expected `(`, the first point of a face, or `}`");
                }
            }
        }
    }

    /// A face. None if its points are on a line, which is reported.
    fn face(&mut self, is_equation: bool, start: usize) -> Read<Option<Face<'t>>> {
        let plane = if is_equation {
            let [x, y, z, offset] =
                self.numbers("expected the four numbers of a plane, `( x y z d )`")?;
            HullPlane::of_equation(DVec3::new(x, y, z), offset)
        } else {
            let mut points = [DVec3::ZERO; 3];
            for point in &mut points {
                *point = self.point()?;
            }
            HullPlane::through(points)
        };
        let end = self.lexer.end().end;
        // How many numbers say how its picture lies on it.
        let mut mapping = 5;
        if let Some((Token::OpenPoint, _)) = self.lexer.peek() {
            self.matrix()?;
            mapping = 0;
        }
        let Some((material, _)) = self.lexer.material() else {
            let other = self.lexer.next();
            return self.unexpected(other, "expected the name of a material");
        };
        let mut numbers = [0.0; 8];
        let mut count = 0;
        let (mut axes, mut axis) = ([[0.0; 4]; 2], 0);
        loop {
            match self.lexer.peek() {
                Some((Token::Word(word), span)) => {
                    self.lexer.next();
                    let Ok(number) = word.parse::<f64>() else {
                        let found = self.found(&span);
                        self.error(span, found, "expected a number, the next face or `}`");
                        return Err(Reported);
                    };
                    if let Some(place) = numbers.get_mut(count) {
                        *place = number;
                    }
                    count += 1;
                }
                Some((Token::OpenAxis, _)) => {
                    self.lexer.next();
                    for at in 0..4 {
                        let number = self
                            .number("expected the four numbers of an axis, `[ x y z offset ]`")?;
                        if let Some(axis) = axes.get_mut(axis) {
                            axis[at] = number;
                        }
                    }
                    axis += 1;
                    self.pass(Token::CloseAxis, "expected `]`")?;
                    // With axes, only a turn and two factors stand before the flags.
                    mapping = 3;
                }
                _ => break,
            }
        }
        // Hexen II has one idle number there.
        let has_flags = count >= mapping + 2;
        let flag = |place: usize| match has_flags {
            true => numbers.get(place).map_or(0, |number| *number as u32),
            false => 0,
        };
        let Some(plane) = plane else {
            let message = "the points of this face are on a line: face dropped";
            let label = "expected three points that make a triangle";
            let help = "in the editor, delete the brush and draw it anew".to_owned();
            self.problems
                .warning(start..end, message, label, Some(help));
            return Ok(None);
        };
        let placed = match (mapping, numbers) {
            // The turn is only for editors: the axes have it.
            (3, [_, across, up, ..]) => Some(Mapping::along(axes, [across, up])),
            (5, [u, v, turn, across, up, ..]) => {
                Some(Mapping::projected(plane.normal, [u, v], turn, [across, up]))
            }
            _ => None,
        };
        Ok(Some(Face {
            plane,
            material,
            contents: flag(mapping),
            flags: flag(mapping + 1),
            mapping: placed,
        }))
    }

    /// Passes `( ( a b c ) ( d e f ) )`.
    fn matrix(&mut self) -> Read<()> {
        self.pass(Token::OpenPoint, "expected `(`")?;
        for _ in 0..2 {
            let _: [f64; 3] = self.numbers("expected three numbers, `( a b c )`")?;
        }
        self.pass(Token::ClosePoint, "expected `)`")
    }

    /// A curved surface, behind its `{`.
    fn patch(&mut self) -> Read<Patch<'t>> {
        let Some((material, _)) = self.lexer.material() else {
            let other = self.lexer.next();
            return self.unexpected(other, "expected the name of a material");
        };
        self.pass(Token::OpenPoint, "expected `(` and the size of the patch")?;
        let mut size = [0; 2];
        for count in &mut size {
            let span = self.lexer.peek().map(|(_, span)| span).unwrap_or_default();
            let number = self.number("expected how many points the patch has")?;
            let is_size =
                number >= 3.0 && number <= MAX_CONTROL_POINTS as f64 && number % 2.0 == 1.0;
            if !is_size {
                let message = format!("a patch cannot have {number} points in a row");
                let label = format!("expected an odd number from 3 to {MAX_CONTROL_POINTS}");
                self.error(span, message, &label);
                return Err(Reported);
            }
            *count = number as usize;
        }
        while let Some((Token::Word(_), _)) = self.lexer.peek() {
            self.lexer.next();
        }
        self.pass(Token::ClosePoint, "expected `)`")?;
        self.pass(
            Token::OpenPoint,
            "expected `(`, the beginning of the points",
        )?;
        let mut points = Vec::new();
        for _ in 0..size[0] {
            self.pass(Token::OpenPoint, "expected `(`, the next row of the patch")?;
            for _ in 0..size[1] {
                let span = self.lexer.peek().map(|(_, span)| span).unwrap_or_default();
                let [x, y, z, _, _] = self.numbers("expected five numbers, `( x y z u v )`")?;
                points.push(self.near(DVec3::new(x, y, z), span)?);
            }
            self.pass(
                Token::ClosePoint,
                "expected `)`, since the row has all its points",
            )?;
        }
        self.pass(
            Token::ClosePoint,
            "expected `)`, since the patch has all its rows",
        )?;
        Ok(Patch {
            material,
            size,
            points,
        })
    }

    /// `( x y z )`.
    fn point(&mut self) -> Read<DVec3> {
        let span = self.lexer.peek().map(|(_, span)| span).unwrap_or_default();
        let point = self.numbers("expected a point, `( x y z )`")?;
        self.near(DVec3::from_array(point), span)
    }

    /// `point`, unless it is too far away.
    fn near(&mut self, point: DVec3, span: Range<usize>) -> Read<DVec3> {
        if point.abs().max_element() <= MAX_COORDINATE {
            return Ok(point);
        }
        let far = point.abs().max_element();
        let label = format!("expected numbers up to {MAX_COORDINATE:e}");
        self.error(span, format!("this point is {far:.1e} units away"), &label);
        Err(Reported)
    }

    /// Numbers between `(` and `)`.
    fn numbers<const N: usize>(&mut self, label: &str) -> Read<[f64; N]> {
        self.pass(Token::OpenPoint, label)?;
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.number(label)?;
        }
        self.pass(Token::ClosePoint, label)?;
        Ok(numbers)
    }

    fn number(&mut self, label: &str) -> Read<f64> {
        match self.lexer.peek() {
            Some((Token::Word(word), span)) => {
                self.lexer.next();
                match word.parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(number),
                    _ => {
                        let message =
                            format!("`{}` is not a finite number", brief(word.to_owned()));
                        self.error(span, message, label);
                        Err(Reported)
                    }
                }
            }
            other => self.unexpected(other, label),
        }
    }
}
