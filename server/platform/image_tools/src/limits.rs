use kernel::limits;

limits! { "image_tools";
    /// Longest side of a picture that a tool takes and makes.
    SIDE_MAX_PIXELS: u32 = 2_048, "pixels", "spec §5";
    /// Shortest side of a picture that a tool takes.
    SIDE_MIN_PIXELS: u32 = 100, "pixels", "spec §5";
    /// Longest side of a picture that is made smaller first: compressed, converted, cropped, resized.
    LARGE_SIDE_MAX_PIXELS: u32 = 8_192, "pixels", "ours (decision 1010)";
    /// Most pixels of such a picture: what a phone takes.
    LARGE_PIXELS_MAX: u64 = 50_000_000, "pixels", "ours (decision 1010)";
    /// Most pixels of a picture that is scaled up.
    UPSCALE_PIXELS_MAX: u64 = 1_048_576, "pixels", "ours (decision 1010)";
    /// Longest side of a picture that was scaled up.
    UPSCALED_SIDE_MAX_PIXELS: u32 = 4_096, "pixels", "ours (decision 1010)";
    /// Largest file of a picture.
    PICTURE_MAX_BYTES: usize = 33_554_432, "bytes", "ours (decision 1010)";
    /// Quality of compressed pictures.
    COMPRESS_QUALITY: u8 = 75, "percent", "spec §9";
    /// Longest side of thumbnails.
    THUMBNAIL_SIDE_PIXELS: u32 = 512, "pixels", "spec §9";
    /// Quality of thumbnails.
    THUMBNAIL_QUALITY: u8 = 70, "percent", "spec §9";
    /// Side of avatars.
    AVATAR_SIDE_PIXELS: u32 = 512, "pixels", "spec §9";
    /// Longest text on a poster, a banner or a logo.
    TEXT_MAX_CHARS: usize = 200, "characters", "ours (decision 1010)";
    /// Largest part of a picture that is filled from nearby texture.
    FILL_MAX_PERCENT: u32 = 25, "percent", "ours (decision 1010)";
    /// Most that a picture is extended at one side.
    EXTEND_MAX_PERCENT: u32 = 50, "percent", "ours (decision 1010)";
    /// Longest time that one picture takes.
    WALL_SECONDS: u64 = 90, "seconds", "ours (decision 1010)";
    /// Longest wait for a turn.
    TURN_WAIT_SECONDS: u64 = 120, "seconds", "ours (decision 1010)";
}
