//! The web client is built by `make web`. A checkout without it must build too: the server then says so.

fn main() {
    let dist = std::path::Path::new("../../clients/web/dist");
    std::fs::create_dir_all(dist).expect("the folder of the web client can be made");
    // Release builds embed the folder, so they depend on it; debug builds read it while they run.
    println!("cargo::rerun-if-changed=../../clients/web/dist/index.html");
    println!("cargo::rerun-if-changed=build.rs");
}
