//! Benchmark of the image tools: each runs in a process of its own, as the server runs it. Time and memory, and how close
//! the result comes to a reference that the benchmark draws itself.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use image::imageops::{FilterType, resize};
use image::{DynamicImage, GrayImage, ImageFormat, Luma, Rgb, RgbImage};
use image_tools::{ImageTool, MAKE_COMMAND, MadeImage, OutputFormat, Task, Weights, split_made};

use crate::figures::{Figure, save};
use crate::media;
use crate::pdf_corpus::peak_bytes;

/// Issue 27: "cut-out of a 2048 pixel portrait within 3 s and 600 MB on two cores, erase of a 300 pixel hole within 3 s".
const SECONDS: f64 = 3.0;
const CUTOUT_MB: f64 = 600.0;
const PORTRAIT_SIDE: u32 = 2_048;
const HOLE_SIDE: u32 = 300;
const SCENE_SIDE: u32 = 1_024;
/// Overlap with the drawn subject, structure of what was filled, and decibels of what was enlarged: ours.
const CUTOUT_IOU: f64 = 0.9;
const ERASE_SSIM: f64 = 0.85;
const UPSCALE_DB: f64 = 26.0;
const DENOISE_GAIN_DB: f64 = 2.0;
const AVIF_DB: f64 = 34.0;
/// Interval at which the memory of a process is looked at.
const LOOK: Duration = Duration::from_millis(2);

#[derive(Args)]
pub struct Options {
    /// The server's program, whose engines are measured.
    #[arg(long)]
    server: PathBuf,
    /// Folder of the networks' data files; without one those figures are not measured.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Path of the file for the results.
    #[arg(long)]
    out: PathBuf,
}

pub async fn run(options: &Options) -> anyhow::Result<()> {
    let engine = Engine {
        server: &options.server,
        weights: options.weights.clone().unwrap_or_else(|| PathBuf::from("/no/weights")),
    };
    let mut figures = Vec::new();
    figures.extend(cutout(&engine)?);
    figures.extend(erase(&engine)?);
    figures.extend(upscale(&engine)?);
    figures.extend(denoise(&engine)?);
    figures.extend(formats(&engine)?);
    figures.extend(media::measure(&options.server, &png(&scene(SCENE_SIDE).into())?).await?);
    save(&figures, &options.out)
}

/// The program whose engines are measured.
struct Engine<'a> {
    server: &'a Path,
    weights: PathBuf,
}

/// A picture that was made, and what it took.
struct Measured {
    picture: DynamicImage,
    seconds: f64,
    peak_mb: f64,
}

impl Engine<'_> {
    fn has(&self, weights: Weights) -> bool {
        weights.is_in(&self.weights)
    }

    fn make(&self, tool: ImageTool, pictures: &[Vec<u8>]) -> anyhow::Result<Measured> {
        let (content, seconds, peak_mb) = self.content(tool, pictures)?;
        Ok(Measured { picture: image::load_from_memory(&content)?, seconds, peak_mb })
    }

    /// Returns a picture's bytes, and the seconds and megabytes that they took.
    fn content(
        &self,
        tool: ImageTool,
        pictures: &[Vec<u8>],
    ) -> anyhow::Result<(Vec<u8>, f64, f64)> {
        let lengths = pictures.iter().map(Vec::len).collect();
        let task = Task { tool, lengths, weights_folder: self.weights.clone() };
        let started = Instant::now();
        let mut child = Command::new(self.server)
            .args([MAKE_COMMAND, &serde_json::to_string(&task)?])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", self.server.display()))?;
        let (output, peak_mb) = converse(&mut child, pictures.concat())?;
        let seconds = started.elapsed().as_secs_f64();
        let made: MadeImage =
            split_made(output).map_err(|error| anyhow::anyhow!("no picture came: {error:?}"))?;
        Ok((made.content, seconds, peak_mb))
    }
}

/// Sends pictures to an engine, and returns its output and the most memory that it had.
fn converse(child: &mut Child, input: Vec<u8>) -> anyhow::Result<(Vec<u8>, f64)> {
    let mut stdin = child.stdin.take().context("no standard input")?;
    let mut stdout = child.stdout.take().context("no standard output")?;
    let writing = std::thread::spawn(move || stdin.write_all(&input));
    let reading = std::thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).map(|_| output)
    });
    let mut peak_mb = 0.0_f64;
    let ended = loop {
        // A process that has just ended has no memory any more.
        if let Some(now) = peak_bytes(child.id()) {
            peak_mb = peak_mb.max(now as f64 / 1e6);
        }
        match child.try_wait()? {
            Some(ended) => break ended,
            None => std::thread::sleep(LOOK),
        }
    };
    let written = writing.join().map_err(|_| anyhow::anyhow!("the input was not sent"))?;
    let output = reading.join().map_err(|_| anyhow::anyhow!("the output was not read"))??;
    if !ended.success() {
        bail!("the engine ended with {ended}");
    }
    written?;
    Ok((output, peak_mb))
}

fn cutout(engine: &Engine<'_>) -> anyhow::Result<Vec<Figure>> {
    let name = "images: cut-out of a portrait of 2,048 pixels";
    if !engine.has(Weights::Cutout) {
        return Ok(vec![Figure::not_measured(name, "the network's data file is missing")]);
    }
    let (portrait, subject) = portrait(PORTRAIT_SIDE);
    let tool = ImageTool::RemoveBackground { has_mask: false };
    let made = engine.make(tool, &[png(&portrait.into())?])?;
    let alpha = made.picture.into_rgba8();
    let cut = GrayImage::from_fn(alpha.width(), alpha.height(), |x, y| {
        Luma([alpha.get_pixel(x, y).0[3]])
    });
    Ok(vec![
        Figure::new(name, "s", SECONDS, made.seconds),
        Figure::new(format!("{name}, memory"), "MB", CUTOUT_MB, made.peak_mb),
        Figure::new(format!("{name}, overlap"), "IoU", None, iou(&cut, &subject))
            .at_least(Some(CUTOUT_IOU)),
    ])
}

fn erase(engine: &Engine<'_>) -> anyhow::Result<Vec<Figure>> {
    let name = "images: erase of a hole of 300 pixels";
    let original = scene(SCENE_SIDE);
    let from = (SCENE_SIDE - HOLE_SIDE) / 2;
    let is_hole = |x: u32, y: u32| {
        (from..from + HOLE_SIDE).contains(&x) && (from..from + HOLE_SIDE).contains(&y)
    };
    let mut stained = original.clone();
    for (x, y, pixel) in stained.enumerate_pixels_mut() {
        if is_hole(x, y) {
            *pixel = Rgb([255, 0, 255]);
        }
    }
    let white = |x, y| Luma([if is_hole(x, y) { u8::MAX } else { 0 }]);
    let mask = GrayImage::from_fn(SCENE_SIDE, SCENE_SIDE, white);
    let made = engine.make(ImageTool::EraseArea, &[png(&stained.into())?, png(&mask.into())?])?;
    let part = |picture: &RgbImage| {
        image::imageops::crop_imm(picture, from, from, HOLE_SIDE, HOLE_SIDE).to_image()
    };
    let filled = part(&made.picture.into_rgb8());
    let wanted = part(&original);
    Ok(vec![
        Figure::new(name, "s", SECONDS, made.seconds),
        Figure::new(format!("{name}, memory"), "MB", None, made.peak_mb),
        // Fine waves that are shifted by a point look the same, and have few decibels.
        Figure::new(format!("{name}, the hole"), "dB", None, psnr(&filled, &wanted)),
        Figure::new(format!("{name}, structure"), "SSIM", None, ssim(&filled, &wanted))
            .at_least(Some(ERASE_SSIM)),
    ])
}

fn upscale(engine: &Engine<'_>) -> anyhow::Result<Vec<Figure>> {
    let name = "images: enlarging 512 pixels twofold";
    let original = scene(SCENE_SIDE);
    let small = resize(&original, SCENE_SIDE / 2, SCENE_SIDE / 2, FilterType::CatmullRom);
    let made = engine.make(ImageTool::Upscale { factor: 2 }, &[png(&small.into())?])?;
    let large = made.picture.into_rgb8();
    Ok(vec![
        Figure::new(name, "s", None, made.seconds),
        Figure::new(format!("{name}, likeness"), "dB", None, psnr(&large, &original))
            .at_least(Some(UPSCALE_DB)),
        Figure::new(format!("{name}, structure"), "SSIM", None, ssim(&large, &original)),
    ])
}

fn denoise(engine: &Engine<'_>) -> anyhow::Result<Vec<Figure>> {
    let name = "images: noise out of 1,024 pixels";
    let original = scene(SCENE_SIDE);
    let mut noisy = original.clone();
    let mut chance = 1_u32;
    for channel in noisy.iter_mut() {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = i16::from((chance >> 24) as u8) / 6 - 21;
        *channel = (i16::from(*channel) + noise).clamp(0, 255) as u8;
    }
    let made = engine.make(ImageTool::Denoise { strength: 50 }, &[png(&noisy.clone().into())?])?;
    let gain = psnr(&made.picture.into_rgb8(), &original) - psnr(&noisy, &original);
    Ok(vec![
        Figure::new(name, "s", None, made.seconds),
        Figure::new(format!("{name}, gain"), "dB", None, gain).at_least(Some(DENOISE_GAIN_DB)),
    ])
}

/// Measures AVIF, which is written and read without assembly: what is written, turned back into a PNG, is like the picture.
fn formats(engine: &Engine<'_>) -> anyhow::Result<Vec<Figure>> {
    let name = "images: AVIF of 1,024 pixels";
    let original = scene(SCENE_SIDE);
    let convert = |format| ImageTool::Convert { format };
    let written = engine.content(convert(OutputFormat::Avif), &[png(&original.clone().into())?])?;
    let read = engine.make(convert(OutputFormat::Png), std::slice::from_ref(&written.0))?;
    let likeness = psnr(&read.picture.into_rgb8(), &original);
    Ok(vec![
        Figure::new(format!("{name}, written"), "s", None, written.1),
        Figure::new(format!("{name}, read"), "s", None, read.seconds),
        Figure::new(format!("{name}, size"), "kB", None, written.0.len() as f64 / 1e3),
        Figure::new(format!("{name}, likeness"), "dB", None, likeness).at_least(Some(AVIF_DB)),
    ])
}

/// Draws somebody's head and shoulders before a wall, and returns it with what belongs to them.
fn portrait(side: u32) -> (RgbImage, GrayImage) {
    let at = |part: f32| part * side as f32;
    let is_in = |x: u32, y: u32, (left, top): (f32, f32), (width, height): (f32, f32)| {
        let across = (x as f32 - at(left)) / at(width);
        let down = (y as f32 - at(top)) / at(height);
        across * across + down * down <= 1.0
    };
    let is_head = |x, y| is_in(x, y, (0.5, 0.38), (0.16, 0.21));
    let is_body = |x, y| is_in(x, y, (0.5, 1.02), (0.36, 0.42));
    let picture = RgbImage::from_fn(side, side, |x, y| {
        let light = 1.0 - 0.25 * (x as f32 / side as f32);
        let shade = |color: [f32; 3]| Rgb(color.map(|it| (it * light) as u8));
        match () {
            () if is_head(x, y) => shade([224.0, 176.0, 148.0]),
            () if is_body(x, y) => shade([40.0, 62.0, 110.0]),
            () => shade([196.0, 206.0, 198.0]),
        }
    });
    let subject = GrayImage::from_fn(side, side, |x, y| {
        Luma([if is_head(x, y) || is_body(x, y) { u8::MAX } else { 0 }])
    });
    (picture, subject)
}

/// Draws hills and waves, which have large shapes and fine ones.
fn scene(side: u32) -> RgbImage {
    RgbImage::from_fn(side, side, |x, y| {
        let (across, down) = (x as f32 / side as f32, y as f32 / side as f32);
        let hill = 0.55 + 0.08 * (across * 9.0).sin() + 0.03 * (across * 31.0).cos();
        let wave = ((across * 140.0).sin() * (down * 120.0).cos()) * 10.0;
        let color = match down > hill {
            true => [60.0 + 50.0 * down, 110.0 + 40.0 * across, 70.0],
            false => [120.0 + 90.0 * down, 160.0 + 60.0 * down, 225.0],
        };
        Rgb(color.map(|it| (it + wave).clamp(0.0, 255.0) as u8))
    })
}

fn png(picture: &DynamicImage) -> anyhow::Result<Vec<u8>> {
    let mut content = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut content, ImageFormat::Png)?;
    Ok(content.into_inner())
}

/// Returns the ratio of signal to noise in decibels.
fn psnr(one: &RgbImage, other: &RgbImage) -> f64 {
    let squares =
        one.iter().zip(other.iter()).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2));
    let mean = squares.sum::<f64>() / one.len().max(1) as f64;
    10.0 * (255.0_f64.powi(2) / mean.max(1e-6)).log10()
}

/// Side of the squares in which structure is compared (Wang et al. 2004).
const SQUARE: u32 = 8;

/// Returns how similar two pictures are in structure, from 0 to 1: the mean over squares that do not overlap.
fn ssim(one: &RgbImage, other: &RgbImage) -> f64 {
    let luma = |picture: &RgbImage| DynamicImage::from(picture.clone()).into_luma8();
    let (one, other) = (luma(one), luma(other));
    let (low, high) = ((0.01 * 255.0_f64).powi(2), (0.03 * 255.0_f64).powi(2));
    let mut squares = Vec::new();
    for top in (0..one.height() / SQUARE * SQUARE).step_by(SQUARE as usize) {
        for left in (0..one.width() / SQUARE * SQUARE).step_by(SQUARE as usize) {
            let pairs = (0..SQUARE * SQUARE).map(|at| {
                let (x, y) = (left + at % SQUARE, top + at / SQUARE);
                (f64::from(one.get_pixel(x, y).0[0]), f64::from(other.get_pixel(x, y).0[0]))
            });
            let pairs: Vec<(f64, f64)> = pairs.collect();
            let mean = |of: &dyn Fn(&(f64, f64)) -> f64| {
                pairs.iter().map(of).sum::<f64>() / pairs.len() as f64
            };
            let (a, b) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
            let of_a = mean(&|pair| (pair.0 - a).powi(2));
            let of_b = mean(&|pair| (pair.1 - b).powi(2));
            let shared = mean(&|pair| (pair.0 - a) * (pair.1 - b));
            let above = (2.0 * a * b + low) * (2.0 * shared + high);
            squares.push(above / ((a * a + b * b + low) * (of_a + of_b + high)));
        }
    }
    squares.iter().sum::<f64>() / squares.len().max(1) as f64
}

/// Returns the overlap of two masks: what both have in relation to what one of them has.
fn iou(one: &GrayImage, other: &GrayImage) -> f64 {
    let (mut both, mut either) = (0_u64, 0_u64);
    for (a, b) in one.iter().zip(other.iter()) {
        let (a, b) = (*a > 127, *b > 127);
        both += u64::from(a && b);
        either += u64::from(a || b);
    }
    both as f64 / either.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_like_itself_and_less_like_another() {
        let original = scene(64);
        assert!(psnr(&original, &original) > 100.0 && ssim(&original, &original) > 0.999);
        let mut other = original.clone();
        other.iter_mut().step_by(7).for_each(|channel| *channel = channel.wrapping_add(60));
        assert!(psnr(&other, &original) < 30.0 && ssim(&other, &original) < 0.95);
    }

    #[test]
    fn the_overlap_of_a_mask_with_half_of_it_is_a_half() {
        let (_, subject) = portrait(64);
        let half = GrayImage::from_fn(64, 64, |x, y| {
            Luma([if x < 32 { subject.get_pixel(x, y).0[0] } else { 0 }])
        });
        assert!((iou(&subject, &subject) - 1.0).abs() < 1e-9);
        assert!((iou(&half, &subject) - 0.5).abs() < 0.05);
    }
}
