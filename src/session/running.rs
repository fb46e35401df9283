//! What runs beside the session, and when its answer may be given.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::change::Change;
use super::event::Finished;
use plyglot_core::Limits;
use plyglot_search::SearchControl;

/// When an answer may be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answers {
    /// As soon as there is one.
    WhenDone,
    /// The same: it makes ready for searches, and answers `readyok`.
    Ready,
    /// The same: it asks the endgame tables. Whoever says `isready` behind it wants the answer first.
    Asked,
    /// The same: it reads or writes a file.
    Filed,
    /// There will be none: the player thinks ahead, nobody has asked for it, every command ends it.
    Never,
    /// Not before `stop`.
    AfterStop,
    /// Not before `stop` or `ponderhit`; after the latter as if it had just begun.
    AfterPonderHit {
        /// Then still not before `stop`.
        infinite: bool,
    },
}

impl Answers {
    /// However early there is one.
    const fn are_withheld(self) -> bool {
        matches!(self, Self::AfterStop | Self::AfterPonderHit { .. })
    }
}

/// Something that runs beside the session.
#[derive(Debug)]
pub(super) struct RunningJob {
    pub control: Arc<SearchControl>,
    answers: Answers,
    /// Something else than `stop` will end it.
    limited: bool,
    /// It searches to the target of the adaptive depth policy.
    pub is_adaptive: bool,
    /// Somebody has asked it to end.
    pub stopped: bool,
    /// It is done, and this is what there is to say.
    pub answer: Option<Finished>,
    /// Where it puts what it changes at the desk, before it is done.
    pub changes: Option<Receiver<Change>>,
}

impl RunningJob {
    /// A search with these limits; `ends` where none are needed to end it.
    pub(super) fn new(
        control: Arc<SearchControl>,
        limits: &Limits,
        is_adaptive: bool,
        ends: bool,
    ) -> Self {
        let answers = match (limits.ponder, limits.infinite) {
            (true, infinite) => Answers::AfterPonderHit { infinite },
            (false, true) => Answers::AfterStop,
            (false, false) => Answers::WhenDone,
        };
        let limited = limits.is_limited() || is_adaptive || ends;
        Self { answers, limited, is_adaptive, ..Self::counting(control) }
    }

    /// A count or a bench: it ends by itself.
    pub(super) fn counting(control: Arc<SearchControl>) -> Self {
        Self {
            control,
            answers: Answers::WhenDone,
            limited: true,
            is_adaptive: false,
            stopped: false,
            answer: None,
            changes: None,
        }
    }

    /// What searches will need is being made.
    pub(super) fn preparing(control: Arc<SearchControl>) -> Self {
        Self { answers: Answers::Ready, ..Self::counting(control) }
    }

    /// The endgame tables are asked.
    pub(super) fn asking(control: Arc<SearchControl>) -> Self {
        Self { answers: Answers::Asked, ..Self::counting(control) }
    }

    /// A file is read or written: soon done, and whatever else the client says comes after it.
    pub(super) fn filing(control: Arc<SearchControl>, changes: Receiver<Change>) -> Self {
        Self { answers: Answers::Filed, changes: Some(changes), ..Self::counting(control) }
    }

    /// The player thinks ahead.
    pub(super) fn ahead(control: Arc<SearchControl>) -> Self {
        Self { answers: Answers::Never, ..Self::counting(control) }
    }

    /// Its answer is wanted as soon as it is there.
    pub(super) fn answers_when_done(&self) -> bool {
        matches!(self.answers, Answers::WhenDone | Answers::Asked)
    }

    /// The player thinks ahead: nobody has asked for it.
    pub(super) fn is_ahead(&self) -> bool {
        self.answers == Answers::Never
    }

    /// Nothing but the client will end it, and the client has not done so yet.
    pub(super) fn is_unbounded(&self) -> bool {
        !self.stopped && (self.answers.are_withheld() || !self.limited)
    }

    /// It reads or writes a file.
    pub(super) fn is_filing(&self) -> bool {
        self.answers == Answers::Filed
    }

    /// It makes ready for searches.
    pub(super) fn prepares(&self) -> bool {
        self.answers == Answers::Ready
    }

    /// Its end is near and asked for: `isready` is answered after it.
    pub(super) fn is_ending(&self) -> bool {
        self.prepares() || self.answers == Answers::Asked || self.stopped && !self.is_ahead()
    }

    /// The answer, if it is there and may be given.
    pub(super) fn released(&mut self) -> Option<Finished> {
        let at_once = !self.answers.are_withheld();
        let may = self.stopped || at_once;
        if may { self.answer.take() } else { None }
    }

    /// It is to end and to answer.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.control.stop.set();
    }

    /// The move pondered on was played: time counts from now.
    pub(super) fn ponder_hit(&mut self) {
        if let Answers::AfterPonderHit { infinite } = self.answers {
            self.answers = if infinite { Answers::AfterStop } else { Answers::WhenDone };
            self.control.time.start();
        }
    }
}
