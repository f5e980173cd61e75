use std::path::Path;
use std::sync::Arc;

use image_tools::{ImageTool, PictureRole, ToolError, ToolKind, Weights};
use resvg::usvg::fontdb::Database;
use sha2::{Digest, Sha256};

use crate::fonts::fonts_for;

/// The data files and fonts that a tool needs, read before the process can open no file any more.
#[derive(Default)]
pub struct Assets {
    /// Networks with the contents of their data files.
    networks: Vec<(Weights, Vec<Vec<u8>>)>,
    /// Fonts for the text of the tool; `None`: it has none, or there are no fonts for it.
    fonts: Option<Arc<Database>>,
}

impl Assets {
    /// Reads what a tool uses. A data file that is missing, or is not the one that was published, is left out.
    pub fn load(tool: &ImageTool, weights_folder: &Path) -> Self {
        let wanted = weights_of(tool).iter();
        let networks = wanted.filter_map(|weights| {
            let files = weights.files().iter().map(|file| {
                let content = std::fs::read(weights_folder.join(file.name)).ok()?;
                is_genuine(&content, file.sha256).then_some(content)
            });
            Some((*weights, files.collect::<Option<Vec<_>>>()?))
        });
        let text = text_of(tool);
        let fonts = if text.is_empty() { None } else { fonts_for(&text).map(Arc::new) };
        Self { networks: networks.collect(), fonts }
    }

    pub(crate) fn fonts(&self) -> Option<&Arc<Database>> {
        self.fonts.as_ref()
    }

    /// Returns the contents of a network's data files.
    ///
    /// # Errors
    ///
    /// They are not installed.
    pub(crate) fn files(&self, weights: Weights) -> Result<&[Vec<u8>], ToolError> {
        let network = self.networks.iter().find(|(one, _)| *one == weights);
        network.map(|(_, files)| files.as_slice()).ok_or(ToolError::NotInstalled(weights))
    }
}

fn weights_of(tool: &ImageTool) -> &'static [Weights] {
    match tool {
        ImageTool::Upscale { factor: 2 } => &[Weights::UpscaleTwofold],
        ImageTool::Upscale { .. } => &[Weights::UpscaleFourfold],
        ImageTool::Denoise { .. } => &[Weights::Denoise],
        other if other.roles().contains(&PictureRole::Mask) => &[],
        other => match other.kind() {
            ToolKind::RemoveBackground
            | ToolKind::ChangeBackground
            | ToolKind::AnimatePicture
            | ToolKind::Avatar
            | ToolKind::Headshot
            | ToolKind::LinkedinPhoto
            | ToolKind::IdPhoto => &[Weights::Cutout],
            _ => &[],
        },
    }
}

/// Returns all letters that a tool writes.
fn text_of(tool: &ImageTool) -> String {
    match tool {
        ImageTool::Wallpaper { text, .. } => text.clone(),
        ImageTool::Poster { title, subtitle, footer, .. } => format!("{title} {subtitle} {footer}"),
        ImageTool::LinkedinBanner { name, tagline, .. } => format!("{name} {tagline}"),
        // Its mark has the first letter in upper case.
        ImageTool::Logo { name, tagline, .. } => {
            format!("{name} {tagline} {}", name.to_uppercase())
        }
        _ => String::new(),
    }
}

fn is_genuine(content: &[u8], sha256: &str) -> bool {
    let digest = Sha256::digest(content);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    digits == sha256
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_file_that_is_not_the_published_one_is_not_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let [file] = Weights::Cutout.files() else { panic!("one file") };
        std::fs::write(folder.path().join(file.name), b"something else").unwrap();
        let assets = Assets::load(&ToolKind::RemoveBackground.with_defaults(), folder.path());
        let missing = Err(ToolError::NotInstalled(Weights::Cutout));
        assert_eq!(assets.files(Weights::Cutout), missing);
        assert!(is_genuine(
            b"abc",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ));
    }
}
