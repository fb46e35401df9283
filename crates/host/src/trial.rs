//! Readings of a source text tried on a game, see [`crate::readings`].

use std::collections::HashMap;

use crate::game::Game;
use crate::readings::{Group, ReadingAnswer, best_first};
use plyglot_core::game::PlayedGame;
use plyglot_parallel as parallel;

/// Puts all moves of a game to all readings: groups, those that explain most before the others; of
/// two that explain as many, the one that misses less. Empty where the game has no such readings.
pub(super) fn try_readings<G: Game>(rules: &G, played: &PlayedGame<G>) -> Vec<Group> {
    let hypotheses = rules.readings();
    let lines: Vec<PlayedGame<G>> = (0..played.moves_played().len())
        .map(|plies| {
            let mut line = PlayedGame::new(rules, played.setup().clone());
            played.moves_played()[..plies].iter().for_each(|&mv| line.play(rules, mv));
            line
        })
        .collect();
    // By ply, then by reading.
    let answers: Vec<Vec<ReadingAnswer<G::Move>>> = parallel::map(lines.len(), |ply| {
        rules.reading_answers(&lines[ply], played.moves_played()[ply])
    });
    let answer = |ply: usize, reading: usize| {
        let ReadingAnswer { chosen, verdict } = answers[ply][reading];
        let chosen = chosen.map(|mv| rules.move_text(lines[ply].position(), mv));
        ReadingAnswer { chosen, verdict }
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut known = HashMap::new();
    for (index, hypothesis) in hypotheses.into_iter().enumerate() {
        let answers: Vec<_> = (0..lines.len()).map(|ply| answer(ply, index)).collect();
        let at = *known.entry(answers.clone()).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group { readings: Vec::new(), answers });
        }
        groups[at].readings.push(hypothesis);
    }
    best_first(&mut groups);
    groups
}
