//! `tools/learning-curve`: what it draws, and what it says of a table it cannot draw.

use std::process::{Command, Output};

fn learning_curve(arguments: &[&str]) -> Output {
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/tools/learning-curve");
    Command::new("python3").arg(tool).args(arguments).output().unwrap()
}

#[test]
fn the_three_curves_are_drawn_with_axes_and_a_legend() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("curve.csv");
    let picture = folder.path().join("curve.svg");
    std::fs::write(&table, "game,won,drawn,lost\n10,0,5,5\n20,2,8,0\n25,0,5,0\n").unwrap();
    let (table, picture) = (table.to_str().unwrap(), picture.to_str().unwrap());
    let output = learning_curve(&[table, "-o", picture, "-t", "X & O"]);
    assert!(output.status.success(), "{output:?}");
    let svg = std::fs::read_to_string(picture).unwrap();
    assert_eq!(svg.matches("<polyline").count(), 3);
    for words in [">won<", ">drawn<", ">lost<", ">games played<", ">X &amp; O<", ">25<"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    // Won 0, 20 and 0 per cent, at games 10, 20 and 25 of 25, on a field of 620 by 350.
    assert!(svg.contains("points=\"318.0,395.0 566.0,325.0 690.0,395.0\""), "{svg}");
}

#[test]
fn a_table_that_cannot_be_drawn_is_named_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("curve.csv");
    let path = table.to_str().unwrap();
    for (text, error) in [
        ("", ":1: found ``, expected `game,won,drawn,lost`"),
        ("game,won,drawn,lost\n", ": found no block of games, expected at least one line"),
        ("game,won,drawn,lost\n3,1,2,x\n", ":2: found `3,1,2,x`, expected four whole numbers"),
        (
            "game,won,drawn,lost\n0,0,0,0\n",
            ":2: found a block without games, expected at least one",
        ),
        (
            "game,won,drawn,lost\n3,1,1,1\n7,1,1,1\n",
            ":3: found game 7, expected 6, the game before",
        ),
    ] {
        std::fs::write(&table, text).unwrap();
        let output = learning_curve(&[path]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(said.starts_with(&format!("learning-curve: {path}{error}")), "{said}");
        assert!(output.stdout.is_empty(), "{text}");
    }
}
