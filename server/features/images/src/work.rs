//! The work of an image task: a request to a model, or a tool of this server with its options. It is kept with each image
//! that comes of it, so that it can be done again.

use image_models::ImageSize;
use image_tools::ImageTool;
use kernel::FileId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::image::ImageId;

/// Work on images.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ImageWork)]
pub(crate) enum Work {
    /// A model makes images from a text, and from other images.
    Create(Creation),
    /// A tool of this server works on an image.
    Tool(ToolUse),
}

/// A request to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ImageCreation)]
pub(crate) struct Creation {
    /// As the list of image models has it.
    pub model: String,
    pub prompt: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub negative_prompt: Option<String>,
    /// Number of images.
    #[serde(default = "one")]
    pub count: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<ImageSize>,
    /// Width to height, as `16:9`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    /// Null: random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// 0 to 10: how closely the prompt is followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cfg_scale: Option<f64>,
    /// 0 to 1: how much of the references may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    #[serde(default)]
    pub transparent: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// A PNG whose transparent part is made anew in the first reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask_file_id: Option<FileId>,
    /// The image that this one is made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<ImageId>,
}

impl Creation {
    /// Returns a request for one image, with nothing but its prompt.
    pub fn new(model: String, prompt: String) -> Self {
        Self {
            model,
            prompt,
            negative_prompt: None,
            count: 1,
            size: None,
            ratio: None,
            quality: None,
            style: None,
            seed: None,
            cfg_scale: None,
            strength: None,
            transparent: false,
            references: Vec::new(),
            mask_file_id: None,
            parent_id: None,
        }
    }
}

fn one() -> u32 {
    1
}

/// An image that a model looks at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ImageReference)]
pub(crate) struct Reference {
    pub file_id: FileId,
    /// 0 to 1: how much it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
}

/// A tool of this server with its images.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ImageToolUse)]
pub(crate) struct ToolUse {
    pub tool: ImageTool,
    /// The images that it takes, in its order.
    #[serde(default)]
    pub file_ids: Vec<FileId>,
    /// An image that is white where the tool works.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask_file_id: Option<FileId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_id: Option<ImageId>,
}

impl Work {
    pub fn prompt(&self) -> &str {
        match self {
            Self::Create(creation) => &creation.prompt,
            Self::Tool(_) => "",
        }
    }

    pub fn model(&self) -> Option<&str> {
        match self {
            Self::Create(creation) => Some(&creation.model),
            Self::Tool(_) => None,
        }
    }

    /// Returns the name of the tool, as clients translate it.
    pub fn tool(&self) -> Option<&'static str> {
        match self {
            Self::Create(_) => None,
            Self::Tool(it) => Some(it.tool.kind().name()),
        }
    }

    pub fn parent_id(&self) -> Option<ImageId> {
        match self {
            Self::Create(creation) => creation.parent_id,
            Self::Tool(it) => it.parent_id,
        }
    }

    /// Returns the same work, whose results are made from `image` unless it says so already.
    pub fn made_from(mut self, image: Option<ImageId>) -> Self {
        let parent_id = match &mut self {
            Self::Create(creation) => &mut creation.parent_id,
            Self::Tool(it) => &mut it.parent_id,
        };
        *parent_id = parent_id.or(image);
        self
    }

    /// Returns the images that it is done on, without its mask.
    pub fn source_ids(&self) -> Vec<FileId> {
        match self {
            Self::Create(creation) => {
                creation.references.iter().map(|reference| reference.file_id).collect()
            }
            Self::Tool(it) => it.file_ids.clone(),
        }
    }

    /// Returns all files that it needs: the mask of a request comes last, that of a tool second.
    pub fn file_ids(&self) -> Vec<FileId> {
        match self {
            Self::Create(creation) => {
                let references = creation.references.iter().map(|reference| reference.file_id);
                references.chain(creation.mask_file_id).collect()
            }
            Self::Tool(it) => {
                let (first, others) = it.file_ids.split_at(it.file_ids.len().min(1));
                first.iter().copied().chain(it.mask_file_id).chain(others.iter().copied()).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_request_with_a_prompt_alone_makes_one_image() {
        let work: Work = serde_json::from_value(
            json!({ "type": "create", "model": "openai/gpt-image-1", "prompt": "A lighthouse" }),
        )
        .unwrap();
        let Work::Create(creation) = &work else { panic!("{work:?}") };
        assert_eq!((creation.count, creation.seed, creation.transparent), (1, None, false));
        assert_eq!((work.model(), work.tool()), (Some("openai/gpt-image-1"), None));
        let unknown = json!({ "type": "create", "model": "m", "prompt": "p", "promt": "p" });
        assert!(serde_json::from_value::<Work>(unknown).is_err());
    }
}
