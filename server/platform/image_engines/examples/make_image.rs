//! Runs a tool on pictures, and prints the time that it took and the most memory that the process had.
//!
//! `cargo run --release -p image_engines --example make_image -- '{"tool":"sketch"}' data/engines/images made.png photo.jpg`

#![allow(clippy::print_stdout, reason = "it is for people at a terminal")]

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use image_engines::{Assets, make};
use image_tools::ImageTool;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let tool: ImageTool = serde_json::from_str(&arguments.next().ok_or("a tool, as JSON")?)?;
    let folder = PathBuf::from(arguments.next().ok_or("the folder of the data files")?);
    let target = arguments.next().ok_or("a file to write")?;
    let pictures = arguments.map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let assets = Assets::load(&tool, &folder);
    let start = Instant::now();
    let made = make(&tool, &pictures, &assets)?;
    let took = start.elapsed();
    std::fs::write(&target, &made.content)?;
    println!(
        "{:?}: {} x {}, {} kB {}, {:?}, {:.2} s, {} MB",
        tool.kind(),
        made.width,
        made.height,
        made.content.len() / 1_000,
        made.media_type,
        made.label,
        took.as_secs_f32(),
        peak_megabytes()?
    );
    Ok(())
}

/// Returns the most memory that this process had.
fn peak_megabytes() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1_024)
}
