//! Rules for image tasks. No I/O.

use image_models::{ImageField, Misfit, MisfitReason};
use kernel::{Problem, collapse_whitespace, truncate};

use crate::limits::{CFG_SCALE_MAX, FILES_MAX, PROMPT_MAX_CHARS, STYLE_MAX_CHARS};
use crate::problems::{PROMPT_EMPTY, PROMPT_TOO_LONG, SETTING_INVALID, TOO_MANY_FILES};
use crate::work::{Creation, Work};

/// Longest title of a task.
const TITLE_MAX_CHARS: usize = 80;

/// Checks what can be known of work without its model and its files.
///
/// # Errors
///
/// [`PROMPT_EMPTY`], [`PROMPT_TOO_LONG`], [`SETTING_INVALID`], [`TOO_MANY_FILES`].
pub(crate) fn check_work(work: &Work) -> Result<(), Problem> {
    if work.file_ids().len() > FILES_MAX {
        return Err(TOO_MANY_FILES.with("max", FILES_MAX));
    }
    match work {
        Work::Create(creation) => check_creation(creation),
        Work::Tool(_) => Ok(()),
    }
}

fn check_creation(creation: &Creation) -> Result<(), Problem> {
    if creation.prompt.trim().is_empty() {
        return Err(PROMPT_EMPTY.into());
    }
    let negative = creation.negative_prompt.as_deref().unwrap_or_default();
    let style = creation.style.as_deref().unwrap_or_default();
    let texts = [
        (creation.prompt.as_str(), PROMPT_MAX_CHARS),
        (negative, PROMPT_MAX_CHARS),
        (style, STYLE_MAX_CHARS),
    ];
    for (text, max_chars) in texts {
        if text.chars().count() > max_chars {
            return Err(PROMPT_TOO_LONG.with("max_chars", max_chars));
        }
    }
    let strengths = creation.references.iter().map(|reference| reference.strength);
    let strengths = strengths.chain([creation.strength]).flatten();
    let is_part = |value: f64| (0.0..=1.0).contains(&value);
    if creation.cfg_scale.is_some_and(|scale| !(0.0..=CFG_SCALE_MAX).contains(&scale)) {
        return Err(SETTING_INVALID.with("setting", "cfg_scale"));
    }
    match strengths.into_iter().all(is_part) {
        true => Ok(()),
        false => Err(SETTING_INVALID.with("setting", "strength")),
    }
}

/// Returns the problem with a setting that the chosen model does not have.
pub(crate) fn misfit_problem(misfit: &Misfit) -> Problem {
    let name = |field: ImageField| store::to_word(field).unwrap_or_default();
    let problem = SETTING_INVALID.with("setting", name(misfit.field));
    match misfit.reason {
        MisfitReason::TooMany { max } => problem.with("max", max),
        _ => problem,
    }
}

/// Returns the title of a task: the beginning of its prompt, or the name of its tool.
pub(crate) fn title_of(work: &Work) -> String {
    let title = work.tool().unwrap_or_else(|| work.prompt());
    truncate(&collapse_whitespace(title), TITLE_MAX_CHARS)
}

/// Returns the ending of a file of this type.
pub(crate) fn extension_of(media_type: &str) -> &'static str {
    match media_type {
        "image/jpeg" => "jpg",
        "image/webp" => "webp",
        "image/gif" => "gif",
        "image/avif" => "avif",
        "image/svg+xml" => "svg",
        _ => "png",
    }
}

/// Longest name of a file, in characters, without its ending.
const NAME_MAX_CHARS: usize = 60;

/// Returns a file name for an image: the beginning of its prompt.
pub(crate) fn file_name(words: &str, media_type: &str) -> String {
    let ending = format!(".{}", extension_of(media_type));
    let words = collapse_whitespace(words);
    let words = words.strip_suffix(&ending).unwrap_or(&words);
    let stem: String = words.chars().take(NAME_MAX_CHARS).collect();
    let stem = if stem.is_empty() { "image" } else { stem.trim_end_matches(['.', ' ', ',']) };
    files::sanitise_name(&format!("{stem}{ending}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn creation(changes: Value) -> Work {
        let mut work = json!({ "type": "create", "model": "a/b", "prompt": "A lighthouse" });
        for (name, value) in changes.as_object().unwrap() {
            work[name] = value.clone();
        }
        serde_json::from_value(work).unwrap()
    }

    // spec §5: "cfg scale 0 to 10"
    #[test]
    fn settings_keep_to_their_ranges() {
        let id = kernel::Uuid::nil();
        let many: Vec<Value> = (0..17).map(|_| json!({ "file_id": id })).collect();
        for (changes, wanted) in [
            (json!({}), "ok"),
            (json!({ "cfg_scale": 0 }), "ok"),
            (json!({ "cfg_scale": 10 }), "ok"),
            (json!({ "cfg_scale": 10.5 }), "images.setting_invalid"),
            (json!({ "cfg_scale": -0.1 }), "images.setting_invalid"),
            (json!({ "strength": 1 }), "ok"),
            (json!({ "strength": 1.01 }), "images.setting_invalid"),
            (json!({ "references": [{ "file_id": id, "strength": 2 }] }), "images.setting_invalid"),
            (json!({ "references": many }), "images.too_many_files"),
            (json!({ "prompt": " \n " }), "images.prompt_empty"),
            (json!({ "prompt": "é".repeat(4_000) }), "ok"),
            (json!({ "prompt": "é".repeat(4_001) }), "images.prompt_too_long"),
            (json!({ "negative_prompt": "x".repeat(4_001) }), "images.prompt_too_long"),
            (json!({ "style": "x".repeat(101) }), "images.prompt_too_long"),
        ] {
            let code = check_work(&creation(changes.clone()));
            let code = code.map_or_else(|problem| problem.kind.code, |()| "ok");
            assert_eq!(code, wanted, "{changes:.80}");
        }
    }

    #[test]
    fn an_image_has_the_beginning_of_its_prompt_as_its_name() {
        assert_eq!(
            file_name("A  lighthouse,\nat night.", "image/png"),
            "A lighthouse, at night.png"
        );
        assert_eq!(file_name("", "image/jpeg"), "image.jpg");
        assert_eq!(file_name("beach.png", "image/png"), "beach.png");
        assert_eq!(file_name("../../etc/passwd", "image/webp"), "passwd.webp");
        assert!(file_name(&"é".repeat(300), "image/png").chars().count() <= 64);
        assert_eq!(title_of(&creation(json!({ "prompt": " Two\n words " }))), "Two words");
    }
}
