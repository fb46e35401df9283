//! A recording as one page for a browser, to explore: everything in one file, nothing fetched.
//!
//! The page holds the trees of every iteration, each thread and each of several lines by itself: of
//! the visits of a move the one that decided, those with the most visits below them first, up to a
//! limit. They are kept in columns, since a hundred thousand objects would be large
//! and slow to read: a text is a number in one list of texts, and the board at a node is what
//! differs from the board above it. What the page shows and how is in `page.html` and the
//! files it is made of; here its data is put together.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use serde_json::{Map, Value, json};

use super::heat::Heat;
use super::recording::{NO_TEXT, Recording};
use super::view::{Branch, View, edge};
use plyglot_core::game::Attribution;
use plyglot_core::game::picture::{Picture, Place, Scene};
use plyglot_core::{Score, Side};

/// The page without its parts.
const PAGE: &str = include_str!("page.html");
/// Draws boards, here and on the page of the program, which serves it as the module `board.js`.
pub const BOARD: &str = include_str!("board.js");
/// What goes where in it; the data comes last, so that nothing in a text is taken for a part.
const PARTS: [(&str, &str); 3] = [
    ("/*STYLE*/", include_str!("page.css")),
    ("/*BOARD*/", BOARD),
    ("/*SCRIPT*/", include_str!("page.js")),
];
const DATA: &str = "/*DATA*/";
/// More nodes would make the page slow to open.
const NODES_MAX: usize = 100_000;
/// The evaluator is asked in detail about so many nodes, those with the most visits.
const EVALUATIONS_MAX: usize = 400;
/// So many root moves and reasons are told where the visits went.
const HEAT_LINES_MAX: usize = 60;

/// The game behind a recording, as the page needs it: it stands at the root at first.
pub trait GameCursor {
    /// What the board looks like.
    fn picture(&self) -> Picture;
    /// Plays a move as the recording names it; `None` is a pass. Says whether it could.
    fn play(&mut self, mv: Option<&str>) -> bool;
    /// Takes back what was played last.
    fn back(&mut self);
    /// What stands on the board.
    fn scene(&self) -> Scene;
    /// Who is to move.
    fn side(&self) -> Side;
    /// What the player or the evaluator thinks of the position; `None` where the game is over.
    fn evaluation(&self) -> Option<EvalBreakdown>;
}

/// The evaluation of an evaluator or of a player with other ways, taken apart; all for the side to move.
#[derive(Clone, Debug, Default)]
pub struct EvalBreakdown {
    /// What it looks at, in hundredths of its unit; the terms of an evaluator add up to its evaluation.
    pub terms: Vec<(Cow<'static, str>, i32)>,
    /// What single places give to it.
    pub attribution: Attribution,
}

/// The page.
pub fn html(recording: &Recording, cursor: &mut dyn GameCursor) -> String {
    let data = data(recording, cursor).to_string();
    let page =
        PARTS.iter().fold(PAGE.to_owned(), |page, (mark, part)| page.replacen(mark, part, 1));
    // What other pages take in as a module is part of this one.
    let page = page.replacen("\nexport function", "\nfunction", 1);
    // Nothing in a text may end the script.
    page.replacen(DATA, &data.replace('<', "\\u003c"), 1)
}

fn data(recording: &Recording, cursor: &mut dyn GameCursor) -> Value {
    let view = View::new(recording);
    let about = &recording.about;
    let mut texts = TextList::default();
    let picked = Picked::new(&view);
    let nodes = picked.columns(&view, &mut texts, cursor);
    let iterations: Vec<Value> = about
        .iterations
        .iter()
        .map(|it| {
            json!({"depth": it.depth, "score": it.score.raw(), "text": it.score.to_string(),
            "nodes": it.nodes, "time_us": it.time_us, "pv": it.pv})
        })
        .collect();
    let terms: Vec<Value> = about.terms.iter().map(|(name, value)| json!([name, value])).collect();
    json!({
        "variant": about.rules.variant,
        "options": about.rules.options,
        "setup": about.setup,
        "moves": about.moves,
        "position": about.position,
        "eval_max": Score::EVAL_MAX.raw(),
        "visits": recording.visits,
        "recorded": recording.nodes.len(),
        "ply_kept": recording.ply_kept,
        "root": view.root().and_then(|root| picked.numbers.get(&root)),
        "trees": trees(&view, &picked),
        "iterations": iterations,
        "terms": terms,
        "heat": heat(&view),
        "picture": picture(&cursor.picture()),
        "texts": texts.list,
        "nodes": nodes,
    })
}

/// Thread, depth, line from 1 and root of every tree.
fn trees(view: &View<'_>, picked: &Picked) -> Value {
    let mut lines = view.lines();
    if let (true, Some(root)) = (lines.is_empty(), view.root()) {
        // Stopped before the first was finished.
        lines.insert((view.node(root).thread, view.node(root).iteration), vec![root]);
    }
    let mut trees = Vec::new();
    for ((thread, depth), roots) in lines {
        for (line, root) in (1..).zip(roots) {
            let root = picked.numbers.get(&root);
            trees.push(json!({"thread": thread, "depth": depth, "line": line, "root": root}));
        }
    }
    trees.into()
}

fn heat(view: &View<'_>) -> Value {
    let Heat { threads, plies, ends, moves } = Heat::new(view);
    let ends: Vec<(&str, u64)> = ends.into_iter().map(|(end, n)| (end.word(), n)).collect();
    let first = |list: &[(&str, u64)]| json!(&list[..list.len().min(HEAT_LINES_MAX)]);
    let threads: Vec<(u16, u64)> = threads.into_iter().collect();
    json!({"plies": plies, "ends": first(&ends), "moves": first(&moves), "threads": threads})
}

fn picture(picture: &Picture) -> Value {
    let Picture { size, ground, places, men, text_size, mark, has_ends: _ } = picture;
    let places: Vec<Value> =
        places.iter().map(|Place { name, x, y }| json!([name, x, y])).collect();
    let men: Map<String, Value> =
        men.iter().map(|(word, man)| (word.to_string(), json!(man))).collect();
    json!({"size": size, "ground": ground, "places": places, "men": men,
        "text_size": text_size, "mark": mark})
}

/// The visits that are on the page, each after the one above it.
struct Picked {
    list: Vec<Pick>,
    /// The place of each visit in the list.
    numbers: HashMap<u32, usize>,
}

/// One of them.
struct Pick {
    /// The visit that decided about the move.
    at: u32,
    /// The place above it in the list.
    above: Option<usize>,
    /// Its visits with all that the move was visited.
    visits: u64,
    /// How many moves of the place above were tried before it.
    tried: usize,
}

impl Picked {
    fn new(view: &View<'_>) -> Self {
        let (mut list, mut numbers) = (Vec::new(), HashMap::new());
        let mut open = BinaryHeap::new();
        let roots = view.lines().into_values().flatten().chain(view.root());
        // A root ranks before everything, and later iterations before earlier ones.
        open.extend(
            roots.map(|root| (u64::MAX, view.node(root).iteration, Reverse(root), 0, None)),
        );
        while let Some((visits, iteration, Reverse(at), tried, above)) = open.pop() {
            if list.len() == NODES_MAX {
                break;
            }
            if numbers.contains_key(&at) {
                continue;
            }
            let number = list.len();
            numbers.insert(at, number);
            let visits = if above.is_none() { view.node(at).visits } else { visits };
            list.push(Pick { at, above, visits, tried });
            let below = view.branches(at).into_iter().enumerate();
            open.extend(below.map(|(tried, Branch { at, visits, .. })| {
                (visits, iteration, Reverse(at), tried, Some(number))
            }));
        }
        Self { list, numbers }
    }

    /// A list for every column.
    fn columns(&self, view: &View<'_>, texts: &mut TextList, cursor: &mut dyn GameCursor) -> Value {
        let mut columns: Map<String, Value> = Map::new();
        let mut column = |name: &str, cell: &mut dyn FnMut(u32) -> Value| {
            let cells: Vec<Value> = self.list.iter().map(|pick| cell(pick.at)).collect();
            columns.insert(name.to_owned(), cells.into());
        };
        let node = |at| view.node(at);
        column("move", &mut |at| match node(at).parent {
            Some(_) => texts.id(view.name(at)).into(),
            None => texts.id("").into(),
        });
        column("score", &mut |at| texts.id(&view.score_above(at)).into());
        column("value", &mut |at| view.recording.seen_above(at).map(Score::raw).into());
        column("depth", &mut |at| texts.id(&view.depth(at)).into());
        column("why", &mut |at| texts.id(&view.reason(at)).into());
        column("end", &mut |at| texts.id(node(at).end.word()).into());
        column("best", &mut |at| {
            texts.id(view.best_below(at).map_or("", |best| view.name(best))).into()
        });
        column("window", &mut |at| {
            texts.id(&format!("{} to {}", edge(node(at).alpha), edge(node(at).beta))).into()
        });
        column("static_eval", &mut |at| node(at).static_eval.map(Score::raw).into());
        column("skipped", &mut |at| {
            let skipped = node(at).skipped.iter().filter(|&&mv| mv != NO_TEXT);
            let ids: Vec<usize> = skipped.map(|&mv| texts.id(view.text(mv))).collect();
            if ids.is_empty() { 0.into() } else { ids.into() }
        });
        let above: Vec<Option<usize>> = self.list.iter().map(|pick| pick.above).collect();
        let visits: Vec<u64> = self.list.iter().map(|pick| pick.visits).collect();
        let tried: Vec<usize> = self.list.iter().map(|pick| pick.tried).collect();
        let Boards { scenes, sides, evaluations } = self.boards(view, texts, cursor);
        for (name, cells) in [
            ("parent", json!(above)),
            ("visits", json!(visits)),
            ("tried", json!(tried)),
            ("scene", scenes.into()),
            ("side", json!(sides)),
            ("evaluations", evaluations.into()),
        ] {
            columns.insert(name.to_owned(), cells);
        }
        columns.into()
    }

    /// What differs on the board from the node above, as places and words, and who is to move;
    /// `null` where a move could not be played again.
    fn boards(&self, view: &View<'_>, texts: &mut TextList, cursor: &mut dyn GameCursor) -> Boards {
        let mut below = vec![Vec::new(); self.list.len()];
        let mut open = Vec::new();
        for (number, pick) in self.list.iter().enumerate() {
            pick.above.map_or(&mut open, |above| &mut below[above]).push(number);
        }
        let mut boards = Boards::new(below.len());
        let places: Vec<Place> = cursor.picture().places;
        // What stands on the board at each node between the root and here.
        let mut line: Vec<(usize, Scene)> = Vec::new();
        while let Some(number) = open.pop() {
            let Pick { at, above, .. } = self.list[number];
            while line.last().map(|(last, _)| *last) != above && !line.is_empty() {
                line.pop();
                if !line.is_empty() {
                    cursor.back();
                }
            }
            let mv = Some(view.text(view.node(at).mv)).filter(|mv| !mv.is_empty());
            if above.is_some() && !cursor.play(mv) {
                continue;
            }
            let scene = cursor.scene();
            let before = line.last().map_or(&[][..], |(_, scene)| scene);
            boards.scenes[number] = texts.differences(before, &scene);
            boards.sides[number] = Some(cursor.side().index());
            if let Some(cell) = boards.evaluations.get_mut(number) {
                *cell = cursor
                    .evaluation()
                    .map(|evaluation| texts.evaluation(&evaluation, &places))
                    .into();
            }
            line.push((number, scene));
            open.append(&mut below[number]);
        }
        boards
    }
}

/// What the game says at each node.
struct Boards {
    scenes: Vec<Value>,
    sides: Vec<Option<usize>>,
    /// Of the first nodes only.
    evaluations: Vec<Value>,
}

impl Boards {
    fn new(nodes: usize) -> Self {
        Self {
            scenes: vec![Value::Null; nodes],
            sides: vec![None; nodes],
            evaluations: vec![Value::Null; nodes.min(EVALUATIONS_MAX)],
        }
    }
}

/// Texts with their numbers.
#[derive(Default)]
struct TextList {
    list: Vec<String>,
    ids: HashMap<String, usize>,
}

impl TextList {
    fn id(&mut self, text: &str) -> usize {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        self.ids.insert(text.to_owned(), self.list.len());
        self.list.push(text.to_owned());
        self.list.len() - 1
    }

    /// Term and value, term and value; the same for places; and how these are meant.
    fn evaluation(&mut self, evaluation: &EvalBreakdown, places: &[Place]) -> Value {
        let EvalBreakdown { terms, attribution: Attribution { about, values } } = evaluation;
        let terms = terms.iter().filter(|(_, value)| *value != 0);
        let terms: Vec<Value> = terms.map(|(name, value)| json!([self.id(name), value])).collect();
        let place = |name: &str| places.iter().position(|place| place.name == name);
        let shares = values.iter().filter_map(|(name, score)| Some((place(name)?, score.raw())));
        let shares: Vec<(usize, i32)> = shares.collect();
        json!({"terms": terms, "shares": shares, "about": self.id(about)})
    }

    /// Place and word, place and word: what the second scene has and the first has not.
    fn differences(&mut self, before: &[Cow<'static, str>], after: &[Cow<'static, str>]) -> Value {
        let mut pairs = Vec::new();
        for (place, word) in after.iter().enumerate() {
            if before.get(place).map_or("", |word| word) != word {
                pairs.extend([place, self.id(word)]);
            }
        }
        pairs.into()
    }
}
