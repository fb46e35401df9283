//! Draws that are claimed in `plyglot play`, by persons and by minds.

use super::{arguments, last, open, refuses, save_game, talk};
use plyglot::io::Dialogue;
use plyglot::play::job::PlayJob;

const ROUND: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
const CLAIMED: &str = "Last move: f6g8. The game is over: draw (threefold repetition, claimed).";

#[test]
fn a_person_claims_a_draw_or_plays_on() {
    let mut play = open(&arguments("chess", "both"));
    let no_draw = "claim: the first side may claim no draw here; `claim MOVE` claims with a move";
    refuses(&mut play, "claim", no_draw);
    let said = talk(&mut play, &[ROUND, ROUND].concat());
    let offer = "A draw may be claimed (threefold repetition): `claim`.";
    assert_eq!(last(&said), format!("Last move: f6g8. Turn of the first side. {offer}"));
    let said = talk(&mut play, &["e4"]);
    assert_eq!(last(&said), "Last move: e2e4. Turn of the second side.");
    let said = talk(&mut play, &["undo", "claim"]);
    assert_eq!(said[said.len() - 2], CLAIMED);
    refuses(
        &mut play,
        "claim",
        "the game is over: draw (threefold repetition, claimed); `new` begins another",
    );
    // Taken back, it is nobody's claim any more.
    talk(&mut play, &["undo"]);
    let said = talk(&mut play, &["Ng8"]);
    assert!(last(&said).ends_with(offer), "{said:?}");
}

#[test]
fn a_claim_may_come_with_the_move_that_brings_the_draw_about() {
    let mut play = open(&arguments("chess", "both"));
    talk(&mut play, &[&ROUND[..], &ROUND[..3]].concat());
    refuses(&mut play, "claim e5", "claim: after `e5` no draw may be claimed");
    refuses(&mut play, "claim Ke5", "claim: `Ke5` is not legal here: no king of Black reaches e5");
    let said = talk(&mut play, &["claim Ng8"]);
    assert_eq!(said[said.len() - 2], CLAIMED);
}

#[test]
fn nobody_has_to_claim_what_comes_the_fifth_time() {
    let mut play = open(&arguments("chess", "both"));
    let said = talk(&mut play, &[ROUND; 4].concat());
    let end = "Last move: f6g8. The game is over: draw (fivefold repetition).";
    assert_eq!(said[said.len() - 2], end);
}

#[test]
fn a_mind_claims_as_its_option_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("threefold");
    save_game(&path, "chess", &[ROUND; 2].concat().join(" "));
    // It has not thought yet, so it does not think that it stands worse.
    for (claim, ends) in [("always", true), ("worse", false), ("never", false)] {
        let options = vec![format!("Claim={claim}")];
        let mut play = open(&PlayJob { options, ..arguments("chess", "first") });
        let said = play.answer(&format!("load {}", path.display()));
        assert_eq!(said.iter().any(|line| line == CLAIMED), ends, "{claim}: {said:?}");
    }
}
