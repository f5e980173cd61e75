use super::*;

const REPORT: &str = "# Incident of 12 March\n\n\
Thanks to everybody who helped. On 12 March the search service was down for two hours because its disk was full. \
The disk was full because old log files of the search service were never deleted. Nobody was warned, since the alarm for a full disk had been switched off in January. \
It rained that day. Users saw an error page instead of search results.\n\n\
We deleted the old log files and the search service started again at noon. The alarm for a full disk is switched on again, and log files are now deleted after a week. \
We are sorry. A weekly check of all alarms was added to the calendar of the team.\n";

const CHINESE: &str = "城市决定在河边修建一座新的公园。公园将包括一个湖和许多树木。居民说他们非常高兴。\
市长表示，新的公园将在明年春天开放。昨天天气很好。修建公园的费用由城市和居民共同承担。河边的旧工厂将被拆除，为新的公园让路。";

fn english(text: &str) -> Answer {
    answer(text, Texts::of("en"))
}

#[test]
fn key_sentences_are_quoted_word_for_word_with_their_place() {
    let answer = english(REPORT);

    assert!(answer.markdown.starts_with("**Key sentences**"));
    assert!(
        answer.markdown.contains("> The disk was full because old log files"),
        "{}",
        answer.markdown
    );
    assert!(answer.markdown.contains("*sentence 4 of 11*"), "{}", answer.markdown);
    assert!(!answer.markdown.contains("It rained"));
    assert!(!answer.markdown.to_lowercase().contains("summary"));
    assert!(!answer.needs_model);
}

#[test]
fn chinese_is_picked_from_as_well() {
    let answer = answer(CHINESE, Texts::of("zh"));
    assert!(answer.markdown.starts_with("**关键句**"));
    assert!(answer.markdown.contains("新的公园"), "{}", answer.markdown);
    assert!(!answer.markdown.contains("昨天天气"));
}

#[test]
fn the_sentences_stand_in_the_order_of_the_text() {
    let sentences = split(REPORT, 100);
    let picked = pick(&sentences, &Terms::for_text(REPORT), None);
    assert!(picked.is_sorted() && picked.len() == 3, "{picked:?}");
}

#[test]
fn the_same_sentence_is_not_picked_twice() {
    let repeated = format!(
        "{}{}",
        "The river is high because it rained all week. ".repeat(6),
        "The mayor closed the bridge over the river. Schools stay closed until the bridge is open again. "
    );
    let sentences = split(&repeated, 100);
    let picked = pick(&sentences, &Terms::for_text(&repeated), None);
    let texts: Vec<&str> = picked.iter().map(|index| sentences[*index].text.as_str()).collect();
    assert_ne!(texts[0], texts[1]);
}

#[test]
fn a_text_that_is_too_short_or_missing_is_said_to_be() {
    assert!(english("One sentence only.").needs_model);
    assert!(english("the plot of Hamlet").markdown.contains("too short"));
    assert!(english("").markdown.contains("Paste the text"));
}

#[test]
fn a_very_long_text_is_read_in_part_and_says_so() {
    let long: String =
        (0..900).map(|n| format!("Sentence number {n} speaks of matter {}. ", n % 17)).collect();
    let answer = english(&long);
    assert!(answer.markdown.contains("only its first 800 sentences"), "{}", answer.markdown);
}

#[test]
fn markup_in_the_text_stays_text() {
    let text = REPORT.replace("search", "<b>search</b>");
    assert!(!english(&text).markdown.contains("<b>"), "{}", english(&text).markdown);
}
