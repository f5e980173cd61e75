use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A trained network whose weights are a data file, which is installed beside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weights {
    /// Finds the subject of a picture.
    Cutout,
    /// Doubles the sides of a picture.
    UpscaleTwofold,
    /// Makes the sides of a picture four times as long.
    UpscaleFourfold,
    /// Takes noise out of a picture.
    Denoise,
}

/// A data file of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightsFile {
    pub name: &'static str,
    /// Lower-case hexadecimal digits.
    pub sha256: &'static str,
    pub license: &'static str,
}

impl Weights {
    pub const ALL: [Self; 4] =
        [Self::Cutout, Self::UpscaleTwofold, Self::UpscaleFourfold, Self::Denoise];

    /// Returns the code by which clients name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cutout => "cutout",
            Self::UpscaleTwofold => "upscale_twofold",
            Self::UpscaleFourfold => "upscale_fourfold",
            Self::Denoise => "denoise",
        }
    }

    /// Returns its data files, as their authors published them.
    pub fn files(self) -> &'static [WeightsFile] {
        match self {
            Self::Cutout => &CUTOUT,
            Self::UpscaleTwofold => &UPSCALE_TWOFOLD,
            Self::UpscaleFourfold => &UPSCALE_FOURFOLD,
            Self::Denoise => &DENOISE,
        }
    }

    /// Returns true if all its data files lie in the folder. Their content is checked when they are loaded.
    pub fn is_in(self, folder: &Path) -> bool {
        self.files().iter().all(|file| folder.join(file.name).is_file())
    }
}

const CUTOUT: [WeightsFile; 1] = [WeightsFile {
    name: "u2netp.onnx",
    sha256: "309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8",
    license: "Apache-2.0",
}];
const UPSCALE_TWOFOLD: [WeightsFile; 1] = [WeightsFile {
    name: "spanx2_ch48.bin",
    sha256: "2571a1bdfb6000092aba8b2c75070ab5596d56e60ba2f6da63f3279219f6edc0",
    license: "Apache-2.0",
}];
const UPSCALE_FOURFOLD: [WeightsFile; 1] = [WeightsFile {
    name: "spanx4_ch48.bin",
    sha256: "ca85ff72fbab3cfc244190b482d05b3abde8df7b661ed12db3c9dedd21e42d51",
    license: "Apache-2.0",
}];
const DENOISE: [WeightsFile; 1] = [WeightsFile {
    name: "ffdnet_color.pth",
    sha256: "286f04f7e3a20254c067ba95efb5d3339f4fc8a09a365a93cd469184d4cdb279",
    license: "MIT",
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_there_when_its_file_is() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!Weights::UpscaleTwofold.is_in(folder.path()));
        std::fs::write(folder.path().join("spanx2_ch48.bin"), b"weights").unwrap();
        assert!(Weights::UpscaleTwofold.is_in(folder.path()));
    }

    #[test]
    fn the_script_fetches_exactly_these_files() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scripts/image-engines");
        let script = std::fs::read_to_string(path).unwrap();
        let fetched = script.lines().filter(|line| line.split(' ').count() == 5);
        let mut fetched: Vec<String> = fetched
            .filter_map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                let name = words[2].rsplit('/').next()?;
                (words[3].len() == 64).then(|| format!("{name} {} {}", words[3], words[4]))
            })
            .collect();
        let files = Weights::ALL.into_iter().flat_map(Weights::files);
        let mut known: Vec<String> =
            files.map(|file| format!("{} {} {}", file.name, file.sha256, file.license)).collect();
        fetched.sort();
        known.sort();
        assert_eq!(fetched, known);
    }

    #[test]
    fn every_data_file_has_a_checksum() {
        for file in Weights::ALL.into_iter().flat_map(Weights::files) {
            assert_eq!(file.sha256.len(), 64, "{}", file.name);
            assert!(file.sha256.bytes().all(|digit| digit.is_ascii_hexdigit()), "{}", file.name);
        }
    }
}
