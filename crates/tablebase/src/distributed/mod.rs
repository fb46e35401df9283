//! Tables made by several processes, each with its own memory [romein-bal-2003]
//! [lake-schaeffer-lu-1994].
//!
//! All ranks go through the same list of tables. Of each a rank has the places of its chunks and
//! nothing else (`layout`): what is known of them while the table is made (`kind`, one for each
//! thing that tables hold), and of finished tables their codes, or the files where they would not fit.
//! What leads from a place of one rank to one of another is a message (`exchange`), sent when there are
//! enough of them or nothing else to do; nobody waits for anybody within a round (`solver`). So memory,
//! and all work but the writing of files, is shared out evenly, whatever the number of ranks; the tables
//! are, byte for byte, those of a single process.
//!
//! Files in the order of reading; each names only those above it: `layout`, `share` and `held` (who
//! has which places, and what of them), `flow` (how far one may be ahead), `exchange` (messages), `kind` with `distances`, `wins`, `margins`
//! and `spans` (what is known of a place), `look` (every place seen once), `checkpoint` (kept on
//! disk), `solver` (rounds), `make` (a table), `spread` (files), `party`, `found`, `needs` and `build`
//! (tables, one after the other); `derive`, `founded` and `check` (a table verified), `files` (tables verified and
//! counted).

mod build;
mod check;
mod checkpoint;
mod derive;
mod distances;
mod exchange;
mod files;
mod flow;
mod found;
mod founded;
mod held;
mod kind;
mod layout;
mod look;
mod make;
mod manifest;
mod margins;
mod needs;
mod party;
mod share;
mod solver;
mod spans;
mod spread;
mod wins;

pub use self::build::build;
pub use self::exchange::Traffic;
pub use self::files::{count_files, verify_files};
pub use self::party::{Made, Party, largest};
