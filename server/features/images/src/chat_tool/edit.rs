//! The tool by which models have images changed by the tools of this server: no provider, and no price.

use area::Services;
use async_trait::async_trait;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use image_sources::{read_sources, store_source};
use image_tools::{ImageTool, Need, SourceHeader, ToolInfo, ToolKind};
use kernel::{Fallible, FileId, Payer, Problem};
use ledger::Charge;
use pictures::{Area, mask_of_area};
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::made::{failed, make};
use crate::problems::IMAGE_BROKEN;
use crate::tool_use::check_use;
use crate::work::{ToolUse, Work};

/// The name by which bots and models know it.
pub(super) const NAME: &str = "edit_image";

/// Tools that change one image by what a model can say in words and numbers, each with the options that it takes.
const OFFERED: [(ToolKind, &[&str]); 22] = [
    (ToolKind::RemoveBackground, &[]),
    (ToolKind::EraseArea, &[]),
    (ToolKind::RemoveObject, &[]),
    (ToolKind::RemoveText, &[]),
    (ToolKind::RemoveWatermark, &[]),
    (ToolKind::Upscale, &["factor"]),
    (ToolKind::Enhance, &["strength"]),
    (ToolKind::Sharpen, &["strength"]),
    (ToolKind::Denoise, &["strength"]),
    (ToolKind::Sketch, &[]),
    (ToolKind::LineArt, &[]),
    (ToolKind::Cartoon, &["strength"]),
    (ToolKind::AnimeLook, &["strength"]),
    (ToolKind::OilPainting, &[]),
    (ToolKind::Illustration, &["strength"]),
    (ToolKind::PixelArt, &[]),
    (ToolKind::Posterize, &[]),
    (ToolKind::Compress, &["quality"]),
    (ToolKind::Convert, &["format"]),
    (ToolKind::Rotate, &["quarters"]),
    (ToolKind::Flip, &["direction"]),
    (ToolKind::Resize, &["width", "height"]),
];

/// Changes an image for one answer.
pub(super) struct EditImage {
    services: Services,
    tools: Vec<ToolInfo>,
    model_sees: bool,
}

/// The arguments of a call.
#[derive(Debug, Deserialize)]
struct Arguments {
    image_file_id: FileId,
    tool: ToolKind,
    /// In percent of the sides.
    #[serde(default)]
    area: Option<Area>,
    #[serde(flatten)]
    options: Map<String, Value>,
}

impl EditImage {
    /// Returns the tool with what is ready on this server.
    pub fn new(services: &Services, model_sees: bool) -> Self {
        let is_ready = |info: &ToolInfo| info.is_installed || info.weights_need != Need::Required;
        let is_offered = |info: &ToolInfo| OFFERED.iter().any(|(kind, _)| *kind == info.kind);
        let tools = services.image_tools.list().into_iter();
        let tools = tools.filter(|info| is_offered(info) && is_ready(info)).collect();
        Self { services: services.clone(), tools, model_sees }
    }

    async fn edit(
        &self,
        arguments: Arguments,
        scope: &ToolScope,
    ) -> Fallible<Result<ToolOutput, ToolError>> {
        let services = &self.services;
        let Some(info) = self.tools.iter().find(|info| info.kind == arguments.tool) else {
            return Ok(Err(failed("There is no such tool here.")));
        };
        let mask_file_id = match (info.mask, arguments.area) {
            (Need::Required, None) => {
                return Ok(Err(failed("Say the area that it works on, in percent of the sides.")));
            }
            (Need::Required, Some(area)) => {
                Some(self.mask(scope, arguments.image_file_id, area).await?)
            }
            _ => None,
        };
        let tool = match tool_of(arguments.tool, arguments.options) {
            Ok(tool) => tool,
            Err(error) => return Ok(Err(ToolError::wrong_arguments(&error))),
        };
        let file_ids = vec![arguments.image_file_id];
        let it = ToolUse { tool, file_ids, mask_file_id, parent_id: None };
        check_use(services, scope.user_id, &it).await?;
        make(services, scope, (Work::Tool(it), Charge::FREE), self.model_sees).await
    }

    /// Stores a mask of an image that is white in `area`.
    async fn mask(&self, scope: &ToolScope, file_id: FileId, area: Area) -> Fallible<FileId> {
        let services = &self.services;
        let source = read_sources(services, scope.user_id, &[file_id]).await?.pop();
        let header = SourceHeader::read(&source.ok_or(IMAGE_BROKEN)?.content);
        let header = header.map_err(Problem::from)?;
        let mask = mask_of_area((header.width, header.height), area).ok_or(IMAGE_BROKEN)?;
        let whose = Payer { user_id: scope.user_id, workspace_id: scope.workspace_id };
        let id = FileId::new(services.clock.now());
        store_source(services, &whose, id, &mask.into()).await?;
        Ok(id)
    }
}

/// Returns a tool with those of the options that it takes.
fn tool_of(kind: ToolKind, options: Map<String, Value>) -> serde_json::Result<ImageTool> {
    let taken = OFFERED.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, it)| it);
    let mut tool: Map<String, Value> =
        options.into_iter().filter(|(name, _)| taken.contains(&name.as_str())).collect();
    tool.insert("tool".to_owned(), json!(kind));
    serde_json::from_value(Value::Object(tool))
}

#[async_trait]
impl Tool for EditImage {
    fn spec(&self) -> ToolSpec {
        let kinds: Vec<ToolKind> = self.tools.iter().map(|info| info.kind).collect();
        let percent = json!({ "type": "integer", "minimum": 0, "maximum": 100 });
        let number = json!({ "type": "integer" });
        ToolSpec {
            name: NAME.to_owned(),
            description: "Changes an image of this conversation with the tools of this server, and shows the result to the \
                 person. The tools follow fixed steps: they add nothing new. Free."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "image_file_id": { "type": "string", "description": "Id of the image, as the conversation says it." },
                    "tool": { "type": "string", "enum": kinds },
                    "area": {
                        "type": "object",
                        "description": "For erase_area, remove_object, remove_text and remove_watermark: what is \
                            removed, in percent of the sides from the upper left corner.",
                        "properties": {
                            "left": percent, "top": percent, "right": percent, "bottom": percent,
                        },
                        "required": ["left", "top", "right", "bottom"],
                    },
                    "factor": { "type": "integer", "enum": [2, 4], "description": "For upscale." },
                    "strength": percent,
                    "quality": { "type": "integer", "minimum": 1, "maximum": 100, "description": "For compress." },
                    "format": { "type": "string", "enum": ["png", "jpeg", "webp", "gif", "avif"], "description": "For convert." },
                    "quarters": { "type": "integer", "minimum": 1, "maximum": 3, "description": "For rotate: quarter turns clockwise." },
                    "direction": { "type": "string", "enum": ["horizontal", "vertical"], "description": "For flip." },
                    "width": number, "height": number,
                },
                "required": ["image_file_id", "tool"],
            }),
        }
    }

    fn title(&self) -> String {
        "Edit image".to_owned()
    }

    /// It costs nothing, and the image that it changes stays.
    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        match self.edit(arguments, scope).await {
            Ok(output) => output,
            Err(failure) => Err(ToolError::of(failure, "The server could not change the image.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_gets_the_options_that_it_takes_and_no_others() {
        let options = json!({ "factor": 4, "strength": 7, "unknown": true });
        let options = options.as_object().unwrap();
        let of = |kind| tool_of(kind, options.clone()).ok();
        assert_eq!(of(ToolKind::Upscale), Some(ImageTool::Upscale { factor: 4 }));
        assert_eq!(of(ToolKind::Sharpen), Some(ImageTool::Sharpen { strength: 7 }));
        for (kind, _) in OFFERED {
            assert_eq!(tool_of(kind, Map::new()).map(|tool| tool.kind()).ok(), Some(kind));
        }
    }
}
