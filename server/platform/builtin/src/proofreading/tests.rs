use super::*;

fn english(text: &str) -> Answer {
    Proofreader::default().answer(text, Texts::of("en"))
}

// One test for all that needs the rules: loading them takes seconds without optimisation.
#[test]
fn english_is_corrected_with_reasons_and_names_are_left_alone() {
    let proofreader = Proofreader::default();
    let check = |text: &str| proofreader.answer(text, Texts::of("en"));

    let answer = check("She go to school.\nI definately would of told Kubernetis.");
    let text = &answer.markdown;
    assert!(
        text.contains("> She goes to school\\.") || text.contains("> She goes to school."),
        "{text}"
    );
    assert!(text.contains("> I definitely would have told Kubernetis."), "{text}");
    assert!(text.contains("“go” → **goes**"), "{text}");
    assert!(text.contains("**Worth a look**"), "{text}");
    assert!(text.contains("Harper 3."), "{text}");
    assert_eq!(answer.citations.len(), 1);
    assert!(!answer.needs_model);

    let fine = check("The cat sat on the mat.");
    assert!(fine.markdown.starts_with("The rules found **nothing to correct**"));

    let german = check("Der Hund schläft heute sehr lange auf dem Sofa und träumt.");
    assert!(german.markdown.contains("only knows English") && german.needs_model);
    assert!(check("我喜欢吃苹果，你呢？").needs_model);

    // Each piece begins where the previous one ended.
    let filler = "The cat sat on the mat. ".repeat(30);
    let text = format!("{filler}She go to school. 🙂 I would of gone.");
    let report = proofreader.report(&text).unwrap();
    let found = |word: &str| {
        report.findings.iter().find(|finding| {
            text.chars().skip(finding.start).take(finding.end - finding.start).eq(word.chars())
        })
    };
    let go = found("go").unwrap_or_else(|| panic!("{report:?}"));
    assert!(go.is_mistake && go.options[0] == "goes", "{go:?}");
    assert!(report.findings.iter().any(|one| one.start > go.end), "{report:?}");
    assert_eq!(report.checked_chars, text.chars().count());
    assert!(report.checker.starts_with("Harper 3."));
    let german = "Der Hund schläft heute sehr lange auf dem Sofa und träumt.";
    assert_eq!(proofreader.report(german), Err(CheckError::NotEnglish));
    assert_eq!(proofreader.report("…").unwrap().findings, []);

    let marked = check("He have <b>a</b> *apple*.");
    assert!(!marked.markdown.contains("<b>"), "{}", marked.markdown);
}

#[test]
fn a_request_without_a_text_is_told_how_to_ask() {
    assert!(english("").markdown.contains("`check grammar: She go"));
    assert!(english("…").markdown.contains("`check grammar: She go"));
}

#[test]
fn words_in_a_reason_are_quoted() {
    assert_eq!(with_quotes("Use `have` here."), "Use “have” here.");
}

#[test]
fn pieces_joined_are_the_text_again() {
    let text = "One sentence.  Another one!\n\nA third? ".repeat(40);
    let pieces = pieces_of(&text);
    assert_eq!(pieces.concat(), text);
    assert!(pieces.len() > 2);
}
