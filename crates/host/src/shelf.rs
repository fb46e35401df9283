//! The opening book of the game in force: opened where `Book` names one that is about its rules, asked
//! before a search where `OwnBook` says so, and shown. Where `Book` names none, `OwnBook` opens the one that
//! comes with the game, if one does.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;

use crate::book::as_written;
use crate::event::{Notice, SearchOrder};
use crate::game::Game;
use crate::view::{BookMoveView, BookView, NoBook};
use plyglot_book::file::Refused;
use plyglot_book::{Book, BookMove, file};
use plyglot_core::file::read_text;
use plyglot_core::game::PlayedGame;
use plyglot_core::{RulesInForce, Score, Settings, Value, rng};
use plyglot_search::Skill;
use plyglot_search::player::PvInfo;

/// No line of a book is shown for longer.
const LINE_PLIES_MAX: usize = 100;

/// A book, and what it was opened for.
struct Opened<G: Game> {
    /// Of its file; empty where it is the one that comes with the game.
    path: String,
    in_force: RulesInForce,
    book: Arc<Book<G>>,
}

/// Where the book of a game stands.
pub(super) struct Shelf<G: Game> {
    opened: Option<Opened<G>>,
    is_played_from: bool,
    margin: i32,
}

impl<G: Game> Shelf<G> {
    /// With no book.
    pub(super) const fn empty() -> Self {
        Self { opened: None, is_played_from: false, margin: 0 }
    }

    /// The shelf that these settings ask for, and what the client should know. A book of another game or
    /// of other rules is none here; the error is that of a file that is none at all.
    pub(super) fn with(
        &self,
        variant: &'static str,
        settings: &Settings,
    ) -> Result<(Self, Vec<Notice>), String> {
        let path = match settings.get("Book") {
            Some(Value::Text(path)) => path.as_str(),
            _ => "",
        };
        let is_played_from = matches!(settings.get("OwnBook"), Some(Value::Check(true)));
        let margin = match settings.get("BookMargin") {
            Some(Value::Spin(margin)) => i32::try_from(*margin).unwrap_or(0),
            _ => 0,
        };
        let shelf = |opened| Self { opened, is_played_from, margin };
        if path.is_empty() && !is_played_from {
            return Ok((shelf(None), Vec::new()));
        }
        let (rules, in_force) =
            as_written::<G>(variant, settings).map_err(|error| error.to_string())?;
        if let Some(Opened { path: before, in_force: same, book }) = &self.opened
            && before == path
            && *same == in_force
        {
            let (path, book) = (before.clone(), Arc::clone(book));
            return Ok((shelf(Some(Opened { path, in_force, book })), Vec::new()));
        }
        let (found, from) = if path.is_empty() {
            (shipped(&rules).map(Ok), "with the game".to_owned())
        } else {
            (Some(in_file(&rules, &in_force, path)?), format!("from {path}"))
        };
        Ok(match found {
            Some(Ok(book)) => {
                let told = format!("book: {} positions {from}", book.len());
                let (path, book) = (path.to_owned(), Arc::new(book));
                (shelf(Some(Opened { path, in_force, book })), vec![Notice::Note(told)])
            }
            Some(Err(why)) => {
                (shelf(None), vec![Notice::Note(format!("book: not used: {path}: {why}"))])
            }
            None => (shelf(None), Vec::new()),
        })
    }

    /// [`Shelf::with`] because the rules have changed: what cannot be had any more is no book, and said.
    pub(super) fn open_again(&mut self, variant: &'static str, settings: &Settings) -> Vec<Notice> {
        let (shelf, told) = self
            .with(variant, settings)
            .unwrap_or_else(|error| (Self::empty(), vec![Notice::Error(error)]));
        *self = shelf;
        told
    }

    /// The book that moves are played from.
    pub(super) fn played_from(&self) -> Option<OpenBook<G>> {
        let opened = self.opened.as_ref().filter(|_| self.is_played_from)?;
        Some(OpenBook { book: Arc::clone(&opened.book), margin: self.margin })
    }

    /// What the book knows of a position, if one is open.
    pub(super) fn view(&self, rules: &G, played: &PlayedGame<G>) -> Result<BookView, NoBook> {
        let Some(Opened { book, .. }) = &self.opened else {
            return Err(NoBook { comes_with_game: rules.opening_book().is_some() });
        };
        let moves = book.moves(rules, played).into_iter().flatten().map(|mv| BookMoveView {
            text: rules.move_text(played.position(), mv.mv),
            score: mv.score,
            positions: book.count_behind(&mv),
        });
        Ok(BookView { positions: book.len(), moves: moves.collect() })
    }
}

/// The book in a file, or why it is one of another game or of other rules; the error is that of a file that
/// is no book.
fn in_file<G: Game>(
    rules: &G,
    in_force: &RulesInForce,
    path: &str,
) -> Result<Result<Book<G>, String>, String> {
    let of_file = |why: &dyn std::fmt::Display| format!("Book: {path}: {why}");
    let text = read_text(Path::new(path), file::BYTES_MAX).map_err(|error| of_file(&error))?;
    match file::read(rules, in_force, &text) {
        Ok(book) => Ok(Ok(book)),
        Err(Refused { why, is_of_others: true }) => Ok(Err(why)),
        Err(Refused { why, is_of_others: false }) => Err(of_file(&why)),
    }
}

/// The book that comes with a game of these rules.
fn shipped<G: Game>(rules: &G) -> Option<Book<G>> {
    let (variant, text) = rules.opening_book()?;
    let (rules, in_force) = as_written::<G>(variant, &Settings::defaults(&G::options())).ok()?;
    file::read(&rules, &in_force, text).ok()
}

/// A book that moves are played from.
pub(super) struct OpenBook<G: Game> {
    book: Arc<Book<G>>,
    /// A move that is worth so much less than the best may be played, too.
    margin: i32,
}

/// What a book answers.
pub(super) struct BookLine<M> {
    /// What the first move is worth.
    pub score: Score,
    /// That move, and then the best ones.
    pub moves: Vec<M>,
    /// There were several to choose from.
    pub is_drawn: bool,
}

impl<M> BookLine<M> {
    /// What is said of it, so long after the clock was started.
    pub(super) fn report(self, time: Duration) -> PvInfo<M> {
        let depth = u32::try_from(self.moves.len()).unwrap_or(u32::MAX);
        PvInfo { time, ..PvInfo::line(depth, self.score, self.moves) }
    }
}

/// Whether a move is all that is wanted: not where somebody wants to know what a search says, or asks for
/// less than the best.
pub(super) fn is_for_a_book(order: &SearchOrder) -> bool {
    let SearchOrder { limits, search_moves, options, trace, .. } = order;
    let is_search = limits.infinite || limits.ponder || limits.mate.is_some() || trace.is_some();
    !is_search && search_moves.is_empty() && options.multi_pv == 1 && options.skill == Skill::FULL
}

impl<G: Game> OpenBook<G> {
    /// What is played from here with this lot; `None` where the book has nothing that may be played.
    pub(super) fn line(
        &self,
        rules: &G,
        played: &PlayedGame<G>,
        lot: u64,
    ) -> Option<BookLine<G::Move>> {
        let good = self.good(rules, played);
        // Of moves that all lose it knows which takes longest, not which is hardest to answer.
        if good.first().is_some_and(|mv| mv.score.is_loss()) {
            return None;
        }
        let at = if good.len() > 1 { rng::seeded(lot).random_range(0..good.len()) } else { 0 };
        let first = good.get(at)?;
        let (mut played, mut line) = (played.clone(), vec![first.mv]);
        played.play(rules, first.mv);
        while line.len() < LINE_PLIES_MAX && played.outcome(rules).is_none() {
            let Some(next) = self.good(rules, &played).into_iter().next() else { break };
            line.push(next.mv);
            played.play(rules, next.mv);
        }
        Some(BookLine { score: first.score, moves: line, is_drawn: good.len() > 1 })
    }

    /// The moves that may be played, best first: those within the margin, or where the book knows who wins
    /// the best alone.
    fn good(&self, rules: &G, played: &PlayedGame<G>) -> Vec<BookMove<G::Move>> {
        let mut good = self.book.moves(rules, played).unwrap_or_default();
        match good.first().map(|mv| mv.score) {
            Some(best) if best.raw().abs() <= Score::EVAL_MAX.raw() => {
                good.retain(|mv| mv.score >= best.offset(-self.margin));
            }
            _ => good.truncate(1),
        }
        good
    }
}
