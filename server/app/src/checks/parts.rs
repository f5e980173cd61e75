//! The parts of this program that may be missing.

use std::path::{Path, PathBuf};

use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;

/// Looks for the web client and for WordNet.
pub struct Parts {
    pub wordnet_dir: Option<PathBuf>,
}

#[async_trait]
impl HealthCheck for Parts {
    fn name(&self) -> &'static str {
        "parts"
    }

    async fn run(&self, _: &Services) -> Vec<Finding> {
        vec![check_web(), check_wordnet(self.wordnet_dir.as_deref())]
    }
}

pub fn check_web() -> Finding {
    match crate::web::is_built() {
        true => Finding::ok("web client", "built"),
        false => Finding::failed("web client", "not built", "Run `make web`."),
    }
}

/// Checks WordNet, which may be missing: then the built-in engine says that it defines no words. A configured folder
/// must exist.
pub fn check_wordnet(dir: Option<&Path>) -> Finding {
    let name = "definitions";
    let looked_at = match builtin::find_wordnet(dir) {
        Ok(found) => return Finding::ok(name, found.display().to_string()),
        Err(places) => places,
    };
    let places: Vec<String> = looked_at.iter().map(|place| place.display().to_string()).collect();
    let places = places.join(", ");
    match dir {
        Some(_) => Finding::failed(
            name,
            format!("no WordNet in {places} (builtin.wordnet_dir)"),
            "Install WordNet there, or leave builtin.wordnet_dir empty.",
        ),
        None => Finding::ok(
            name,
            format!(
                "none: WordNet is not in {places}. Install it (Debian: wordnet-base), or set builtin.wordnet_dir"
            ),
        ),
    }
}
