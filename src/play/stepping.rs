//! A move announced and then watched step by step: [dubner-1990] has its program say `Пойду
//! с 7 8 9 10` and sow one pit at each Enter, the list growing shorter.

use super::Play;

impl Play {
    /// `I am going to play 1,2,4`, what is left of a move.
    pub(super) fn announcement(&self) -> String {
        if let Some(announced) = self.classic_announcement(&self.steps) {
            return announced;
        }
        let what = if self.steps.len() == 1 { "it" } else { "the next step" };
        format!("I am going to play {}; Enter plays {what}", self.steps.join(","))
    }

    /// The next step of the mind's move. With the last one the steps become the one move they are.
    pub(super) fn step(&mut self) -> Vec<String> {
        let step = self.steps.remove(0);
        let played = self.engine.play(&[&step]);
        if let Err(error) = played {
            self.steps.clear();
            return vec![error.to_string()];
        }
        if self.steps.is_empty() {
            self.join_steps();
            self.keep_last_words();
        }
        let going_on = (!self.steps.is_empty()).then(|| self.announcement());
        self.board().into_iter().chain(going_on).collect()
    }

    /// What was played step by step is taken back and played as one.
    fn join_steps(&mut self) {
        let (count, whole) = std::mem::take(&mut self.begun);
        let joined = self.engine.undo(u32::try_from(count).unwrap_or(0)).is_ok()
            && self.engine.play(&[&whole]).is_ok();
        debug_assert!(joined, "{count} steps are {whole}");
    }
}
