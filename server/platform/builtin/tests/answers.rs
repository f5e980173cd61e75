//! The engine through its front door.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use builtin::{Answer, AnswerError, Builtin, Library, LibraryError, Passage, Question, Skill};
use kernel::{ConversationId, MessageId, Timestamp, Uuid};
use proptest::prelude::*;

struct Chats(Vec<Passage>);

#[async_trait]
impl Library for Chats {
    async fn search_own_chats(&self, _: &str, limit: usize) -> Result<Vec<Passage>, LibraryError> {
        Ok(self.0.iter().take(limit).cloned().collect())
    }
}

struct BrokenChats;

#[async_trait]
impl Library for BrokenChats {
    async fn search_own_chats(&self, _: &str, _: usize) -> Result<Vec<Passage>, LibraryError> {
        Err(LibraryError("the store is gone".into()))
    }
}

fn engine() -> Builtin {
    let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wordnet");
    Builtin::new(Some(fixture))
}

fn question(text: &str, locale: &str) -> Question {
    Question { text: text.into(), locale: locale.into(), history: Vec::new() }
}

async fn ask(text: &str, locale: &str) -> Answer {
    let no_chats = Chats(Vec::new());
    engine().answer(question(text, locale), &no_chats).await.expect("an answer")
}

#[tokio::test]
async fn each_skill_answers_what_it_is_for() {
    for (text, skill) in [
        ("15% of 240", Skill::Arithmetic),
        ("define bank", Skill::Definition),
        ("find in my chats pasta", Skill::OwnChats),
        ("summarize: too short", Skill::KeySentences),
        ("check grammar:", Skill::Proofreading),
        ("write me a poem about the sea", Skill::Introduction),
        ("", Skill::Introduction),
    ] {
        assert_eq!(ask(text, "en").await.skill, skill, "{text}");
    }
}

#[tokio::test]
async fn the_examples_of_the_introduction_work_in_every_language() {
    for locale in ["en", "ar", "zh-CN"] {
        let introduction = ask("write me a poem", locale).await.markdown;
        let examples: Vec<&str> = introduction.split('`').skip(1).step_by(2).collect();
        assert!(examples.len() >= 5, "{introduction}");
        for example in examples {
            // Checking the grammar of the example loads Harper's rules; that has a test of its own.
            if example.contains("She go") {
                continue;
            }
            let answer = ask(example, locale).await;
            assert_ne!(answer.skill, Skill::Introduction, "{locale}: {example}");
        }
    }
}

#[tokio::test]
async fn what_none_of_the_skills_is_for_asks_for_a_model_and_says_what_this_is() {
    let answer = ask("Who won the war of the roses, and why?", "en").await;
    assert!(answer.needs_model);
    assert!(answer.markdown.contains("not a language model"));

    assert!(ask("给我写一首诗", "zh").await.markdown.contains("不是语言模型"));
    assert!(ask("اكتب قصيدة", "ar").await.markdown.contains("ولست نموذجًا لغويًا"));
}

#[tokio::test]
async fn an_answer_is_in_the_language_of_the_page() {
    assert!(ask("define bank", "zh").await.markdown.contains("**bank** · 名词"));
    assert!(ask("define bank", "ar").await.markdown.contains("**bank** · اسم"));
}

fn passage(title: &str, text: &str) -> Passage {
    Passage {
        conversation_id: ConversationId(Uuid::from_u128(1)),
        message_id: Some(MessageId(Uuid::from_u128(2))),
        title: title.into(),
        text: text.into(),
        created_at: Timestamp::from_micros(0),
    }
}

#[tokio::test]
async fn passages_of_own_chats_are_cited() {
    let chats = Chats(vec![passage("Dinner", "We cooked pasta.")]);
    let asked = question("when did I talk about pasta?", "en");
    let answer = engine().answer(asked, &chats).await.expect("an answer");

    assert_eq!(answer.skill, Skill::OwnChats);
    assert_eq!(answer.citations[0].conversation_id, Some(ConversationId(Uuid::from_u128(1))));
    assert!(answer.markdown.contains("We cooked pasta."));
}

#[tokio::test]
async fn chats_that_cannot_be_searched_are_an_error_and_not_an_empty_result() {
    let asked = question("find in my chats pasta", "en");
    let answer = engine().answer(asked, &BrokenChats).await;
    assert!(matches!(answer, Err(AnswerError::Library(_))));
}

#[tokio::test]
async fn without_wordnet_a_definition_says_what_is_missing() {
    let nowhere = Builtin::new(Some(PathBuf::from("no/such/folder")));
    let asked = question("define bank", "en");
    let answer = nowhere.answer(asked, &Chats(Vec::new())).await.expect("an answer");
    assert!(answer.markdown.contains("wordnet-base") && answer.needs_model);
}

/// Generates text that looks like requests, mixed with anything else. Requests to check grammar are left out: without
/// optimization an unknown word takes seconds.
fn hostile_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        any::<String>(),
        "[0-9+*/^%().,!eE -]{0,80}",
        prop::sample::select(vec![
            "define ",
            "what does ",
            " mean?",
            "summarize: ",
            "what is ",
            "calculate ",
            " = ?",
            "how many ",
            " in ",
            "find in my chats ",
            "总结：",
            "是什么意思",
            "احسب ",
            "的15%",
            "`",
            "**",
            "{term}",
            "\n\n",
            "# ",
            "。",
            "؟",
            "\u{202e}",
            "\u{0}",
            "ﷺ",
            "👩‍👩‍👧",
            "İ",
            "ß",
        ])
        .prop_map(str::to_owned),
        "([a-z]{1,8} ){1,60}\\.",
    ];
    prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered_in_bounded_time_without_a_panic(text in hostile_text()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let history = vec![text.clone()];
        let chats = Chats(vec![passage(&text, &text)]);
        for locale in ["en", "ar", "zh"] {
            let begin = Instant::now();
            let asked = Question { text: text.clone(), locale: locale.into(), history: history.clone() };
            let answer = runtime.block_on(engine().answer(asked, &chats)).expect("an answer");
            prop_assert!(!answer.markdown.is_empty());
            prop_assert!(begin.elapsed() < Duration::from_secs(10), "took {:?}", begin.elapsed());
        }
    }
}
