use std::io::Write;

use super::*;

fn wordnet() -> WordNet {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wordnet");
    WordNet::find(Some(&fixture)).expect("the fixture")
}

fn lemmas(term: &str) -> Vec<(String, PartOfSpeech)> {
    let entries = wordnet().look_up(term).expect("readable files");
    entries.into_iter().map(|entry| (entry.lemma, entry.part_of_speech)).collect()
}

#[test]
fn a_word_is_found_in_every_part_of_speech() {
    let entries = wordnet().look_up("Bank").expect("readable files");

    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0].senses.len(), 10);
    assert_eq!(
        entries[0].senses[0],
        Sense {
            definition: "sloping land (especially the slope beside a body of water)".into(),
            examples: vec![
                "they pulled the canoe up on the bank".into(),
                "he sat on the bank of the river and watched the currents".into(),
            ],
            words: vec!["bank".into()],
        }
    );
    assert_eq!(entries[1].part_of_speech, PartOfSpeech::Verb);
    assert_eq!(entries[1].senses.len(), 8);
}

#[test]
fn an_inflected_form_leads_to_its_word() {
    assert_eq!(lemmas("dogs"), [("dog".into(), PartOfSpeech::Noun)]);
    assert_eq!(lemmas("geese"), [("goose".into(), PartOfSpeech::Noun)]);
    assert_eq!(lemmas("went"), [("go".into(), PartOfSpeech::Verb)]);
    assert_eq!(lemmas("Happier"), [("happy".into(), PartOfSpeech::Adjective)]);
}

#[test]
fn a_word_that_is_also_a_form_of_another_is_shown_as_both_itself_first() {
    let found = lemmas("saw");
    assert_eq!(found[0], ("saw".into(), PartOfSpeech::Noun));
    assert_eq!(found.last(), Some(&("see".into(), PartOfSpeech::Verb)));
}

#[test]
fn words_of_several_parts_are_found_however_they_are_joined() {
    for term in ["bank account", "Bank-Account"] {
        assert_eq!(lemmas(term), [("bank account".into(), PartOfSpeech::Noun)]);
    }
    assert_eq!(lemmas("e-mail"), [("e-mail".into(), PartOfSpeech::Noun)]);
}

#[test]
fn the_place_of_an_adjective_is_not_part_of_it() {
    let entries = wordnet().look_up("elect").expect("readable files");
    let words: Vec<&String> = entries.iter().flat_map(|entry| &entry.senses[0].words).collect();
    assert!(words.iter().all(|word| !word.contains('(')), "{words:?}");
}

#[test]
fn what_is_not_a_word_is_not_found() {
    for term in ["", " ", "zzzz", "software", "This software", "\u{0}", "a/../b", "名"] {
        assert_eq!(lemmas(term), [], "{term:?}");
    }
}

#[test]
fn every_line_of_a_sorted_file_is_found_and_nothing_between_them() {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    writeln!(file, "  the licence").expect("written");
    for number in (0..3_000).step_by(3) {
        writeln!(file, "w{number:05} {}", "x".repeat(number % 90)).expect("written");
    }

    for number in 0..3_000 {
        let key = format!("w{number:05}");
        let line = find_line(file.path(), &key).expect("readable");
        assert_eq!(line.is_some(), number % 3 == 0, "{key}");
        assert!(line.is_none_or(|line| line.starts_with(&key)));
    }
    assert_eq!(find_line(file.path(), "a").expect("readable"), None);
    assert_eq!(find_line(file.path(), "z").expect("readable"), None);
}

#[test]
fn files_that_are_not_wordnets_are_an_error_and_not_a_crash() {
    let dir = tempfile::tempdir().expect("a folder");
    for name in ["data.noun", "index.verb", "index.adj", "index.adv"] {
        std::fs::write(dir.path().join(name), "nothing\n").expect("written");
    }
    for line in ["bank", "bank n 1 99 x", "bank n 1 0 1 0 00000003", "bank n 1 0 1 0 99999999"] {
        std::fs::write(dir.path().join("index.noun"), format!("{line}\n")).expect("written");
        let broken = WordNet::find(Some(dir.path())).expect("the folder");
        let error = broken.look_up("bank").expect_err("not in the format");
        assert_eq!(error.kind(), ErrorKind::InvalidData, "{line}");
    }
}

#[test]
fn a_folder_without_the_files_is_no_wordnet() {
    let dir = tempfile::tempdir().expect("a folder");
    assert!(WordNet::find(Some(dir.path())).is_none());
}
