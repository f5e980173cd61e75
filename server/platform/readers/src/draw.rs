use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::{LoadPdfError, Pdf};
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use parsing::{Drawn, ParseFailure};

use crate::clean::{Grey, clean};
use crate::limits::Limits;
use crate::worker::{read_input, say};

const LIMITS: Limits = Limits {
    memory_bytes: 1024 * 1024 * 1024,
    cpu_seconds: 30,
    open_files: 3,
    priority: fair_queue::Priority::Low,
};
/// Text recognisers are made for letters of this size: dots of an inch of paper, and of one of a PDF.
const DOTS_PER_INCH: f32 = 300.0;
const POINTS_PER_INCH: f32 = 72.0;
/// Maximum number of pixels of a drawing: an A4 page has 8.7 million.
const DOTS_MAX: f32 = 12_000_000.0;

/// Runs the process that renders one page of a PDF from standard input, as grayscale pixels that are easy to read.
/// Writes a line of JSON ([`Drawn`] or a failure), followed by the drawing as PGM if the page is not empty.
///
/// `arguments`: the number of the page, from 1.
pub fn draw(arguments: &[String]) -> ExitCode {
    let Some(number) = arguments.first().and_then(|number| number.parse().ok()) else {
        return ExitCode::from(2);
    };
    if LIMITS.set().is_err() {
        return ExitCode::from(3);
    }
    let Ok(content) = read_input() else { return ExitCode::FAILURE };
    let outcome = catch_unwind(AssertUnwindSafe(|| draw_page(content, number)))
        .unwrap_or(Err(ParseFailure::Broken));
    let (drawn, picture) = match outcome {
        Ok((drawn, picture)) => (Ok(drawn), picture.map(|grey| grey.to_pgm()).unwrap_or_default()),
        Err(failure) => (Err(failure), Vec::new()),
    };
    let Ok(json) = serde_json::to_vec(&drawn) else { return ExitCode::FAILURE };
    say(&[&json, b"\n", &picture])
}

/// Returns a page of a PDF, if there is one of that number and anything is on it.
pub(crate) fn draw_page(
    content: Vec<u8>,
    number: usize,
) -> Result<(Drawn, Option<Grey>), ParseFailure> {
    let pdf = Pdf::new(content).map_err(|error| match error {
        LoadPdfError::Decryption(_) => ParseFailure::Encrypted,
        LoadPdfError::Invalid => ParseFailure::Broken,
    })?;
    let pages = pdf.pages();
    let mut drawn = Drawn { page_count: u32::try_from(pages.len()).unwrap_or(u32::MAX), skew: 0.0 };
    let Some(page) = number.checked_sub(1).and_then(|index| pages.get(index)) else {
        return Ok((drawn, None));
    };
    let (width, height) = page.render_dimensions();
    let scale = scale_of(width, height).ok_or(ParseFailure::Broken)?;
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let interpreter = InterpreterSettings::default();
    let pixmap =
        render(page, &RenderCache::new(), &interpreter, &RenderSettings::default(), &settings);
    let (width, height) = (usize::from(pixmap.width()), usize::from(pixmap.height()));
    let dots = pixmap.data().iter();
    // As bright as eyes find it (BT.601).
    let grey = dots.map(|dot| {
        ((u32::from(dot.r) * 299 + u32::from(dot.g) * 587 + u32::from(dot.b) * 114) / 1_000) as u8
    });
    let cleaned = clean(Grey { width, height, dots: grey.collect() });
    let picture = cleaned.map(|(picture, skew)| {
        drawn.skew = skew;
        picture
    });
    Ok((drawn, picture))
}

/// Returns the number of pixels per point for rendering; `None` if the size is invalid.
fn scale_of(width: f32, height: f32) -> Option<f32> {
    let area = width * height;
    if !area.is_finite() || area <= 0.0 {
        return None;
    }
    let of_area = (DOTS_MAX / area).sqrt();
    let of_side = (f32::from(u16::MAX) - 1.0) / width.max(height);
    Some((DOTS_PER_INCH / POINTS_PER_INCH).min(of_area).min(of_side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_drawn_with_three_hundred_dots_an_inch_where_that_is_not_too_many() {
        let a4 = scale_of(595.0, 842.0).unwrap();
        assert!((a4 - 300.0 / 72.0).abs() < 0.001);
        let poster = scale_of(6_000.0, 6_000.0).unwrap();
        assert!((6_000.0 * poster).powi(2) <= DOTS_MAX * 1.001);
        let strip = scale_of(20_000.0, 1.0).unwrap();
        assert!(20_000.0 * strip < f32::from(u16::MAX));
        assert_eq!(scale_of(0.0, 842.0), None);
        assert_eq!(scale_of(f32::NAN, 842.0), None);
    }

    #[test]
    fn pages_are_counted_and_one_that_is_not_there_is_not_drawn() {
        let pdf = testing::sample_pdf(&["one", "two"]);
        let (drawn, picture) = draw_page(pdf.clone(), 3).unwrap();
        assert_eq!((drawn.page_count, picture), (2, None));
        assert_eq!(draw_page(pdf, 0).unwrap().1, None);
        assert_eq!(draw_page(b"no PDF".to_vec(), 1), Err(ParseFailure::Broken));
    }
}
