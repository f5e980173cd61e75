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
    /// Finds faces.
    Faces,
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
    pub const ALL: [Self; 5] =
        [Self::Cutout, Self::UpscaleTwofold, Self::UpscaleFourfold, Self::Denoise, Self::Faces];

    /// Returns the code by which clients name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cutout => "cutout",
            Self::UpscaleTwofold => "upscale_twofold",
            Self::UpscaleFourfold => "upscale_fourfold",
            Self::Denoise => "denoise",
            Self::Faces => "faces",
        }
    }

    /// Returns its data files, as their authors published them.
    pub fn files(self) -> &'static [WeightsFile] {
        match self {
            Self::Cutout => &CUTOUT,
            Self::UpscaleTwofold => &UPSCALE_TWOFOLD,
            Self::UpscaleFourfold => &UPSCALE_FOURFOLD,
            Self::Denoise => &DENOISE,
            Self::Faces => &FACES,
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
const UPSCALE_TWOFOLD: [WeightsFile; 2] = [
    WeightsFile {
        name: "spanx2_ch48.bin",
        sha256: "2571a1bdfb6000092aba8b2c75070ab5596d56e60ba2f6da63f3279219f6edc0",
        license: "Apache-2.0",
    },
    WeightsFile {
        name: "spanx2_ch48.param",
        sha256: "6a0fbb7e352a9bae094c02ce747cc004d7c1ad27ee260d0c21957d6535e456ae",
        license: "Apache-2.0",
    },
];
const UPSCALE_FOURFOLD: [WeightsFile; 2] = [
    WeightsFile {
        name: "spanx4_ch48.bin",
        sha256: "ca85ff72fbab3cfc244190b482d05b3abde8df7b661ed12db3c9dedd21e42d51",
        license: "Apache-2.0",
    },
    WeightsFile {
        name: "spanx4_ch48.param",
        sha256: "d2a0eef1f46be4a76611bdf828305081642c2f004d40c844081d5af0a9633bd8",
        license: "Apache-2.0",
    },
];
const DENOISE: [WeightsFile; 1] = [WeightsFile {
    name: "ffdnet_color.pth",
    sha256: "286f04f7e3a20254c067ba95efb5d3339f4fc8a09a365a93cd469184d4cdb279",
    license: "MIT",
}];
const FACES: [WeightsFile; 1] = [WeightsFile {
    name: "face_detection_short_range.tflite",
    sha256: "3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633",
    license: "Apache-2.0",
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_there_when_all_of_its_files_are() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = UPSCALE_TWOFOLD;
        std::fs::write(folder.path().join(first.name), b"weights").unwrap();
        assert!(!Weights::UpscaleTwofold.is_in(folder.path()));
        std::fs::write(folder.path().join(second.name), b"graph").unwrap();
        assert!(Weights::UpscaleTwofold.is_in(folder.path()));
    }

    #[test]
    fn every_data_file_has_a_checksum() {
        for file in Weights::ALL.into_iter().flat_map(Weights::files) {
            assert_eq!(file.sha256.len(), 64, "{}", file.name);
            assert!(file.sha256.bytes().all(|digit| digit.is_ascii_hexdigit()), "{}", file.name);
        }
    }
}
