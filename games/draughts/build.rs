//! Packs the weights, a megabyte of text.

fn main() {
    plyglot_packed::pack(&[
        "data/weights-english.txt",
        "data/weights-flying.txt",
        "data/weights-large.txt",
    ]);
}
