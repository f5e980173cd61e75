//! Answers of a fake model at each step of a research, which its prompt names: `TASK: PLAN`.

use super::asked::Asked;

/// Clarifies, plans, takes the first line of each source, finds one gap, and writes with the given statements.
pub(super) fn answer(asked: &Asked) -> String {
    let task = asked.system.split("TASK: ").nth(1).and_then(|rest| rest.split('.').next());
    match task.unwrap_or_default() {
        "CLARIFY" => "? Which sea do you mean?\n? Which years?".to_owned(),
        "PLAN" => "# Tides and what causes them\n\
                   - Why are there tides? :: why tides | moon tides\n\
                   - What does the sun do? :: sun tides"
            .to_owned(),
        "EXTRACT" => extract(&asked.text),
        "GAPS" => "- Nobody says how high tides get :: How high do tides get? | tide height\n\
                   - Only one page is about the sun"
            .to_owned(),
        "COMPARE" => "Something new is said [1].".to_owned(),
        _ => report(&asked.text),
    }
}

/// Returns the first line of each source as its quote, and one quote that occurs nowhere.
fn extract(text: &str) -> String {
    let mut said = String::new();
    for source in text.split("<source number=\"").skip(1) {
        let Some((number, rest)) = source.split_once('"') else { continue };
        // Title and address precede it.
        let Some(line) = rest.lines().nth(3) else { continue };
        said.push_str(&format!("[{number}] supports | It is said: {line} | \"{line}\"\n"));
    }
    said.push_str("[1] contradicts | It is cheese | \"the moon is made of cheese\"\n");
    said
}

/// Returns each given statement, with its number.
fn report(text: &str) -> String {
    let lines = text.lines().filter(|line| line.starts_with('['));
    let said: Vec<String> = lines
        .filter_map(|line| {
            let (number, rest) = line.split_once(']')?;
            let quote = rest.split_once('“')?.1.split_once('”')?.0;
            Some(format!("They write “{quote}” {number}]."))
        })
        .collect();
    if said.is_empty() { "The moon does it [1].".to_owned() } else { said.join(" ") }
}
