//! Values of options, drawn by lot.

use plyglot_core::{Kind, Opt, Scope, Settings, Value, rng::Rng};
use plyglot_host::Game;
use plyglot_host::game::shared_options;
use rand::RngExt;

/// The options that the rules and the notation of a game are made of.
pub fn of_game<G: Game>() -> Vec<Opt> {
    shared_options().into_iter().chain(G::options()).collect()
}

/// Some values of an option other than the default.
pub fn values(opt: &Opt) -> Vec<Value> {
    match &opt.kind {
        Kind::Check(default) => vec![Value::Check(!default)],
        Kind::Spin { default, min, max } => {
            let near = [*min, *min + 1, default + 1, default + 3, *max];
            near.into_iter().filter(|n| n != default && n <= max).map(Value::Spin).collect()
        }
        Kind::Combo { choices, .. } => {
            choices[1..].iter().map(|choice| Value::Combo(choice)).collect()
        }
        // A text that is a number may be another one.
        Kind::Text(default) if default.parse::<f64>().is_ok() => {
            ["0", "-3.5"].map(|number| Value::Text(number.to_owned())).into()
        }
        Kind::Text(_) | Kind::Button => Vec::new(),
    }
}

/// The defaults, and of each option of rules and notation one of its values as often as not.
pub fn drawn(options: &[Opt], rng: &mut Rng) -> Settings {
    let mut settings = Settings::defaults(options);
    for opt in options {
        let values = values(opt);
        let is_meant = matches!(opt.scope, Scope::Rules | Scope::Notation) && !values.is_empty();
        if is_meant && rng.random_bool(0.4) {
            settings.set(&opt.name, values[rng.random_range(0..values.len())].clone());
        }
    }
    settings
}
