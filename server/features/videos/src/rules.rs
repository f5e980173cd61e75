//! Rules for video tasks. No I/O.

use kernel::{Problem, collapse_whitespace, truncate};
use video_models::{Misfit, MisfitReason, VideoAbilities};

use crate::limits::{CFG_SCALE_MAX, PROMPT_MAX_CHARS, REFERENCES_MAX, SECONDS_MIN, SECONDS_USUAL};
use crate::problems::{PROMPT_EMPTY, PROMPT_TOO_LONG, SETTING_INVALID};
use crate::work::Work;

/// Longest title of a task.
const TITLE_MAX_CHARS: usize = 80;
/// Longest name of a file, in characters, without its ending.
const NAME_MAX_CHARS: usize = 60;

/// Checks what can be known of work without its model and its files.
///
/// # Errors
///
/// [`PROMPT_EMPTY`], [`PROMPT_TOO_LONG`], [`SETTING_INVALID`].
pub(crate) fn check_work(work: &Work) -> Result<(), Problem> {
    if work.prompt.trim().is_empty() && work.first_frame_file_id.is_none() {
        return Err(PROMPT_EMPTY.into());
    }
    let negative = work.negative_prompt.as_deref().unwrap_or_default();
    if [work.prompt.as_str(), negative].iter().any(|text| text.chars().count() > PROMPT_MAX_CHARS) {
        return Err(PROMPT_TOO_LONG.with("max_chars", PROMPT_MAX_CHARS));
    }
    let is_within = |value: Option<f64>, max: f64| value.is_none_or(|it| (0.0..=max).contains(&it));
    let checks = [
        // spec §5: "video duration under 1 second is an error"
        ("seconds", work.seconds.is_none_or(|seconds| seconds >= SECONDS_MIN)),
        ("cfg_scale", is_within(work.cfg_scale, CFG_SCALE_MAX)),
        ("motion", is_within(work.motion, 1.0)),
        ("reference_file_ids", work.reference_file_ids.len() <= REFERENCES_MAX),
    ];
    match checks.iter().find(|(_, is_fine)| !is_fine) {
        Some((setting, _)) => Err(SETTING_INVALID.with("setting", setting)),
        None => Ok(()),
    }
}

/// Returns the length for which a video is charged and asked for: the one that is wanted, or the usual one where the model
/// offers it, or the model's first.
pub(crate) fn seconds_of(work: &Work, abilities: &VideoAbilities) -> u32 {
    let offered = abilities.seconds_for(work.last_frame_file_id.is_some());
    let usual = offered.iter().find(|seconds| **seconds == SECONDS_USUAL).or(offered.first());
    work.seconds.or(usual.copied()).unwrap_or(SECONDS_USUAL)
}

/// Returns the problem with a setting that the chosen model does not have.
pub(crate) fn misfit_problem(misfit: &Misfit) -> Problem {
    let name = store::to_word(misfit.field).unwrap_or_default();
    let problem = SETTING_INVALID.with("setting", name);
    match misfit.reason {
        MisfitReason::TooMany { max } => problem.with("max", max),
        _ => problem,
    }
}

/// Returns the title of a task: the beginning of its prompt.
pub(crate) fn title_of(work: &Work) -> String {
    let title = truncate(&collapse_whitespace(&work.prompt), TITLE_MAX_CHARS);
    if title.is_empty() { "Video".to_owned() } else { title }
}

/// Returns a file name for a video: the beginning of its prompt.
pub(crate) fn file_name(prompt: &str, media_type: &str) -> String {
    let ending = match media_type {
        "video/webm" => "webm",
        "video/quicktime" => "mov",
        _ => "mp4",
    };
    let stem: String = collapse_whitespace(prompt).chars().take(NAME_MAX_CHARS).collect();
    let stem = stem.trim_end_matches(['.', ' ', ',']);
    let stem = if stem.is_empty() { "video" } else { stem };
    files::sanitise_name(&format!("{stem}.{ending}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn work(changes: Value) -> Work {
        let mut work = json!({ "model": "a/b", "prompt": "Waves" });
        for (name, value) in changes.as_object().unwrap() {
            work[name] = value.clone();
        }
        serde_json::from_value(work).unwrap()
    }

    // spec §5: "cfg scale 0 to 10; video duration under 1 second is an error."
    #[test]
    fn settings_keep_to_their_ranges() {
        let id = kernel::Uuid::nil();
        for (changes, wanted) in [
            (json!({}), "ok"),
            (json!({ "seconds": 1, "cfg_scale": 10, "motion": 1 }), "ok"),
            (json!({ "seconds": 0 }), "videos.setting_invalid"),
            (json!({ "cfg_scale": 10.1 }), "videos.setting_invalid"),
            (json!({ "motion": -0.1 }), "videos.setting_invalid"),
            (json!({ "reference_file_ids": vec![id; 9] }), "videos.setting_invalid"),
            (json!({ "prompt": " " }), "videos.prompt_empty"),
            (json!({ "prompt": "", "first_frame_file_id": id }), "ok"),
            (json!({ "prompt": "é".repeat(4_001) }), "videos.prompt_too_long"),
        ] {
            let code = check_work(&work(changes.clone()));
            let code = code.map_or_else(|problem| problem.kind.code, |()| "ok");
            assert_eq!(code, wanted, "{changes:.80}");
        }
    }

    // spec §4: "A video end frame does not support 10s, so duration switches to 5s automatically."
    // spec §9: "10s only for one video model, otherwise 5s."
    #[test]
    fn a_video_has_5_seconds_unless_something_else_is_asked_for() {
        let able = VideoAbilities {
            seconds: vec![10, 5],
            seconds_with_last_frame: vec![5],
            ..VideoAbilities::default()
        };
        let end = json!({ "last_frame_file_id": kernel::Uuid::nil() });
        assert_eq!(seconds_of(&work(json!({ "seconds": 10 })), &able), 10);
        assert_eq!((seconds_of(&work(json!({})), &able), seconds_of(&work(end), &able)), (5, 5));
        let others = VideoAbilities { seconds: vec![4, 8], ..VideoAbilities::default() };
        assert_eq!(seconds_of(&work(json!({})), &others), 4);
        assert_eq!(seconds_of(&work(json!({})), &VideoAbilities::default()), 5);
    }

    #[test]
    fn a_video_has_the_beginning_of_its_prompt_as_its_name() {
        assert_eq!(file_name("Waves,\n at night.", "video/mp4"), "Waves, at night.mp4");
        assert_eq!(file_name("", "video/webm"), "video.webm");
        assert_eq!(title_of(&work(json!({ "prompt": "" }))), "Video");
    }
}
