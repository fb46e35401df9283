//! The rules of a match reach its players, in process and as programs, or the match is refused.

use plyglot::core::{Score, Settings};
use plyglot::engine::claim::Claim;
use plyglot::matches::player::MatchPlayer;
use plyglot::matches::referee::{Game, Opening};
use plyglot::matches::rules::MatchRules;
use plyglot::matches::run::{Match, Signals, run};
use plyglot::options;
use plyglot::registry::GAMES;

use super::external::played;
use super::{plan_of, play, stub};

/// A match of these players under these options, as the command line makes it.
fn under(variant: &str, given: &[&str], players: &[&str], games: u64) -> Result<Match, String> {
    let mut plan = plan_of(variant, players, games);
    let terms = &mut plan.terms;
    let mut settings = Settings::defaults(&options::all(GAMES));
    let set = given.iter().map(|option| options::set(&mut settings, GAMES, terms.game, option));
    let written = set.collect::<Result<_, _>>()?;
    terms.match_rules = MatchRules::new(terms.game, terms.variant, &settings, written)?;
    terms.settings = settings;
    for player in &plan.players {
        terms.match_rules.admit(player, GAMES, terms.game, terms.variant, &terms.settings)?;
    }
    Ok(plan)
}

/// Rules under which moves of the usual game are often illegal, or other moves legal.
const RULES: [(&str, &[&str]); 4] = [
    ("kalah", &["Kalah.Pits=4", "Kalah.Stones=3"]),
    ("abalone", &["Abalone.Broadside=false"]),
    ("morris", &["Morris.MillRepeat=forbidden"]),
    ("tictactoe", &["TicTacToe.Notation=drop", "Hash=2"]),
];

#[test]
fn minds_and_programs_play_by_the_options_of_the_match() {
    let own = format!("cmd={},name=program,nodes=60", env!("CARGO_BIN_EXE_plyglot"));
    for (variant, given) in RULES {
        let mut plan = under(variant, given, &["mind=alphabeta,nodes=60", &own], 2).unwrap();
        plan.terms.adjudication.plies_max = Some(60);
        let (lines, end) = play(&plan);
        assert_eq!(end.done, 2);
        let faults = ["illegal", "crashed", "silent", "claims"];
        let at_fault = |line: &&String| faults.iter().any(|fault| line.contains(fault));
        assert_eq!(lines.iter().find(at_fault), None, "{variant} {given:?}");
    }
}

#[test]
fn a_program_that_cannot_take_the_rules_is_refused_before_the_first_game() {
    let honest = stub("honest", "tc=5");
    for (given, player, why) in [
        (
            "TicTacToe.Notation=drop",
            honest.as_str(),
            "honest: cannot take the rules: no option is called `TicTacToe.Notation`",
        ),
        // How a mind thinks is no rule.
        ("TicTacToe.Level=1", honest.as_str(), ""),
    ] {
        let plan = under("tictactoe", &[given], &["mind=alphabeta", player], 2).unwrap();
        let mut games = 0;
        let ended = run(&plan, &Signals::default(), &mut |_| games += 1);
        match why {
            "" => assert_eq!((ended.unwrap().done, games), (2, 2), "{given}"),
            why => assert_eq!((ended.unwrap_err().as_str(), games), (why, 0), "{given}"),
        }
    }
    let plan = under("awari", &[], &["mind=alphabeta", &honest], 2).unwrap();
    let error = run(&plan, &Signals::default(), &mut |_| ()).unwrap_err();
    assert_eq!(error, "honest: option `UCI_Variant`: `awari` is not one of tictactoe");
}

#[test]
fn a_mind_with_rules_of_its_own_is_refused() {
    let players = ["mind=alphabeta", "mind=f2,Kalah.Pits=4"];
    let error = under("kalah", &["Kalah.Stones=3"], &players, 2).unwrap_err();
    assert_eq!(
        error,
        "f2: found another Kalah.Pits than the match has, expected rules only in --option"
    );
    let back = under("kalah", &["Kalah.Pits=4"], &["mind=alphabeta", "mind=f2,Pits=6"], 2);
    assert!(back.unwrap_err().starts_with("f2: found another Kalah.Pits"));
    assert!(under("kalah", &["Kalah.Pits=4"], &players, 2).is_ok());
}

#[test]
fn problems_are_solved_under_the_options_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems");
    std::fs::write(&file, "<3,0,0,2,2,2,2,2,2> s bm 1 2 3;\n").unwrap();
    let (file, game) = (file.display().to_string(), ["--game", "kalah"]);
    let options = ["--option", "Kalah.Pits=3", "--option", "Kalah.Stones=2"];
    let said = played(&[&game[..], &options, &["solve", &file, "--go", "depth 2"]].concat());
    assert!(said.contains(" of 1 by go depth 2"), "{said}");
}

/// The third occurrence of the start position: whose claim ends the game, and if nobody's does, how
/// long it goes on.
#[test]
fn a_draw_is_claimed_as_the_players_say() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
    let opening = Opening { setup: None, moves: [moves.clone(), moves].concat() };
    let played = |given: &[&str], claims: [&str; 2]| {
        let players = claims.map(|claim| format!("mind=alphabeta{claim}"));
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let mut plan = under("chess", given, &players, 2).unwrap();
        plan.terms.adjudication.plies_max = Some(10);
        let game = Game::new(&plan.terms, &opening).unwrap();
        let [mut one, mut two] = [0, 1].map(|at: usize| {
            let spec = plan.players[at].clone();
            let player = MatchPlayer::new(spec, plan.terms.game, plan.terms.variant);
            let mut player = player.under(&plan.terms.match_rules);
            player.new_game().unwrap();
            player
        });
        let names = ["one", "two"].map(str::to_owned);
        game.play(&mut [&mut one, &mut two], &names, 0).verdict.reason
    };
    let (drawn, goes_on) = ("threefold repetition", "adjudicated: too long");
    assert_eq!(played(&[], ["", ""]), drawn);
    assert_eq!(played(&["Claim=never"], ["", ""]), goes_on);
    assert_eq!(played(&["Claim=never"], ["", ",claim=always"]), drawn);
    assert_eq!(played(&[], [",Claim=never", ""]), drawn);
    assert_eq!(played(&[], [",Claim=never", ",Claim=worse"]), goes_on, "nobody has thought yet");
}

#[test]
fn who_claims_where_it_stands_worse_goes_by_its_own_score() {
    for (claim, when_worse, when_better, when_level) in [
        (Claim::Always, true, true, true),
        (Claim::Worse, true, false, false),
        (Claim::Never, false, false, false),
    ] {
        let claims = [-1, 1, 0].map(|cp| claim.claims(Some(Score::cp(cp))));
        assert_eq!(claims, [when_worse, when_better, when_level], "{claim:?}");
        assert_eq!(claim.claims(None), claim == Claim::Always);
    }
}
