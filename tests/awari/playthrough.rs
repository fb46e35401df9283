//! A random game by each rule set as text, with all that can be asked of every position: what the
//! rules say of a whole game cannot change unseen. `PLYGLOT_BLESS=1 cargo test --test all awari::playthrough`
//! writes the games anew; what is different then is to be read. Moves and boards are held against the
//! plain program besides.

use std::fmt::Write;
use std::path::Path;

use rand::RngExt;

use plyglot::core::Side;
use plyglot::core::rng::seeded;
use plyglot::game::perft::{Leaves, perft};
use plyglot::game::{Ending, Line, Notation, Rules};
use plyglot::games::Game;
use plyglot::games::awari::{Awari, RuleSet};

use super::naive::Naive;

/// A game of random moves, chosen by this seed: a board a line, and below it the moves, those that
/// win seeds marked, how many turns of two moves there are, and which was played.
fn played(set: RuleSet, seed: u64) -> String {
    let awari = Awari::new(set);
    let mut line = Line::new(&awari, awari.start());
    let mut rng = seeded(seed);
    let mut text = awari.describe().join("\n") + "\n";
    while line.outcome(&awari).is_none() {
        let pos = *line.position();
        let moves = line.moves(&awari);
        let mv = moves[rng.random_range(0..moves.len())];
        let shown = moves.iter().map(|&mv| {
            let mark = if awari.is_irreversible(&pos, mv) { "x" } else { "" };
            awari.move_text(&pos, mv) + mark
        });
        let _ = writeln!(
            text,
            "\n{}. {}\nmoves {}; {} in two plies; plays {}",
            line.played().len() + 1,
            awari.position_text(&pos),
            shown.collect::<Vec<_>>().join(" "),
            perft(&awari, &pos, 2, Leaves::Bulk),
            awari.move_text(&pos, mv),
        );
        let naive = Naive::parse(&awari.position_text(&pos));
        let house = usize::from(mv.0) + if pos.side == Side::First { 0 } else { 6 };
        assert_eq!(naive.perft(set, 2), perft(&awari, &pos, 2, Leaves::Each), "{naive:?}");
        line.play(&awari, mv);
        assert_eq!(naive.sow(set, house).after.text(), awari.position_text(line.position()));
    }
    let outcome = line.outcome(&awari).unwrap();
    let how = match outcome.ending {
        Ending::Draw => "a draw".to_owned(),
        Ending::Win(side) => format!("{side:?} wins"),
        Ending::Margin(margin) => format!("{margin:+} for the first side"),
    };
    let _ = writeln!(text, "\n{}\n{how}: {}", awari.position_text(line.position()), outcome.reason);
    text
}

#[test]
fn playthroughs_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/awari");
    for (name, set, seed) in [("oware", RuleSet::OWARE, 3), ("awari", RuleSet::AWARI, 4)] {
        let (path, text) = (folder.join(format!("{name}.txt")), played(set, seed));
        if std::env::var_os("PLYGLOT_BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        let differs = text.lines().zip(kept.lines()).find(|(now, kept)| now != kept);
        assert_eq!(differs, None, "{name}: the first line that is not as it was kept");
        assert_eq!(text.lines().count(), kept.lines().count(), "{name}");
    }
}
