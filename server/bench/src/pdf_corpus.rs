//! Benchmark of reading: the text of PDFs held against what poppler's `pdftotext` reads of the same files, with time and
//! memory. Neither is the truth: where they differ, open the page.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use parsing::{ParseFailure, Parsed};
use unicode_normalization::UnicodeNormalization;

use crate::figures::{Figure, save};

/// Recall of a file from which it counts as read.
const FILE_RECALL: f64 = 0.95;
/// Share of the files that are read, precision of all words, and time against `pdftotext`'s (issue 26).
const FILES_SHARE: f64 = 0.97;
const PRECISION: f64 = 0.97;
const TIME_RATIO: f64 = 2.0;
/// Most words that are read of one file.
const WORDS_MAX: &str = "1000000";
/// Interval at which the memory of a reader is looked at.
const LOOK: Duration = Duration::from_millis(2);

#[derive(Args)]
pub struct Options {
    /// The server's program, whose reader is measured.
    #[arg(long)]
    server: PathBuf,
    /// Folder of PDFs.
    #[arg(long)]
    corpus: PathBuf,
    /// Path of the file for the results.
    #[arg(long)]
    out: PathBuf,
}

pub fn run(options: &Options) -> anyhow::Result<()> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(&options.corpus)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|ending| ending == "pdf"));
    files.sort();
    let mut sum = Sum::default();
    for path in &files {
        sum.add(path, &options.server)?;
    }
    save(&sum.figures(files.len()), &options.out)
}

#[derive(Default)]
struct Sum {
    good: usize,
    common: usize,
    theirs: usize,
    ours: usize,
    own_time: Duration,
    their_time: Duration,
    peak_bytes: u64,
}

impl Sum {
    #[allow(clippy::print_stdout, reason = "names the files that are read worse")]
    fn add(&mut self, path: &Path, server: &Path) -> anyhow::Result<()> {
        let (own, own_time, peak) = read_by_server(path, server)?;
        let began = Instant::now();
        let output = Command::new("pdftotext").arg("-q").arg(path).arg("-").output();
        let theirs = output.context("pdftotext is missing: install poppler-utils")?.stdout;
        self.their_time += began.elapsed();
        self.own_time += own_time;
        self.peak_bytes = self.peak_bytes.max(peak);
        let (ours, theirs) = (words(&own), words(&String::from_utf8_lossy(&theirs)));
        let common: usize =
            theirs.iter().map(|(word, count)| (*count).min(*ours.get(word).unwrap_or(&0))).sum();
        let count = |words: &HashMap<String, usize>| words.values().sum::<usize>();
        let recall = common as f64 / count(&theirs).max(1) as f64;
        if recall >= FILE_RECALL || theirs.is_empty() {
            self.good += 1;
        } else {
            println!("{}: recall {recall:.2}", path.display());
        }
        self.common += common;
        self.theirs += count(&theirs);
        self.ours += count(&ours);
        Ok(())
    }

    fn figures(&self, files: usize) -> Vec<Figure> {
        let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
        let ratio = self.own_time.as_secs_f64() / self.their_time.as_secs_f64().max(f64::EPSILON);
        vec![
            Figure::new(
                "PDFs read as pdftotext reads them",
                "share",
                None,
                share(self.good, files),
            )
            .at_least(Some(FILES_SHARE)),
            Figure::new(
                "Recall of all words of PDFs",
                "share",
                None,
                share(self.common, self.theirs),
            ),
            Figure::new(
                "Precision of all words of PDFs",
                "share",
                None,
                share(self.common, self.ours),
            )
            .at_least(Some(PRECISION)),
            Figure::new("Time to read PDFs, against pdftotext", "x", TIME_RATIO, ratio),
            Figure::new(
                "Peak memory of a reader of PDFs",
                "MB",
                None,
                self.peak_bytes as f64 / 1e6,
            ),
        ]
    }
}

/// Returns the text that the server's reader finds, the time it takes, and its peak memory in bytes.
fn read_by_server(path: &Path, server: &Path) -> anyhow::Result<(String, Duration, u64)> {
    let began = Instant::now();
    let mut reader = Command::new(server)
        .args([parsing::WORKER_COMMAND, "pdf", WORDS_MAX])
        .stdin(File::open(path)?)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut output = reader.stdout.take().context("a pipe")?;
    let said = std::thread::spawn(move || {
        let mut said = Vec::new();
        std::io::Read::read_to_end(&mut output, &mut said).map(|_| said)
    });
    let mut peak = 0;
    while reader.try_wait()?.is_none() {
        peak = peak.max(peak_bytes(reader.id()).unwrap_or(0));
        std::thread::sleep(LOOK);
    }
    let time = began.elapsed();
    let said = said.join().map_err(|_| anyhow::anyhow!("the output was not read"))??;
    let parsed: Result<Parsed, ParseFailure> =
        serde_json::from_slice(&said).unwrap_or(Err(ParseFailure::Broken));
    let texts: Vec<String> =
        parsed.unwrap_or_default().pages.into_iter().map(|page| page.text).collect();
    Ok((texts.join("\n"), time, peak))
}

/// Returns the most resident memory that a process had so far.
pub fn peak_bytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1_024)
}

/// Counts the words of two letters or more, in lower case and without the difference of ligatures and wide letters.
fn words(text: &str) -> HashMap<String, usize> {
    let text: String = text.nfkc().collect::<String>().to_lowercase();
    let mut counts = HashMap::new();
    for word in text.split(|ch: char| !(ch.is_alphanumeric() || ch == '_')) {
        if word.chars().count() > 1 {
            *counts.entry(word.to_owned()).or_insert(0) += 1;
        }
    }
    counts
}
