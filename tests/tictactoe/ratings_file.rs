//! The ratings as text: exported, edited, imported.

use super::*;
use plyglot::registry::find;

/// Exports what a player plays by.
fn export(values: &[(&str, &str)]) -> Result<String, String> {
    let (game, variant) = find(plyglot::registry::GAMES, "tictactoe").unwrap();
    let options = plyglot::options::all(plyglot::registry::GAMES);
    let mut settings = Settings::defaults(&options);
    for (name, text) in values {
        let opt = options.iter().find(|opt| opt.name == *name).unwrap();
        settings.set(name, opt.parse(text).unwrap().unwrap());
    }
    (game.export)(variant.name, &settings)
}

#[test]
fn an_edited_table_changes_at_once_how_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ratings.txt");
    let text = export(&[("TicTacToe.Mind", "table")]).unwrap();
    assert!(text.starts_with("plyglot-ratings 1 tictactoe\n3/3/3 x 1 1 1 1 1 1 1 1 1\n"));
    let named = [("TicTacToe.TableFile", path.to_str().unwrap())];
    std::fs::write(&path, &text).unwrap();
    assert_eq!(cells(&mut *player("table", &named), ""), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    std::fs::write(&path, text.replace("3/3/3 x 1 1 1 1 1", "3/3/3 x 1 1 1 1 7")).unwrap();
    assert_eq!(cells(&mut *player("table", &named), ""), [5]);
    assert_eq!(cells(&mut *player("table", &named), "1"), [5], "all else is as it was");
    let all = [("TicTacToe.Mind", "table"), named[0]];
    assert!(export(&all).unwrap().contains("\n3/3/3 x 1 1 1 1 7 1 1 1 1\n"));
}

#[test]
fn a_wrong_file_is_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ratings.txt");
    let named = [("TicTacToe.TableFile", path.to_str().unwrap())];
    let error = try_mind("table", &named).err().unwrap();
    assert!(error.contains("ratings file `") && error.contains("cannot be read"), "{error}");
    std::fs::write(&path, "plyglot-ratings 1 tictactoe\n3/3/3 x 1 2 3\n").unwrap();
    let error = try_mind("table", &named).err().unwrap();
    assert!(error.contains("line 2: found `3/3/3 x 1 2 3`, expected a board"), "{error}");
}

#[test]
fn cells_that_an_edited_table_never_plays_are_played_where_nothing_else_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ratings.txt");
    std::fs::write(&path, "plyglot-ratings 1 tictactoe\n3/3/3 x 0 0 0 0 1 0 0 0 0\n").unwrap();
    let mut table = player("table", &[("TicTacToe.TableFile", path.to_str().unwrap())]);
    let allowed = Asked { search_moves: &[2], ..ASKED };
    assert_eq!(think(&mut *table, &played(""), &allowed).best, 2);
}

#[test]
fn minds_that_play_by_no_text_are_refused_by_name() {
    let error = export(&[("TicTacToe.Mind", "nextstep")]).unwrap_err();
    let expected = "tictactoe: the mind `nextstep` plays by no text; expected table or learning";
    assert_eq!(error, expected);
    assert!(export(&[("TicTacToe.Mind", "learning")]).unwrap().starts_with("plyglot-learning 1 "));
}
