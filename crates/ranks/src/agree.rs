//! Whether all ranks are there for the same job.
//!
//! Each is started with a command of its own, which launchers let differ (`mpirun -n 1 A : -n 1 B`), on
//! machines that may have other versions of the program. Whoever does another job waits for messages that
//! nobody sends, or takes those of another for its own.

use super::Ranks;

/// The first rank whose text is another than that of rank 0, and its text; all ranks are told. To be asked
/// before any other message is sent, and followed by a barrier: a message of a rank that knows already would
/// be taken for the answer by one that still waits.
pub fn first_other(ranks: &dyn Ranks, own: &str) -> Option<(usize, String)> {
    if ranks.rank() > 0 {
        ranks.send(0, own.as_bytes().to_vec());
        return verdict(&ranks.wait().bytes);
    }
    let texts = (1..ranks.size()).map(|_| ranks.wait());
    let others = texts.filter(|text| text.bytes != own.as_bytes());
    let other = others.min_by_key(|text| text.from);
    let word = other.map_or(Vec::new(), |text| {
        let mut word = (text.from as u64).to_le_bytes().to_vec();
        word.extend(text.bytes);
        word
    });
    (1..ranks.size()).for_each(|rank| ranks.send(rank, word.clone()));
    verdict(&word)
}

/// What rank 0 has found: nothing, or a number and a text.
fn verdict(word: &[u8]) -> Option<(usize, String)> {
    let (rank, text) = word.split_first_chunk()?;
    let rank = usize::try_from(u64::from_le_bytes(*rank)).ok()?;
    Some((rank, String::from_utf8_lossy(text).into_owned()))
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::first_other;
    use crate::threads::run;

    #[test]
    fn all_ranks_are_told_of_the_first_that_is_there_for_another_job() {
        let found = |texts: &[&str]| {
            let barrier = Barrier::new(texts.len());
            run(texts.len(), |ranks| {
                let other = first_other(ranks, texts[ranks.rank()]);
                barrier.wait();
                // What comes next is not taken for a part of it.
                ranks.send((ranks.rank() + 1) % ranks.size(), vec![7]);
                assert_eq!(ranks.wait().bytes, [7]);
                other
            })
        };
        assert_eq!(found(&["a"]), [None]);
        assert_eq!(found(&["a", "a", "a"]), [None, None, None]);
        let other = Some((2, "b".to_owned()));
        assert_eq!(found(&["a", "a", "b", "c"]), vec![other; 4]);
        let empty = Some((1, String::new()));
        assert_eq!(found(&["a", ""]), vec![empty; 2]);
    }
}
