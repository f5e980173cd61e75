//! What a model cannot do of a request: for the form, and for the route that takes it.

use media_calls::{MisfitReason, SEED_RANGE, given, number, offered};
use serde::Serialize;

use crate::{VideoAbilities, VideoRequest};

/// A field of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VideoField {
    Prompt,
    NegativePrompt,
    FirstFrame,
    LastFrame,
    References,
    Remix,
    Seconds,
    Ratio,
    Resolution,
    Audio,
    Camera,
    Motion,
    Seed,
    CfgScale,
}

/// A field of a request that a model cannot fulfil.
pub type Misfit = media_calls::Misfit<VideoField>;

/// Returns what a model with these abilities cannot do of `request`, by field; empty if it can do all of it.
pub fn fit(request: &VideoRequest, able: &VideoAbilities) -> Vec<Misfit> {
    use VideoField::*;
    let has_last = request.last_frame.is_some();
    let checks = [
        prompt(request),
        given(request.negative_prompt.is_some(), able.negative_prompt, NegativePrompt),
        first_frame(request, able),
        given(has_last, able.last_frame, LastFrame),
        references(request, able),
        given(request.remix_of.is_some(), able.remix, Remix),
        offered(request.seconds.as_ref(), able.seconds_for(has_last), Seconds),
        offered(request.ratio.as_ref(), &able.ratios, Ratio),
        offered(request.resolution.as_ref(), &able.resolutions, Resolution),
        given(request.audio.is_some(), able.audio, Audio),
        offered(request.camera.as_ref(), &able.cameras, Camera),
        number(request.motion, able.motion, 0.0..=1.0, Motion),
        number(request.seed.map(|seed| seed as f64), able.seed, SEED_RANGE, Seed),
        number(request.cfg_scale, able.cfg_scale, 0.0..=10.0, CfgScale),
    ];
    checks.into_iter().flatten().collect()
}

/// Checks that there is something to make a video of: a text, or an image that begins to move.
fn prompt(request: &VideoRequest) -> Option<Misfit> {
    let has_frame = request.first_frame.is_some() && request.remix_of.is_none();
    match request.prompt.trim().is_empty() && !has_frame {
        true => MisfitReason::Missing.of(VideoField::Prompt),
        false => None,
    }
}

fn first_frame(request: &VideoRequest, able: &VideoAbilities) -> Option<Misfit> {
    let has_start = able.texts || !request.references.is_empty() || request.remix_of.is_some();
    let is_needed = !has_start || request.last_frame.is_some();
    match request.first_frame {
        None if is_needed && able.first_frame => MisfitReason::Missing.of(VideoField::FirstFrame),
        Some(_) if !able.first_frame => MisfitReason::Unsupported.of(VideoField::FirstFrame),
        _ => None,
    }
}

fn references(request: &VideoRequest, able: &VideoAbilities) -> Option<Misfit> {
    let (field, max) = (VideoField::References, able.references_max);
    match u32::try_from(request.references.len()).unwrap_or(u32::MAX) {
        0 if !able.texts && !able.first_frame && request.remix_of.is_none() => {
            MisfitReason::Missing.of(field)
        }
        0 => None,
        _ if max == 0 => MisfitReason::Unsupported.of(field),
        count if count > max => MisfitReason::TooMany { max }.of(field),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use media_calls::ProviderJob;

    use super::*;
    use crate::Frame;

    fn frame() -> Frame {
        Frame { content: Bytes::new(), media_type: "image/png".to_owned() }
    }

    fn able() -> VideoAbilities {
        VideoAbilities {
            texts: true,
            first_frame: true,
            last_frame: true,
            references_max: 1,
            remix: true,
            seconds: vec![5, 10],
            seconds_with_last_frame: vec![5],
            ratios: vec!["16:9".to_owned()],
            resolutions: vec!["720p".to_owned()],
            audio: true,
            cameras: vec!["Pan left".to_owned()],
            motion: true,
            seed: true,
            negative_prompt: true,
            cfg_scale: true,
        }
    }

    fn full() -> VideoRequest {
        VideoRequest {
            prompt: "A cat jumps".to_owned(),
            negative_prompt: Some("dogs".to_owned()),
            first_frame: Some(frame()),
            last_frame: Some(frame()),
            references: vec![frame()],
            seconds: Some(5),
            ratio: Some("16:9".to_owned()),
            resolution: Some("720p".to_owned()),
            audio: Some(true),
            camera: Some("Pan left".to_owned()),
            motion: Some(1.0),
            seed: Some(0),
            cfg_scale: Some(0.0),
            ..VideoRequest::default()
        }
    }

    #[test]
    fn a_model_that_can_do_everything_fits_a_full_request() {
        assert_eq!(fit(&full(), &able()), []);
    }

    #[test]
    fn a_model_of_texts_names_every_field_it_cannot_do() {
        let texts = VideoAbilities { texts: true, ..VideoAbilities::default() };
        let fields: Vec<_> = fit(&full(), &texts).iter().map(|misfit| misfit.field).collect();
        use VideoField::*;
        assert_eq!(
            fields,
            [
                NegativePrompt,
                FirstFrame,
                LastFrame,
                References,
                Seconds,
                Ratio,
                Resolution,
                Audio,
                Camera,
                Motion,
                Seed,
                CfgScale
            ]
        );
    }

    /// Spec §4: "end frame switches 10 s to 5 s".
    #[test]
    fn a_video_with_a_last_frame_is_5_seconds_long_and_not_10() {
        let long = VideoRequest { seconds: Some(10), ..full() };
        let misfit = Misfit { field: VideoField::Seconds, reason: MisfitReason::NotOffered };
        assert_eq!(fit(&long, &able()), [misfit]);
        assert_eq!(fit(&VideoRequest { last_frame: None, ..long }, &able()), []);
        assert_eq!(able().seconds_for(true), [5]);
        assert_eq!(able().seconds_for(false), [5, 10]);
    }

    #[test]
    fn each_value_that_does_not_fit_is_named_with_its_reason() {
        use MisfitReason::*;
        type Change = fn(&mut VideoRequest);
        let rows: [(Change, VideoField, MisfitReason); 9] = [
            (
                |r| (r.prompt, r.first_frame, r.last_frame) = (String::new(), None, None),
                VideoField::Prompt,
                Missing,
            ),
            (|r| r.first_frame = None, VideoField::FirstFrame, Missing),
            (|r| r.references.push(frame()), VideoField::References, TooMany { max: 1 }),
            (|r| r.ratio = Some("1:2".to_owned()), VideoField::Ratio, NotOffered),
            (|r| r.resolution = Some("8k".to_owned()), VideoField::Resolution, NotOffered),
            (|r| r.camera = Some("Fly".to_owned()), VideoField::Camera, NotOffered),
            (|r| r.motion = Some(1.1), VideoField::Motion, OutOfRange),
            (|r| r.seed = Some(-1), VideoField::Seed, OutOfRange),
            (|r| r.cfg_scale = Some(11.0), VideoField::CfgScale, OutOfRange),
        ];
        for (row, (change, field, reason)) in rows.into_iter().enumerate() {
            let mut request = full();
            change(&mut request);
            assert_eq!(fit(&request, &able()), [Misfit { field, reason }], "row {row}");
        }
    }

    #[test]
    fn a_remix_needs_words_and_a_model_that_can() {
        let remix = |prompt: &str| VideoRequest {
            prompt: prompt.to_owned(),
            remix_of: Some(ProviderJob::default()),
            ..VideoRequest::default()
        };
        let images = VideoAbilities { texts: false, ..able() };
        assert_eq!(fit(&remix("At night"), &images), []);
        let misfit = |field, reason| [Misfit { field, reason }];
        let silent = misfit(VideoField::Prompt, MisfitReason::Missing);
        assert_eq!(fit(&remix(" "), &able()), silent);
        let texts = VideoAbilities { texts: true, ..VideoAbilities::default() };
        let unable = misfit(VideoField::Remix, MisfitReason::Unsupported);
        assert_eq!(fit(&remix("At night"), &texts), unable);
    }

    #[test]
    fn an_image_may_move_without_words_and_a_model_of_images_needs_one() {
        let images = VideoAbilities { texts: false, ..able() };
        let silent = VideoRequest { prompt: String::new(), last_frame: None, ..full() };
        assert_eq!(fit(&silent, &images), []);
        let text = VideoRequest { prompt: "A cat".to_owned(), ..VideoRequest::default() };
        let missing = Misfit { field: VideoField::FirstFrame, reason: MisfitReason::Missing };
        assert_eq!(fit(&text, &images), [missing]);
    }
}
