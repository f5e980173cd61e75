//! Work without a model: sentences of the sources, picked by their words. Nothing is
//! judged and nothing is put in other words, and that is said.

use kernel::collapse_whitespace;
use retrieval::CiteState;
use web_search::key_sentences;

use crate::answers::Source;
use crate::changes::stands;
use crate::research::{Research, Stance, Statement, Topic};

/// Sentences that are taken from the pages of one topic.
const SENTENCES_MAX: usize = 8;
/// Sentences that stand before the sections.
const SUMMARY_MAX: usize = 4;

/// The sentences of sources that hold most of the topic's words.
pub(crate) fn statements(topic: &Topic, sources: &[Source<'_>]) -> Vec<Statement> {
    let texts: Vec<(i64, &str)> = sources.iter().map(|one| (one.number, one.text)).collect();
    let wanted = format!("{} {}", topic.question, topic.queries.join(" "));
    let taken = key_sentences(&texts, &wanted, SENTENCES_MAX).into_iter();
    let statement = |(source, sentence): (i64, &str)| {
        let sentence = collapse_whitespace(sentence);
        let date = sources.iter().find(|one| one.number == source).and_then(|one| one.date);
        Statement {
            topic: topic.number,
            source,
            quote: Some(sentence.clone()),
            claim: sentence,
            date: date.map(str::to_owned),
            stance: Stance::Unjudged,
            found: CiteState::Quoted,
        }
    };
    taken.map(statement).collect()
}

/// A section: what sources say about a topic, one sentence after the other.
pub(crate) fn section(topic: i64, statements: &[Statement]) -> String {
    let own = statements.iter().filter(|one| one.topic == topic && stands(one));
    own.map(line).collect::<Vec<_>>().join("\n")
}

/// The sentences of all topics that hold most of the question's words.
pub(crate) fn summary(research: &Research, statements: &[Statement]) -> String {
    let said: Vec<(i64, &str)> = statements
        .iter()
        .filter(|one| stands(one))
        .map(|one| (one.source, one.claim.as_str()))
        .collect();
    let picked = key_sentences(&said, &research.input.wish.question, SUMMARY_MAX);
    let lines =
        picked.iter().map(|(source, sentence)| format!("- {} [{source}]", escaped(sentence)));
    lines.collect::<Vec<_>>().join("\n")
}

fn line(statement: &Statement) -> String {
    format!("- {} [{}]", escaped(&statement.claim), statement.source)
}

/// Text that Markdown shows as it is.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for ch in text.trim_start_matches(['#', '-', '*', '>', '+', ' ']).chars() {
        if matches!(ch, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '$') {
            escaped.push('\\');
        }
        escaped.push(ch);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::research::State;
    use crate::steps::tests::research;

    #[test]
    fn sentences_are_picked_word_for_word_and_judged_by_nobody() {
        let mut one = research(State::Researching, 1);
        one.output.plan[0].question = "What are tides caused by?".into();
        let text = "Boats float in harbours. The tides are caused by\n the moon. Tides are caused by [the] sun, too.";
        let source = Source { number: 3, date: Some("2026"), text };
        let found = statements(&one.output.plan[0], &[source]);
        assert!(!found.is_empty());
        for statement in &found {
            assert_eq!((statement.source, statement.stance), (3, Stance::Unjudged));
            assert_eq!(statement.date.as_deref(), Some("2026"));
        }
        let section = section(1, &found);
        assert!(section.contains("\\[the\\] sun, too. [3]"), "{section}");
        assert!(!section.contains("Boats"));
        assert!(summary(&one, &found).contains("[3]"));
    }
}
