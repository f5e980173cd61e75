//! Answers of models, read: pure, and lenient. A small model that keeps half of the form gives half of the
//! answer, never a failure.

use kernel::{collapse_whitespace, truncate};
use retrieval::{CiteState, check};

use crate::limits::{
    CLARIFYING_MAX, GAP_TOPICS_MAX, QUERIES_MAX, QUERY_MAX_CHARS, STATEMENTS_MAX, TOPIC_MAX_CHARS,
    TOPICS_MAX,
};
use crate::research::{Stance, Statement};

/// Parts a topic from its searches.
const PART: &str = "::";
/// Longest title that a model may give.
const TITLE_MAX_CHARS: usize = 120;
/// Longest claim, gap or question back; what is longer is cut.
const CLAIM_MAX_CHARS: usize = 500;

/// The questions back: lines that begin with `?`.
pub(crate) fn questions(text: &str) -> Vec<String> {
    let lines = text.lines().map(unlisted).filter_map(|line| line.strip_prefix('?'));
    let questions = lines.map(|line| truncate(&plain(line), CLAIM_MAX_CHARS));
    questions.filter(|question| !question.is_empty()).take(CLARIFYING_MAX).collect()
}

/// A topic as a model writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Draft {
    pub question: String,
    pub queries: Vec<String>,
}

/// The title and the topics of a plan: `# title`, and lines `- topic :: search | search`.
pub(crate) fn plan(text: &str) -> (Option<String>, Vec<Draft>) {
    let title = text.lines().find_map(|line| line.trim().strip_prefix("# ")).map(plain);
    let title =
        title.filter(|title| !title.is_empty()).map(|title| truncate(&title, TITLE_MAX_CHARS));
    let topics = text.lines().filter(|line| line.contains(PART)).filter_map(draft);
    (title, topics.take(TOPICS_MAX).collect())
}

fn draft(line: &str) -> Option<Draft> {
    let (question, queries) = unlisted(line).split_once(PART)?;
    let question = truncate(&plain(question), TOPIC_MAX_CHARS);
    if question.is_empty() {
        return None;
    }
    let queries = queries.split('|').map(|query| truncate(&plain(query), QUERY_MAX_CHARS));
    let mut queries: Vec<String> =
        queries.filter(|query| !query.is_empty()).take(QUERIES_MAX).collect();
    if queries.is_empty() {
        queries.push(truncate(&question, QUERY_MAX_CHARS));
    }
    Some(Draft { question, queries })
}

/// Reads what remained open, each with the topic that would close it: lines `- gap :: topic | search`.
pub(crate) fn gaps(text: &str) -> Vec<(String, Option<Draft>)> {
    let mut topics = 0;
    let gap = |line: &str| {
        let line = line.trim().strip_prefix(['-', '*', '•'])?;
        let (text, rest) =
            line.split_once(PART).map_or((line, None), |(gap, rest)| (gap, Some(rest)));
        let text = truncate(&plain(text), CLAIM_MAX_CHARS);
        let topic = rest.and_then(|rest| {
            let (question, queries) = rest.split_once('|').unwrap_or((rest, ""));
            draft(&format!("{question}{PART}{queries}"))
        });
        (!text.is_empty()).then_some((text, topic))
    };
    let found = text.lines().filter_map(gap).take(2 * TOPICS_MAX);
    found
        .map(|(text, topic)| {
            let topic = topic.filter(|_| topics < GAP_TOPICS_MAX);
            topics += usize::from(topic.is_some());
            (text, topic)
        })
        .collect()
}

/// A source as statements are held against it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub number: i64,
    pub date: Option<&'a str>,
    pub text: &'a str,
}

/// The statements that a model took from sources, each held against its source: lines
/// `[1] supports | claim | "quote"`. What names no source that it was given is left out.
pub(crate) fn statements(text: &str, topic: i64, sources: &[Source<'_>]) -> Vec<Statement> {
    let mut all: Vec<Statement> = Vec::new();
    for line in text.lines() {
        let Some(statement) = statement(line, topic, sources) else { continue };
        if !all
            .iter()
            .any(|known| known.source == statement.source && known.claim == statement.claim)
        {
            all.push(statement);
        }
    }
    all.truncate(STATEMENTS_MAX);
    all
}

fn statement(line: &str, topic: i64, sources: &[Source<'_>]) -> Option<Statement> {
    let (number, rest) = unlisted(line).strip_prefix('[')?.split_once(']')?;
    let number: i64 = number.trim().parse().ok()?;
    let source = sources.iter().find(|source| source.number == number)?;
    let (stance, rest) = rest.split_once('|')?;
    let (claim, quote) = rest.split_once('|').unwrap_or((rest, ""));
    let claim = truncate(&plain(claim), CLAIM_MAX_CHARS);
    if claim.is_empty() {
        return None;
    }
    let quote = quote.trim().trim_matches(['"', '“', '”', '«', '»', '„', '「', '」']);
    let (found, quote) = look_up(&claim, quote, source.text);
    let date = source.date.map(str::to_owned);
    Some(Statement { topic, source: number, claim, quote, date, stance: stance_of(stance), found })
}

/// Looks up what a source says for a claim: the quote if it stands there word for word. A quote that does not is not
/// looked up by its sense: it was made up.
fn look_up(claim: &str, quote: &str, text: &str) -> (CiteState, Option<String>) {
    let words = if quote.is_empty() {
        claim.to_owned()
    } else {
        format!("“{}”", collapse_whitespace(quote))
    };
    let found = check(&format!("{} [1]", words.replace(['[', ']'], " ")), |_| Some(text));
    found.into_iter().next().map_or((CiteState::NotFound, None), |cite| (cite.state, cite.quote))
}

fn stance_of(word: &str) -> Stance {
    match plain(word).to_lowercase().as_str() {
        "supports" | "support" => Stance::Supports,
        "contradicts" | "contradict" => Stance::Contradicts,
        _ => Stance::Neutral,
    }
}

/// A line without the sign of the list that it is in.
fn unlisted(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_prefix(['-', '*', '•']).unwrap_or(line).trim_start();
    match line.split_once(['.', ')']) {
        Some((number, rest))
            if !number.is_empty() && number.bytes().all(|ch| ch.is_ascii_digit()) =>
        {
            rest.trim_start()
        }
        _ => line,
    }
}

/// A text on one line, without the signs of Markdown around words.
fn plain(text: &str) -> String {
    collapse_whitespace(&text.replace("**", "").replace('`', ""))
        .trim_matches(['_', ' '])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_the_lines_that_ask() {
        assert_eq!(questions("? Which sea?\n- ? Which **years**?"), ["Which sea?", "Which years?"]);
        assert!(questions("OK\nNothing is unclear?").is_empty());
        assert_eq!(questions("?a\n?b\n?c\n?d").len(), 3);
    }

    #[test]
    fn a_plan_is_read_however_its_list_is_set() {
        let (title, topics) =
            plan("Sure!\n# Tides\n- Why? :: why tides | moon\n2. How high? ::\n* no topic");
        assert_eq!(title.as_deref(), Some("Tides"));
        assert_eq!(topics[0].queries, ["why tides", "moon"]);
        assert_eq!(
            topics[1],
            Draft { question: "How high?".into(), queries: vec!["How high?".into()] }
        );
        assert_eq!(topics.len(), 2);
        let many: String = (0..30).map(|n| format!("- t{n} :: a | b | c | d | e\n")).collect();
        let (_, topics) = plan(&many);
        assert_eq!((topics.len(), topics[0].queries.len()), (10, 3));
        assert_eq!(plan("no plan"), (None, Vec::new()));
    }

    #[test]
    fn two_gaps_become_topics_and_others_stay_gaps() {
        let found = gaps("Open:\n- a :: How? | how\n- b :: Why?\n- c :: Who? | who\n- d");
        let topics: Vec<bool> = found.iter().map(|(_, topic)| topic.is_some()).collect();
        assert_eq!(topics, [true, true, false, false]);
        assert_eq!(found[0].1.as_ref().unwrap().queries, ["how"]);
        assert_eq!(found[1].1.as_ref().unwrap().queries, ["Why?"]);
        assert_eq!(found[3].0, "d");
        assert!(gaps("NONE").is_empty());
    }

    const MOON: &str = "The moon pulls the sea.\nTides rise and fall twice a day.";

    fn taken(text: &str) -> Vec<Statement> {
        statements(text, 4, &[Source { number: 2, date: Some("2026-05-01"), text: MOON }])
    }

    // issue 5: "evidence table (claim, source, date, stance)"
    #[test]
    fn a_statement_has_its_source_its_date_its_stance_and_what_stands_there() {
        let found = taken("- [2] supports | The moon does it. | \"the moon pulls the sea\"");
        assert_eq!((found[0].topic, found[0].source, found[0].stance), (4, 2, Stance::Supports));
        assert_eq!(found[0].date.as_deref(), Some("2026-05-01"));
        assert_eq!(found[0].found, CiteState::Quoted);
        assert_eq!(found[0].quote.as_deref(), Some("The moon pulls the sea."));
        let found = taken("[2] Contradicts | Tides rise twice a day |");
        assert_eq!((found[0].stance, found[0].found), (Stance::Contradicts, CiteState::Close));
    }

    // issue 5: "what cannot be matched is marked "not found in sources""
    #[test]
    fn what_a_model_made_up_is_told_and_what_has_no_source_is_left_out() {
        let found = taken("[2] neutral | Cheese | \"the moon is made of cheese\"");
        assert_eq!((found[0].found, &found[0].quote), (CiteState::NotFound, &None));
        assert!(taken("[7] supports | Another source | \"x\"\nnothing\n[2] supports").is_empty());
        assert_eq!(taken("[2] a | Same | \"x\"\n[2] a | Same | \"y\"").len(), 1);
        let hostile = taken("[2] supports | a ]]][[[ [1] | \"“”[9](x)\"");
        assert_eq!(hostile.len(), 1);
        assert_eq!(hostile[0].found, CiteState::NotFound);
    }
}
