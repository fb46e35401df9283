//! What an engine says it can do [cecp-2, section 9], and its options as a client shows them.
//!
//! ```text
//! feature option="MultiPV -spin 1 1 256"
//! feature option="Claim -combo *always /// worse /// never"
//! ```

use plyglot_core::{Kind, Opt, Settings, Value};

use super::Variant;

/// Options that a client sets by commands of their own, or that mean nothing here.
const ELSEWHERE: [&str; 10] = [
    "Hash",
    "Ponder",
    "ResignBelow",
    "SyzygyPath",
    "Threads",
    "UCI_AnalyseMode",
    "UCI_Chess960",
    "UCI_Opponent",
    "UCI_ShowWDL",
    "UCI_Variant",
];

/// The options that a client is told of, as `setoption` knows them.
pub(super) fn told(options: Vec<Opt>) -> Vec<Opt> {
    options.into_iter().filter(|opt| !ELSEWHERE.contains(&opt.name.as_str())).collect()
}

/// All `feature` lines, the last of which ends the introduction.
pub(super) fn lines(variants: &[Variant], options: &[Opt], settings: &Settings) -> Vec<String> {
    let names: Vec<&str> = variants.iter().map(|variant| variant.name).collect();
    let version = env!("CARGO_PKG_VERSION");
    let head = [
        "feature done=0".to_owned(),
        format!("feature myname=\"plyglot {version}\" variants=\"{}\"", names.join(",")),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0"
            .to_owned(),
        "feature reuse=1 analyze=1 colors=0 ics=0 name=1 pause=1 nps=0 debug=1".to_owned(),
        "feature memory=1 smp=1 egt=\"plyglot,syzygy\" exclude=0 setscore=0 highlight=0".to_owned(),
    ];
    let options = options.iter().map(|opt| option(opt, settings.get(&opt.name)));
    head.into_iter().chain(options).chain(["feature done=1".to_owned()]).collect()
}

/// An option with the value it has.
fn option(opt: &Opt, value: Option<&Value>) -> String {
    let name = &opt.name;
    let value = value.cloned().or_else(|| opt.default());
    let text = value.as_ref().map(ToString::to_string).unwrap_or_default().replace('"', "'");
    let said = match &opt.kind {
        Kind::Check(_) => format!("{name} -check {}", i32::from(value == Some(Value::Check(true)))),
        Kind::Spin { min, max, .. } => format!("{name} -spin {text} {min} {max}"),
        Kind::Combo { choices, .. } => {
            let star = |choice: &&str| if *choice == text { "*" } else { "" };
            let all: Vec<String> =
                choices.iter().map(|choice| format!("{}{choice}", star(choice))).collect();
            format!("{name} -combo {}", all.join(" /// "))
        }
        Kind::Text(_) => {
            let kind = if opt.is_path { "file" } else { "string" };
            format!("{name} -{kind} {text}")
        }
        Kind::Button => format!("{name} -button"),
    };
    format!("feature option=\"{}\"", said.trim_end())
}

/// `option NAME=VALUE`, or `NAME` alone, as `setoption` has it.
pub(super) fn chosen<'o>(
    options: &'o [Opt],
    text: &str,
) -> Result<(&'o str, String), &'static str> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let name = name.trim();
    let found = options.iter().find(|opt| opt.name.eq_ignore_ascii_case(name));
    let opt = found.ok_or("no such option")?;
    let value = value.trim();
    Ok((
        &opt.name,
        match (&opt.kind, value) {
            (Kind::Check(_), "0") => "false".to_owned(),
            (Kind::Check(_), "1") => "true".to_owned(),
            (Kind::Text(_), "") => "<empty>".to_owned(),
            (_, value) => value.to_owned(),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::Scope;

    fn options() -> Vec<Opt> {
        let scope = Scope::Engine;
        vec![
            Opt::spin(scope, "MultiPV", 1, (1, 256), ""),
            Opt::check(scope, "TbEmbedded", true, ""),
            Opt::combo(scope, "Claim", vec!["always", "worse"], ""),
            Opt::path(scope, "TbPath", ""),
            Opt::button(scope, "Clear Hash", ""),
            Opt::spin(scope, "Hash", 16, (1, 32), ""),
        ]
    }

    #[test]
    fn options_are_told_with_their_values_and_read_back() {
        let options = told(options());
        let mut settings = Settings::defaults(&options);
        settings.set("Claim", Value::Combo("worse"));
        let lines = lines(&[], &options, &settings);
        assert_eq!(
            lines.get(5..).unwrap_or_default(),
            [
                "feature option=\"MultiPV -spin 1 1 256\"",
                "feature option=\"TbEmbedded -check 1\"",
                "feature option=\"Claim -combo always /// *worse\"",
                "feature option=\"TbPath -file\"",
                "feature option=\"Clear Hash -button\"",
                "feature done=1",
            ]
        );
        for (text, told) in [
            ("MultiPV=3", Ok(("MultiPV", "3".to_owned()))),
            ("tbembedded=0", Ok(("TbEmbedded", "false".to_owned()))),
            ("TbPath=", Ok(("TbPath", "<empty>".to_owned()))),
            ("Clear Hash", Ok(("Clear Hash", String::new()))),
            ("Hash=1", Err("no such option")),
        ] {
            assert_eq!(chosen(&options, text), told, "{text}");
        }
    }
}
