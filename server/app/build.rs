//! The web client is built by `make web`. A checkout without it must build too: the server then says so.

use std::path::Path;
use std::process::Command;

fn main() {
    let dist = Path::new("../../clients/web/dist");
    std::fs::create_dir_all(dist).expect("the folder of the web client can be made");
    // Release builds embed the folder, so they depend on it; debug builds read it while they run.
    println!("cargo::rerun-if-changed=../../clients/web/dist/index.html");
    println!("cargo::rerun-if-changed=build.rs");
    if loader_knows_packed_relocations() {
        // What the loader must adjust at each start: kilobytes to read instead of megabytes.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Whether the program is for this machine, and its C library is glibc 2.36 or newer.
#[expect(clippy::disallowed_methods, reason = "Cargo tells a build script what it asks for so")]
fn loader_knows_packed_relocations() -> bool {
    let told = |name| std::env::var(name).unwrap_or_default();
    if told("HOST") != told("TARGET") || told("CARGO_CFG_TARGET_ENV") != "gnu" {
        return false;
    }
    let Ok(answer) = Command::new("getconf").arg("GNU_LIBC_VERSION").output() else {
        return false;
    };
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    let version =
        answer.trim().strip_prefix("glibc 2.").and_then(|minor| minor.parse::<u32>().ok());
    version.is_some_and(|minor| minor >= 36)
}
