//! The numbers of [`SearchParams`] by their names, for whoever tunes them.
//!
//! A name is the field's, after that of its group: `null_move.reduction`. A game that leaves a part of
//! the search out has none of its numbers; whether a part is on is not a number.

use super::SearchParams;

/// One number of the search.
#[derive(Clone, Copy, Debug)]
pub struct SearchNumber {
    /// Its name.
    pub name: &'static str,
    /// The least that makes sense.
    pub min: i32,
    /// The most.
    pub max: i32,
    of: fn(&mut SearchParams) -> Option<&mut i32>,
}

impl SearchNumber {
    /// Its value, where the game has it.
    pub fn get(&self, mut params: SearchParams) -> Option<i32> {
        (self.of)(&mut params).copied()
    }

    /// Sets it where the game has it, held to its range.
    pub fn set(&self, params: &mut SearchParams, value: i32) {
        if let Some(number) = (self.of)(params) {
            *number = value.clamp(self.min, self.max);
        }
    }
}

/// All of them.
pub static SEARCH_NUMBERS: [SearchNumber; 34] = [
    number("aspiration", 5, 500, |it| Some(&mut it.aspiration)),
    number("iir_depth_min", 1, 20, |it| it.iir_depth_min.as_mut()),
    number("reverse_futility.margin", 0, 1000, |it| {
        it.reverse_futility.as_mut().map(|it| &mut it.margin)
    }),
    number("reverse_futility.depth_max", 0, 20, |it| {
        it.reverse_futility.as_mut().map(|it| &mut it.depth_max)
    }),
    number("razoring.margin", 0, 2000, |it| it.razoring.as_mut().map(|it| &mut it.margin)),
    number("razoring.depth_max", 0, 10, |it| it.razoring.as_mut().map(|it| &mut it.depth_max)),
    number("null_move.depth_min", 1, 12, |it| it.null_move.as_mut().map(|it| &mut it.depth_min)),
    number("null_move.reduction", 1, 8, |it| it.null_move.as_mut().map(|it| &mut it.reduction)),
    number("null_move.depth_divisor", 1, 12, |it| {
        it.null_move.as_mut().map(|it| &mut it.depth_divisor)
    }),
    number("null_move.eval_divisor", 20, 2000, |it| {
        it.null_move.as_mut().map(|it| &mut it.eval_divisor)
    }),
    number("null_move.eval_reduction_max", 0, 8, |it| {
        it.null_move.as_mut().map(|it| &mut it.eval_reduction_max)
    }),
    number("prob_cut.threshold", 0, 400, |it| it.prob_cut.as_mut().map(|it| &mut it.threshold)),
    number("lmr.move_min", 0, 20, |it| it.lmr.as_mut().map(|it| &mut it.move_min)),
    number("lmr.depth_min", 1, 12, |it| it.lmr.as_mut().map(|it| &mut it.depth_min)),
    number("lmr.divisor", 60, 2000, |it| it.lmr.as_mut().map(|it| &mut it.divisor)),
    number("lmr.base", -300, 300, |it| it.lmr.as_mut().map(|it| &mut it.base)),
    number("lmr.non_pv", -100, 400, |it| it.lmr.as_mut().map(|it| &mut it.non_pv)),
    number("lmr.not_improving", -100, 400, |it| it.lmr.as_mut().map(|it| &mut it.not_improving)),
    number("lmr.cut_node", -100, 400, |it| it.lmr.as_mut().map(|it| &mut it.cut_node)),
    number("lmr.history_divisor", 500, 65536, |it| {
        it.lmr.as_mut().map(|it| &mut it.history_divisor)
    }),
    number("lmr.losing_capture", 0, 4, |it| it.lmr.as_mut().map(|it| &mut it.losing_capture)),
    number("move_pruning.lmp_base", 0, 40, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.lmp_base)
    }),
    number("move_pruning.lmp_growth", 0, 10, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.lmp_growth)
    }),
    number("move_pruning.lmp_depth_max", 0, 16, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.lmp_depth_max)
    }),
    number("move_pruning.futility_base", 0, 1000, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.futility_base)
    }),
    number("move_pruning.futility_margin", 0, 1000, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.futility_margin)
    }),
    number("move_pruning.futility_depth_max", 0, 16, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.futility_depth_max)
    }),
    number("move_pruning.history_margin", 0, 32768, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.history_margin)
    }),
    number("move_pruning.history_depth_max", 0, 16, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.history_depth_max)
    }),
    number("move_pruning.see_capture_margin", 0, 500, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.see_capture_margin)
    }),
    number("move_pruning.see_capture_depth_max", 0, 16, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.see_capture_depth_max)
    }),
    number("move_pruning.see_quiet_depth_max", 0, 16, |it| {
        it.move_pruning.as_mut().map(|it| &mut it.see_quiet_depth_max)
    }),
    number("qsearch_pruning.delta", 0, 1000, |it| {
        it.qsearch_pruning.as_mut().map(|it| &mut it.delta)
    }),
    number("qsearch_pruning.evasions_max", 1, 40, |it| {
        it.qsearch_pruning.as_mut().map(|it| &mut it.evasions_max)
    }),
];

const fn number(
    name: &'static str,
    min: i32,
    max: i32,
    of: fn(&mut SearchParams) -> Option<&mut i32>,
) -> SearchNumber {
    SearchNumber { name, min, max, of }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ProbCut;

    /// What stands in the struct is in the table: no number can be forgotten, none named twice.
    #[test]
    fn every_number_of_the_search_has_its_name_and_range() {
        let prob_cut = Some(ProbCut { threshold: 150 });
        let iir_depth_min = Some(4);
        let full = SearchParams { iir_depth_min, prob_cut, ..SearchParams::selective(100) };
        let numbers = format!("{full:?}").matches(|c: char| c.is_ascii_digit()).count();
        let digits = SEARCH_NUMBERS.iter().filter_map(|it| it.get(full));
        let digits: usize = digits.map(|value| value.unsigned_abs().to_string().len()).sum();
        assert_eq!(digits, numbers, "{full:?}");
        for number in &SEARCH_NUMBERS {
            let value = number.get(full).unwrap_or_else(|| panic!("{} is not there", number.name));
            assert!((number.min..=number.max).contains(&value), "{}: {value}", number.name);
            let mut other = full;
            number.set(&mut other, i32::MAX);
            assert_eq!(number.get(other), Some(number.max), "{}", number.name);
            let changed = SEARCH_NUMBERS.iter().filter(|it| it.get(other) != it.get(full)).count();
            assert!(changed <= 1, "{} changes {changed}", number.name);
            let is_everywhere = number.name == "aspiration";
            assert_eq!(number.get(SearchParams::NONE).is_some(), is_everywhere, "{}", number.name);
        }
    }
}
