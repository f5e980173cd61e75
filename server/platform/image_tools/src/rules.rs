use crate::{
    Background, EXTEND_MAX_PERCENT, Edges, ImageTool, LARGE_PIXELS_MAX, PICTURE_MAX_BYTES,
    SIDE_MAX_PIXELS, SIDE_MIN_PIXELS, SourceHeader, TEXT_MAX_CHARS, ToolError, ToolKind,
    UPSCALE_PIXELS_MAX, UPSCALED_SIDE_MAX_PIXELS,
};

/// The role of a picture for a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureRole {
    Picture,
    /// White where it counts; black, or transparent, elsewhere.
    Mask,
    /// Lies behind the first one.
    Background,
}

impl ImageTool {
    /// Returns the pictures that it takes, in their order.
    pub fn roles(&self) -> Vec<PictureRole> {
        use PictureRole::{Background as Behind, Mask, Picture};
        let with_mask = |has_mask: bool| if has_mask { vec![Picture, Mask] } else { vec![Picture] };
        match self {
            Self::EraseArea
            | Self::RemoveObject
            | Self::RemoveText
            | Self::RemoveWatermark
            | Self::RemoveBlemishes => vec![Picture, Mask],
            Self::RemoveBackground { has_mask }
            | Self::IdPhoto { has_mask, .. }
            | Self::AnimatePicture { has_mask, .. } => with_mask(*has_mask),
            Self::ChangeBackground { background, has_mask } => {
                let mut roles = with_mask(*has_mask);
                roles.extend((*background == Background::Picture).then_some(Behind));
                roles
            }
            Self::Wallpaper { .. } | Self::LinkedinBanner { .. } | Self::Logo { .. } => Vec::new(),
            Self::Poster { has_picture, .. } => match has_picture {
                true => vec![Picture],
                false => Vec::new(),
            },
            _ => vec![Picture],
        }
    }
}

/// Checks the options of a tool, and its pictures as far as their headers say.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check<P: AsRef<[u8]>>(
    tool: &ImageTool,
    pictures: &[P],
) -> Result<Vec<SourceHeader>, ToolError> {
    check_options(tool)?;
    let roles = tool.roles();
    if pictures.len() != roles.len() {
        return Err(ToolError::PictureCount { expected: roles.len() });
    }
    let mut headers = Vec::new();
    for (picture, role) in pictures.iter().zip(roles) {
        let picture = picture.as_ref();
        if picture.len() > PICTURE_MAX_BYTES {
            return Err(ToolError::FileTooLarge);
        }
        let header = SourceHeader::read(picture)?;
        check_sides(tool.kind(), role, &header)?;
        headers.push(header);
    }
    if let (ImageTool::Upscale { factor }, [header]) = (tool, headers.as_slice()) {
        check_upscaled(*factor, header)?;
    }
    Ok(headers)
}

/// Checks that a picture is not too large once it is scaled up.
fn check_upscaled(factor: u32, header: &SourceHeader) -> Result<(), ToolError> {
    let max = UPSCALED_SIDE_MAX_PIXELS / factor;
    match header.width.max(header.height) <= max {
        true => Ok(()),
        false => Err(ToolError::Dimensions { min: SIDE_MIN_PIXELS, max }),
    }
}

/// Checks the sides of a picture.
///
/// # Errors
///
/// It is too small or too large for the tool.
pub fn check_sides(
    kind: ToolKind,
    role: PictureRole,
    header: &SourceHeader,
) -> Result<(), ToolError> {
    let max = match role {
        PictureRole::Picture => kind.side_max(),
        PictureRole::Mask | PictureRole::Background => SIDE_MAX_PIXELS,
    };
    // A mask may be coarser than its picture.
    let min = if role == PictureRole::Mask { 1 } else { SIDE_MIN_PIXELS };
    let sides = [header.width, header.height];
    let pixels_max = match kind {
        ToolKind::Upscale => UPSCALE_PIXELS_MAX,
        _ => LARGE_PIXELS_MAX,
    };
    if sides.iter().any(|side| !(min..=max).contains(side)) || header.pixels() > pixels_max {
        let max = if kind == ToolKind::Upscale { 1_024 } else { max };
        return Err(ToolError::Dimensions { min, max });
    }
    Ok(())
}

fn check_options(tool: &ImageTool) -> Result<(), ToolError> {
    let within = |name: &str, value: u32, min: u32, max: u32| match (min..=max).contains(&value) {
        true => Ok(()),
        false => Err(ToolError::option(name)),
    };
    let side = |name: &str, value: Option<u32>| match value {
        Some(value) => within(name, value, 1, SIDE_MAX_PIXELS),
        None => Ok(()),
    };
    match tool {
        ImageTool::Upscale { factor } if !matches!(factor, 2 | 4) => {
            Err(ToolError::option("factor"))
        }
        ImageTool::Enhance { strength }
        | ImageTool::Sharpen { strength }
        | ImageTool::Denoise { strength }
        | ImageTool::Cartoon { strength }
        | ImageTool::AnimeLook { strength }
        | ImageTool::Illustration { strength } => within("strength", *strength, 1, 100),
        ImageTool::LineArt { detail } | ImageTool::Vectorize { detail } => {
            within("detail", *detail, 1, 100)
        }
        ImageTool::OilPainting { radius } => within("radius", *radius, 2, 12),
        ImageTool::PixelArt { side, colors } => {
            within("side", *side, 16, 512)?;
            within("colors", *colors, 2, 64)
        }
        ImageTool::Posterize { levels } => within("levels", *levels, 2, 16),
        ImageTool::Extend { edges, .. } => check_edges(edges),
        ImageTool::Compress { quality, side } => {
            within("quality", *quality, 1, 100)?;
            within("side", *side, 16, SIDE_MAX_PIXELS)
        }
        ImageTool::Rotate { quarters } => within("quarters", *quarters, 1, 3),
        ImageTool::Crop { width, height, .. } | ImageTool::Resize { width, height } => {
            side("width", *width)?;
            side("height", *height)
        }
        ImageTool::Avatar { side } => within("side", *side, 32, 1_024),
        ImageTool::Wallpaper { width, height, text, .. } => {
            within("width", *width, SIDE_MIN_PIXELS, SIDE_MAX_PIXELS)?;
            within("height", *height, SIDE_MIN_PIXELS, SIDE_MAX_PIXELS)?;
            check_text("text", text, true)
        }
        ImageTool::Poster { title, subtitle, footer, .. } => {
            check_text("title", title, false)?;
            check_text("subtitle", subtitle, true)?;
            check_text("footer", footer, true)
        }
        ImageTool::LinkedinBanner { name, tagline, .. } | ImageTool::Logo { name, tagline, .. } => {
            check_text("name", name, false)?;
            check_text("tagline", tagline, true)
        }
        _ => Ok(()),
    }
}

/// Something has to be added, and not too much.
fn check_edges(edges: &Edges) -> Result<(), ToolError> {
    let all = [edges.left, edges.top, edges.right, edges.bottom];
    let is_valid = all.iter().all(|edge| *edge <= EXTEND_MAX_PERCENT) && all != [0; 4];
    if is_valid { Ok(()) } else { Err(ToolError::option("edges")) }
}

fn check_text(name: &str, text: &str, may_be_empty: bool) -> Result<(), ToolError> {
    let is_missing = !may_be_empty && text.trim().is_empty();
    let is_long = text.chars().count() > TEXT_MAX_CHARS;
    if is_missing || is_long || text.chars().any(char::is_control) {
        return Err(ToolError::option(name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
        head.extend([8, 6, 0, 0, 0]);
        head
    }

    fn refusal(tool: &ImageTool, pictures: &[Vec<u8>]) -> Option<ToolError> {
        check(tool, pictures).err()
    }

    // spec §5: "over 2048 pixels rejected (re-upload); sides at least 100 pixels for images"
    #[test]
    fn sides_are_at_least_100_and_at_most_2048() {
        let tool = ToolKind::Sketch.with_defaults();
        let refused = Some(ToolError::Dimensions { min: 100, max: 2_048 });
        for (width, height, expected) in [
            (100, 2_048, None),
            (2_048, 2_048, None),
            (99, 500, refused.clone()),
            (500, 99, refused.clone()),
            (2_049, 500, refused.clone()),
            (50_000, 50_000, refused),
        ] {
            assert_eq!(refusal(&tool, &[png(width, height)]), expected, "{width} x {height}");
        }
    }

    #[test]
    fn what_is_made_smaller_may_come_from_a_phone_but_is_no_bomb() {
        let tool = ToolKind::Compress.with_defaults();
        assert_eq!(refusal(&tool, &[png(8_064, 6_048)]), None);
        let refused = Some(ToolError::Dimensions { min: 100, max: 8_192 });
        assert_eq!(refusal(&tool, &[png(8_192, 8_192)]), refused);
        assert_eq!(refusal(&tool, &[png(50_000, 50_000)]), refused);
    }

    #[test]
    fn only_a_megapixel_is_scaled_up() {
        let tool = ToolKind::Upscale.with_defaults();
        assert_eq!(refusal(&tool, &[png(1_024, 1_024)]), None);
        let refused = Some(ToolError::Dimensions { min: 100, max: 1_024 });
        assert_eq!(refusal(&tool, &[png(1_025, 1_024)]), refused);
        assert_eq!(refusal(&tool, &[png(2_048, 512)]), None);
        let fourfold = ImageTool::Upscale { factor: 4 };
        assert_eq!(refusal(&fourfold, &[png(1_024, 1_024)]), None);
        assert_eq!(refusal(&fourfold, &[png(2_048, 512)]), refused, "8,192 pixels wide");
    }

    #[test]
    fn pictures_are_as_many_as_the_tool_with_its_options_takes() {
        let erase = ToolKind::EraseArea.with_defaults();
        assert_eq!(
            refusal(&erase, &[png(200, 200)]),
            Some(ToolError::PictureCount { expected: 2 })
        );
        assert_eq!(refusal(&erase, &[png(200, 200), png(20, 20)]), None, "a coarse mask");
        let behind =
            ImageTool::ChangeBackground { background: Background::Picture, has_mask: true };
        assert_eq!(
            behind.roles(),
            [PictureRole::Picture, PictureRole::Mask, PictureRole::Background]
        );
        let logo = ToolKind::Logo.with_defaults();
        assert_eq!(refusal(&logo, &[png(200, 200)]), Some(ToolError::PictureCount { expected: 0 }));
    }

    #[test]
    fn a_file_of_too_many_bytes_is_refused() {
        let large = [png(200, 200), vec![0; PICTURE_MAX_BYTES]].concat();
        assert_eq!(
            refusal(&ToolKind::Sketch.with_defaults(), &[large]),
            Some(ToolError::FileTooLarge)
        );
    }

    #[test]
    fn options_out_of_their_range_are_named() {
        for (json, name) in [
            (r#"{"tool":"upscale","factor":3}"#, "factor"),
            (r#"{"tool":"sharpen","strength":0}"#, "strength"),
            (r#"{"tool":"enhance","strength":101}"#, "strength"),
            (r#"{"tool":"vectorize","detail":0}"#, "detail"),
            (r#"{"tool":"oil_painting","radius":13}"#, "radius"),
            (r#"{"tool":"pixel_art","side":1000}"#, "side"),
            (r#"{"tool":"posterize","levels":1}"#, "levels"),
            (r#"{"tool":"rotate","quarters":4}"#, "quarters"),
            (r#"{"tool":"resize","width":4096}"#, "width"),
            (r#"{"tool":"resize","height":0}"#, "height"),
            (r#"{"tool":"compress","quality":0}"#, "quality"),
            (r#"{"tool":"extend","edges":{"left":0,"top":0,"right":0,"bottom":0}}"#, "edges"),
            (r#"{"tool":"extend","edges":{"left":51,"top":0,"right":0,"bottom":0}}"#, "edges"),
            (r#"{"tool":"poster","title":"  "}"#, "title"),
            (r#"{"tool":"logo","name":"a\u0007b"}"#, "name"),
            (r#"{"tool":"wallpaper","width":4000}"#, "width"),
        ] {
            let tool: ImageTool = serde_json::from_str(json).unwrap();
            let pictures = vec![png(200, 200); tool.roles().len()];
            assert_eq!(refusal(&tool, &pictures), Some(ToolError::option(name)), "{json}");
        }
        let long = format!(r#"{{"tool":"poster","title":"{}"}}"#, "a".repeat(201));
        let tool: ImageTool = serde_json::from_str(&long).unwrap();
        assert_eq!(refusal(&tool, &[]), Some(ToolError::option("title")));
    }
}
