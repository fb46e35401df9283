//! Thinking ahead: what a player may do while nothing is asked of it.

use std::sync::Arc;

use super::Engine;
use crate::options;
use plyglot_core::Limits;
use plyglot_host::event::{Listener, Notice, SearchOrder};
use plyglot_search::SearchControl;
use plyglot_search::time::Budget;

impl Engine {
    /// Lets the player think ahead, where it does that, the client lets it (`Ponder`), and there is
    /// something new to think about. Gives back its clock.
    pub(crate) fn think_ahead(
        &mut self,
        notices: &mut Vec<Notice>,
        listener: impl FnOnce() -> Listener,
    ) -> Option<Arc<SearchControl>> {
        let moves = self.ahead.clone().filter(|_| self.settings.check("Ponder"))?;
        if !self.state.thinks_ahead() {
            return None;
        }
        let control = SearchControl::new(Arc::clone(&self.timer), Budget::default(), None);
        control.time.start();
        let control = Arc::new(control);
        let order = SearchOrder {
            limits: Limits { infinite: true, ..Limits::default() },
            search_moves: Vec::new(),
            control: Arc::clone(&control),
            tt: self.tt(notices),
            options: options::search_options(&self.settings),
            show_wdl: self.settings.check("UCI_ShowWDL"),
            trace: None,
            listener: listener(),
        };
        self.state.think_ahead(&moves, order);
        Some(control)
    }

    /// Nothing is left to think ahead about until something changes.
    pub(crate) fn rest(&mut self) {
        self.ahead = None;
    }

    /// Something has changed that may concern what there is to think ahead about.
    pub(crate) fn stir(&mut self) {
        self.ahead.get_or_insert_default();
    }

    /// This move is the answer to a search: the opponent's reply to it is to be thought about.
    pub(crate) fn expect_reply_to(&mut self, best: &str) {
        self.ahead = Some(vec![best.to_owned()]);
    }
}
