use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An honest description of what an engine does, which clients translate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineLabel {
    /// "Exact: only size, format or position changes"
    Exact,
    /// "Filter"
    Filter,
    /// "Copies nearby texture; small areas"
    CopiesNearbyTexture,
    /// "Check edges; dark clothes and crowds fail"
    CheckEdges,
    /// "Your own selection, with smooth edges"
    OwnSelection,
    /// "Interpolated: larger, no new detail"
    Interpolated,
    /// "Sharper by a small network; adds no objects"
    SmallNetwork,
    /// "Camera motion only"
    CameraMotion,
    /// "Blurred frame, nothing generated"
    BlurredFrame,
    /// "Mirrored edges, nothing generated"
    MirroredFrame,
    /// "Cropped around the head of the subject that was found"
    CropsAroundHead,
    /// "Cropped from the middle: no head was looked for"
    CropsMiddle,
    /// "Outlines traced in flat colors; photos come out as patches"
    Traced,
    /// "Drawn from a template"
    Template,
}
