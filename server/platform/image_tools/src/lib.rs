//! Image tools that work without a provider: their options, their limits, and how they are run in a process of their own.
//!
//! Start at [`ImageTools`], which areas call, and at [`ImageTool`], what they call it with. [`ToolKind::info`] says what a
//! tool takes and how honest clients describe its engine. The engines are in `image_engines`, which only the program links:
//! it takes [`MAKE_COMMAND`].

mod format;
mod info;
mod kind;
mod label;
mod limits;
mod made;
mod options;
mod problems;
mod rules;
mod runner;
mod tool;
mod tool_error;
mod weights;

pub use format::{SourceFormat, SourceHeader};
pub use info::{Need, ToolInfo};
pub use kind::ToolKind;
pub use label::EngineLabel;
pub use limits::*;
pub use made::{MadeHeader, MadeImage, split_made};
pub use options::{
    AnimationFormat, Background, Color, Edges, Fill, Flip, LogoShape, Motion, OutputFormat,
    Palette, Pattern, Side,
};
pub use problems::*;
pub use rules::{PictureRole, check, check_sides};
pub use runner::{ImageTools, MAKE_COMMAND, Task};
pub use tool::ImageTool;
pub use tool_error::ToolError;
pub use weights::{Weights, WeightsFile};
