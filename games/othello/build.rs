//! Packs the weights, a megabyte of text.

fn main() {
    plyglot_packed::pack(&["data/weights.txt"]);
}
