//! What a model cannot do of a request: for the form, and for the route that takes it.

use media_calls::{MisfitReason, SEED_RANGE, given, number, offered};

use crate::{ImageAbilities, ImageRequest};

/// A field of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageField {
    Prompt,
    NegativePrompt,
    Count,
    Size,
    Ratio,
    Quality,
    Style,
    Seed,
    CfgScale,
    Strength,
    Transparent,
    References,
    Mask,
}

/// A field of a request that a model cannot fulfil.
pub type Misfit = media_calls::Misfit<ImageField>;

/// Returns what a model with these abilities cannot do of `request`, by field; empty if it can do all of it.
pub fn fit(request: &ImageRequest, abilities: &ImageAbilities) -> Vec<Misfit> {
    let checks = [
        prompt(request),
        given(
            request.negative_prompt.is_some(),
            abilities.negative_prompt,
            ImageField::NegativePrompt,
        ),
        count(request, abilities),
        offered(request.size.as_ref(), &abilities.sizes, ImageField::Size),
        offered(request.ratio.as_ref(), &abilities.ratios, ImageField::Ratio),
        offered(request.quality.as_ref(), &abilities.qualities, ImageField::Quality),
        offered(request.style.as_ref(), &abilities.styles, ImageField::Style),
        number(request.seed.map(|seed| seed as f64), abilities.seed, SEED_RANGE, ImageField::Seed),
        number(request.cfg_scale, abilities.cfg_scale, 0.0..=10.0, ImageField::CfgScale),
        strength(request, abilities),
        given(request.transparent, abilities.transparency, ImageField::Transparent),
        references(request, abilities),
        given(request.mask.is_some(), abilities.mask, ImageField::Mask),
    ];
    checks.into_iter().flatten().collect()
}

fn prompt(request: &ImageRequest) -> Option<Misfit> {
    match request.prompt.trim().is_empty() {
        true => MisfitReason::Missing.of(ImageField::Prompt),
        false => None,
    }
}

fn count(request: &ImageRequest, abilities: &ImageAbilities) -> Option<Misfit> {
    let max = abilities.count_max.max(1);
    match request.count {
        0 => MisfitReason::OutOfRange.of(ImageField::Count),
        count if count > max => MisfitReason::TooMany { max }.of(ImageField::Count),
        _ => None,
    }
}

/// Checks the strength of the request and of each reference. It says how much of a reference may change, so that there
/// has to be one.
fn strength(request: &ImageRequest, abilities: &ImageAbilities) -> Option<Misfit> {
    let each = request.references.iter().map(|reference| reference.strength);
    each.chain([request.strength])
        .find_map(|strength| number(strength, abilities.strength, 0.0..=1.0, ImageField::Strength))
}

fn references(request: &ImageRequest, abilities: &ImageAbilities) -> Option<Misfit> {
    let (field, max) = (ImageField::References, abilities.references_max);
    let count = u32::try_from(request.references.len()).unwrap_or(u32::MAX);
    let needs_one = !abilities.creates || request.mask.is_some() || request.strength.is_some();
    match count {
        0 if needs_one => MisfitReason::Missing.of(field),
        0 => None,
        _ if max == 0 || !abilities.edits => MisfitReason::Unsupported.of(field),
        _ if count > max => MisfitReason::TooMany { max }.of(field),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::{ImageSize, ReferenceImage};

    const SQUARE: ImageSize = ImageSize { width: 1024, height: 1024 };

    fn able() -> ImageAbilities {
        ImageAbilities {
            creates: true,
            edits: true,
            sizes: vec![SQUARE],
            ratios: vec!["1:1".to_owned()],
            count_max: 4,
            seed: true,
            negative_prompt: true,
            styles: vec!["vivid".to_owned()],
            cfg_scale: true,
            strength: true,
            references_max: 2,
            mask: true,
            transparency: true,
            qualities: vec!["high".to_owned()],
            partial_images: true,
        }
    }

    fn plain() -> ImageRequest {
        ImageRequest { prompt: "a cat".to_owned(), count: 1, ..ImageRequest::default() }
    }

    fn reference(strength: Option<f64>) -> ReferenceImage {
        ReferenceImage { content: Bytes::new(), media_type: "image/png".to_owned(), strength }
    }

    fn full() -> ImageRequest {
        ImageRequest {
            negative_prompt: Some("dogs".to_owned()),
            count: 4,
            size: Some(SQUARE),
            ratio: Some("1:1".to_owned()),
            quality: Some("high".to_owned()),
            style: Some("vivid".to_owned()),
            seed: Some(4_294_967_295),
            cfg_scale: Some(10.0),
            strength: Some(1.0),
            transparent: true,
            references: vec![reference(Some(0.0)), reference(None)],
            mask: Some(Bytes::new()),
            ..plain()
        }
    }

    #[test]
    fn a_model_that_can_do_everything_fits_a_full_request() {
        assert_eq!(fit(&full(), &able()), []);
    }

    #[test]
    fn a_model_that_can_do_nothing_but_create_names_every_field_it_cannot_do() {
        let creates = ImageAbilities { creates: true, count_max: 1, ..ImageAbilities::default() };
        assert_eq!(fit(&plain(), &creates), []);
        let said = fit(&full(), &creates);
        let fields: Vec<_> = said.iter().map(|misfit| misfit.field).collect();
        use ImageField::*;
        assert_eq!(
            fields,
            [
                NegativePrompt,
                Count,
                Size,
                Ratio,
                Quality,
                Style,
                Seed,
                CfgScale,
                Strength,
                Transparent,
                References,
                Mask
            ]
        );
        assert!(said.iter().all(|misfit| misfit.field == Count
            && misfit.reason == MisfitReason::TooMany { max: 1 }
            || misfit.reason == MisfitReason::Unsupported));
    }

    #[test]
    fn each_value_that_does_not_fit_is_named_with_its_reason() {
        use MisfitReason::*;
        type Change = fn(&mut ImageRequest);
        let rows: [(Change, ImageField, MisfitReason); 16] = [
            (|r| r.prompt = " \n".to_owned(), ImageField::Prompt, Missing),
            (|r| r.count = 0, ImageField::Count, OutOfRange),
            (|r| r.count = 5, ImageField::Count, TooMany { max: 4 }),
            (|r| r.size = Some(ImageSize { width: 1, height: 1 }), ImageField::Size, NotOffered),
            (|r| r.ratio = Some("2:1".to_owned()), ImageField::Ratio, NotOffered),
            (|r| r.quality = Some("best".to_owned()), ImageField::Quality, NotOffered),
            (|r| r.style = Some("dull".to_owned()), ImageField::Style, NotOffered),
            (|r| r.seed = Some(-1), ImageField::Seed, OutOfRange),
            (|r| r.seed = Some(4_294_967_296), ImageField::Seed, OutOfRange),
            (|r| r.cfg_scale = Some(10.1), ImageField::CfgScale, OutOfRange),
            (|r| r.cfg_scale = Some(f64::NAN), ImageField::CfgScale, OutOfRange),
            (|r| r.strength = Some(1.1), ImageField::Strength, OutOfRange),
            (|r| r.references[0].strength = Some(-0.1), ImageField::Strength, OutOfRange),
            (|r| r.references.push(reference(None)), ImageField::References, TooMany { max: 2 }),
            (|r| r.references.clear(), ImageField::References, Missing),
            (|r| (r.references, r.strength) = (Vec::new(), None), ImageField::References, Missing),
        ];
        for (row, (change, field, reason)) in rows.into_iter().enumerate() {
            let mut request = full();
            change(&mut request);
            assert_eq!(fit(&request, &able()), [Misfit { field, reason }], "row {row}");
        }
    }

    #[test]
    fn a_model_that_only_edits_needs_an_image() {
        let edits = ImageAbilities { creates: false, ..able() };
        let missing = Misfit { field: ImageField::References, reason: MisfitReason::Missing };
        assert_eq!(fit(&plain(), &edits), [missing]);
        let with_one = ImageRequest { references: vec![reference(None)], ..plain() };
        assert_eq!(fit(&with_one, &edits), []);
    }
}
