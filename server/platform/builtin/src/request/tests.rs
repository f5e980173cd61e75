use super::*;

fn ask(text: &str) -> Request {
    recognise(&Question { text: text.into(), ..Question::default() })
}

fn ask_after(text: &str, earlier: &[&str]) -> Request {
    let history = earlier.iter().map(|text| (*text).to_owned()).collect();
    recognise(&Question { text: text.into(), history, ..Question::default() })
}

fn define(term: &str) -> Request {
    Request::Define(term.into())
}

fn perhaps(term: &str) -> Request {
    Request::DefineIfKnown(term.into())
}

fn proofread(text: &str) -> Request {
    Request::Proofread(text.into())
}

fn pick_from(text: &str) -> Request {
    Request::KeySentences(text.into())
}

fn search(query: &str) -> Request {
    Request::SearchOwnChats(query.into())
}

#[test]
fn a_definition_is_asked_for_in_many_ways() {
    assert_eq!(ask("define bank"), define("bank"));
    assert_eq!(ask("Define: \"bank\""), define("bank"));
    assert_eq!(ask("What does the word “ubiquitous” mean?"), define("ubiquitous"));
    assert_eq!(ask("what is the meaning of set"), define("set"));
    assert_eq!(ask("Please, can you define the term bank account?"), define("bank account"));
    assert_eq!(ask("bank 是什么意思？"), define("bank"));
    assert_eq!(ask("请解释单词 bank"), define("bank"));
    assert_eq!(ask("ما معنى كلمة bank؟"), define("bank"));
}

#[test]
fn a_single_word_with_a_question_mark_may_be_looked_up() {
    assert_eq!(ask("ubiquitous?"), perhaps("ubiquitous"));
    assert_eq!(ask("What is photosynthesis?"), perhaps("photosynthesis"));
    assert_eq!(ask("ubiquitous"), Request::Other);
}

#[test]
fn small_talk_is_not_looked_up() {
    for text in ["why?", "hello?", "Really?", "thanks", "what is this?", "who are you?", "为什么？"]
    {
        assert_eq!(ask(text), Request::Other, "{text}");
    }
}

#[test]
fn a_question_for_a_model_is_not_a_definition() {
    for text in [
        "what is the best way to learn Rust in a month?",
        "what does the function in this file that I pasted yesterday mean",
        "write a poem about a bank",
        "definitely a bank",
    ] {
        assert_eq!(ask(text), Request::Other, "{text}");
    }
}

#[test]
fn a_text_to_check_stands_behind_the_request() {
    assert_eq!(ask("check grammar: She go."), proofread("She go."));
    assert_eq!(ask("Proofread this:\n\nShe go.\nHe go."), proofread("She go.\nHe go."));
    assert_eq!(ask("is this correct: She go?"), proofread("She go?"));
    assert_eq!(ask("Is this sentence correct?\nShe go."), proofread("She go."));
    assert_eq!(ask("检查语法：She go."), proofread("She go."));
    assert_eq!(ask("دقق: She go."), proofread("She go."));
}

#[test]
fn a_question_about_correctness_without_a_text_is_not_a_check() {
    assert_eq!(ask("is this correct that Paris is in France"), Request::Other);
    assert_eq!(ask("fix my car"), Request::Other);
}

#[test]
fn a_check_of_this_means_the_message_before() {
    assert_eq!(ask_after("proofread this", &["first", "She go."]), proofread("She go."));
    assert_eq!(ask("proofread"), proofread(""));
}

#[test]
fn a_text_to_pick_from_stands_behind_or_above_the_request() {
    let text = "One sentence here. ".repeat(20);
    let text = text.trim();

    assert_eq!(ask(&format!("summarize: {text}")), pick_from(text));
    assert_eq!(ask(&format!("Can you summarise this article for me?\n\n{text}")), pick_from(text));
    assert_eq!(ask(&format!("{text}\n\nPlease summarize this.")), pick_from(text));
    assert_eq!(ask(&format!("请总结一下这段话：\n{text}")), pick_from(text));
    assert_eq!(ask(&format!("لخص هذا النص:\n{text}")), pick_from(text));
}

#[test]
fn a_summary_of_this_means_the_last_long_message() {
    let text = "One sentence here. ".repeat(20);
    assert_eq!(ask_after("summarize the text above", &[&text, "nice"]), pick_from(&text));
    assert_eq!(ask("summarize"), pick_from(""));
}

#[test]
fn own_chats_are_searched_for_what_the_question_names() {
    assert_eq!(ask("find in my chats: pasta recipe"), search("pasta recipe"));
    assert_eq!(ask("When did I talk about the holiday?"), search("the holiday"));
    assert_eq!(ask("what did I say about “Rust”?"), search("Rust"));
    assert_eq!(ask("find pasta in my chats"), search("pasta"));
    assert_eq!(ask("在我的聊天中查找 假期"), search("假期"));
    assert_eq!(ask("关于假期我说过什么？"), search("假期"));
    assert_eq!(ask("ابحث في محادثاتي عن العطلة"), search("العطلة"));
}

#[test]
fn a_calculation_is_recognised_among_the_others() {
    assert!(matches!(ask("what is 15% of 240?"), Request::Arithmetic(_)));
    assert!(matches!(ask("please calculate 2+2"), Request::Arithmetic(_)));
}

#[test]
fn politeness_alone_is_kept() {
    assert_eq!(without_politeness("hello"), "hello");
    assert_eq!(without_politeness("hi, please define x"), "define x");
}
