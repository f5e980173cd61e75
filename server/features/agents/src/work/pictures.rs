//! Pictures that tools made, as models with vision see them.

use std::collections::HashMap;

use area::Services;
use image_sources::{for_viewing, read_sources};
use kernel::{Failure, Fallible, FileId, UserId};
use providers::ModelImage;

use crate::work::entry::{Call, Entry};
use crate::work::progress::{file_id_of, is_picture};

/// Pictures that a model sees at once, the newest ones.
const SEEN_MAX: usize = 4;

/// Pictures by the number of the step and the id of the call that made them: providers give an id more than once.
pub(crate) type Pictures = HashMap<(i64, String), Vec<ModelImage>>;

/// Reads the newest pictures that the calls of a task made. One that is gone or broken is left out.
pub(crate) async fn read_pictures(
    services: &Services,
    user_id: UserId,
    entries: &[Entry],
) -> Fallible<Pictures> {
    let mut pictures = Pictures::new();
    for (made_by, file_id) in newest(entries) {
        let picture = async {
            let source = read_sources(services, user_id, &[file_id]).await?.into_iter().next();
            match source {
                Some(source) => for_viewing(services, source).await.map(Some),
                None => Ok(None),
            }
        };
        match picture.await {
            Ok(Some(source)) => {
                let image = ModelImage { media_type: source.media_type, data: source.content };
                pictures.entry(made_by).or_default().push(image);
            }
            Ok(None) | Err(Failure::Problem(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(pictures)
}

/// Returns the newest pictures with the calls that made them, the oldest first.
fn newest(entries: &[Entry]) -> Vec<((i64, String), FileId)> {
    let steps = entries.iter().filter_map(|entry| Some((entry.number, entry.step()?)));
    let calls = steps.flat_map(|(number, step)| step.calls.iter().map(move |call| (number, call)));
    let pictures = calls.flat_map(|(number, call)| {
        pictures_of(call).map(move |file_id| ((number, call.id.clone()), file_id))
    });
    let mut all: Vec<_> = pictures.collect();
    all.split_off(all.len().saturating_sub(SEEN_MAX))
}

fn pictures_of(call: &Call) -> impl Iterator<Item = FileId> {
    call.parts.iter().filter(|part| is_picture(part)).filter_map(file_id_of)
}

#[cfg(test)]
mod tests {
    use conversations::{PartKind, ToolCallState};
    use kernel::Timestamp;
    use providers::ToolCall;

    use super::*;
    use crate::work::entry::{EntryKind, StepEntry};

    fn made(call_id: &str, media_type: &str, files: usize) -> Entry {
        let call = ToolCall {
            id: call_id.to_owned(),
            name: "paint".to_owned(),
            arguments: String::new(),
            provider_state: None,
        };
        let file = || PartKind::File {
            file_id: FileId::new(Timestamp::from_micros(0)),
            name: String::new(),
            media_type: media_type.to_owned(),
            size_bytes: 1,
        };
        let mut call = Call::new(call, ToolCallState::Completed);
        call.parts = std::iter::repeat_with(file).take(files).collect();
        let step = StepEntry { calls: vec![call], ..StepEntry::default() };
        Entry { number: 1, at: Timestamp::from_micros(0), kind: EntryKind::Step(step) }
    }

    #[test]
    fn a_model_sees_the_newest_pictures_and_no_other_files() {
        let entries =
            [made("a", "image/png", 3), made("b", "text/csv", 2), made("c", "image/webp", 3)];
        let seen: Vec<String> = newest(&entries).into_iter().map(|((_, id), _)| id).collect();
        assert_eq!(seen, ["a", "c", "c", "c"]);
    }
}
