//! What runs beside the session, and when its answer may be given.

use std::sync::Arc;

use super::engine::Finish;
use crate::core::Limits;
use crate::search::Clock;

/// When an answer may be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answers {
    /// As soon as there is one.
    WhenDone,
    /// There will be none: the mind thinks ahead, nobody has asked for it, every command ends it.
    Never,
    /// Not before `stop`.
    AfterStop,
    /// Not before `stop` or `ponderhit`; after the latter as if it had just begun.
    AfterPonderHit {
        /// Then still not before `stop`.
        infinite: bool,
    },
}

/// Something that runs beside the session.
#[derive(Debug)]
pub(super) struct Busy {
    pub clock: Arc<Clock>,
    answers: Answers,
    /// Something else than `stop` will end it.
    limited: bool,
    /// It searches to the target of the adaptive depth policy.
    pub paced: bool,
    /// Somebody has asked it to end.
    pub stopped: bool,
    /// It is done, and this is what there is to say.
    pub answer: Option<Finish>,
}

impl Busy {
    pub(super) fn new(clock: Arc<Clock>, limits: &Limits, paced: bool) -> Self {
        let answers = match (limits.ponder, limits.infinite) {
            (true, infinite) => Answers::AfterPonderHit { infinite },
            (false, true) => Answers::AfterStop,
            (false, false) => Answers::WhenDone,
        };
        let limited = limits.is_limited() || paced;
        Self { answers, limited, paced, ..Self::counting(clock) }
    }

    /// A count or a bench: it ends by itself.
    pub(super) fn counting(clock: Arc<Clock>) -> Self {
        let answers = Answers::WhenDone;
        Self { clock, answers, limited: true, paced: false, stopped: false, answer: None }
    }

    /// The mind thinks ahead.
    pub(super) fn ahead(clock: Arc<Clock>) -> Self {
        Self { answers: Answers::Never, ..Self::counting(clock) }
    }

    /// Its answer is wanted as soon as it is there.
    pub(super) fn answers_when_done(&self) -> bool {
        self.answers == Answers::WhenDone
    }

    /// The mind thinks ahead: nobody has asked for it.
    pub(super) fn is_ahead(&self) -> bool {
        self.answers == Answers::Never
    }

    /// Nothing but the client will end it.
    pub(super) fn is_unbounded(&self) -> bool {
        let withheld = matches!(self.answers, Answers::AfterStop | Answers::AfterPonderHit { .. });
        withheld || !self.limited
    }

    /// The answer, if it is there and may be given.
    pub(super) fn released(&mut self) -> Option<Finish> {
        let may = self.stopped || matches!(self.answers, Answers::WhenDone | Answers::Never);
        if may { self.answer.take() } else { None }
    }

    /// It is to end and to answer.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        self.clock.stop();
    }

    /// The move pondered on was played: time counts from now.
    pub(super) fn ponder_hit(&mut self) {
        if let Answers::AfterPonderHit { infinite } = self.answers {
            self.answers = if infinite { Answers::AfterStop } else { Answers::WhenDone };
            self.clock.start();
        }
    }
}
