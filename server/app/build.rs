//! Embeds the web client, which `make web` builds. A checkout without it must build too: the server then reports that
//! it is missing.

use std::env::var;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;

/// The functions that a server runs while it starts, as `scripts/startup-order` saw them.
const ORDER: &str = "startup-order.gz";

fn main() {
    let dist = Path::new("../../clients/web/dist");
    std::fs::create_dir_all(dist).expect("the folder of the web client can be made");
    // Release builds embed the folder, so they depend on it; debug builds read it while they run.
    if told("PROFILE") == "release" {
        println!("cargo::rerun-if-changed=../../clients/web/dist/index.html");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={ORDER}");
    // An area more is a dependency more.
    println!("cargo::rerun-if-changed=Cargo.toml");
    list_permissions();
    if loader_knows_packed_relocations() {
        // Relocations at each start: kilobytes to read instead of megabytes.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    if let Some(order) = order_for_this_compiler() {
        // Together they take a few megabytes of memory; scattered over the program, most of it (decision 0688).
        println!("cargo::rustc-link-arg-bins=-Wl,--symbol-ordering-file={}", order.display());
        println!("cargo::rustc-link-arg-bins=-Wl,--no-warn-symbol-ordering");
    }
}

/// Writes the list of the areas' `tests/permissions`, for the permission matrix of the tests.
fn list_permissions() {
    let mut areas: Vec<(String, PathBuf)> =
        ["../features", "../platform"].into_iter().flat_map(permissions_in).collect();
    areas.sort();
    let modules = areas.iter().map(|(area, file)| format!("#[path = {file:?}]\nmod {area};\n"));
    let entries = areas
        .iter()
        .map(|(area, _)| format!("    ({area:?}, &{area}::Permissions as &dyn Fixtures),\n"));
    let list = format!(
        "{}\n/// Returns the fixtures of each area with its name.\n\
         pub fn all() -> impl Iterator<Item = (&'static str, &'static dyn Fixtures)> {{\n    \
         [\n{}    ]\n    .into_iter()\n}}\n",
        modules.collect::<String>(),
        entries.collect::<String>()
    );
    let path = PathBuf::from(told("OUT_DIR")).join("permissions.rs");
    std::fs::write(path, list).expect("Cargo's folder can be written");
}

/// Returns the crates in `folder` that bring permissions, each with its file of them.
fn permissions_in(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = std::fs::canonicalize(folder).expect("the folder of the crates is there");
    let crates = std::fs::read_dir(&folder).expect("the folder of the crates can be read");
    let names = crates.flatten().filter_map(|one| one.file_name().into_string().ok());
    let with_file =
        names.map(|name| (name.clone(), folder.join(name).join("tests/permissions/mod.rs")));
    with_file.filter(|(_, file)| file.exists()).collect()
}

/// Returns the path of the symbol order if the linker can read it; `None`: this build cannot use it.
fn order_for_this_compiler() -> Option<PathBuf> {
    let is_usual = told("HOST") == told("TARGET")
        && told("TARGET") == "x86_64-unknown-linux-gnu"
        && told("PROFILE") == "release";
    // The compiler's own linker takes the list; another one may not.
    let flags = told("CARGO_ENCODED_RUSTFLAGS");
    // Names of folders are no linkers.
    let mut flags = flags.split('\x1f').filter(|flag| !flag.starts_with("--remap-path-prefix"));
    let has_own_linker = told("RUSTC_LINKER").is_empty()
        && !flags.any(|flag| flag.contains("linker") || flag.contains("fuse-ld"));
    if !is_usual || !has_own_linker {
        return None;
    }
    let mut list = String::new();
    let packed = std::fs::File::open(ORDER).ok()?;
    GzDecoder::new(packed).read_to_string(&mut list).expect("it is text, packed");
    let (compiler, functions) = list.split_once('\n')?;
    let answer = Command::new(told("RUSTC")).arg("-V").output().ok()?;
    if String::from_utf8_lossy(&answer.stdout).trim() != compiler {
        return None;
    }
    let path = PathBuf::from(told("OUT_DIR")).join("startup-order.txt");
    std::fs::write(&path, functions).expect("Cargo's folder can be written");
    Some(path)
}

/// Returns true if the program is built for this machine, and its C library is glibc 2.36 or newer.
fn loader_knows_packed_relocations() -> bool {
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

/// Returns the variable `name` that Cargo sets for a build script; empty without it.
#[expect(clippy::disallowed_methods, reason = "Cargo tells a build script what it asks for so")]
fn told(name: &str) -> String {
    var(name).unwrap_or_default()
}
