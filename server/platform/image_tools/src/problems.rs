use kernel::problems;

problems! {
    /// A picture cannot be decoded.
    BROKEN: "image_tools.broken", 422, "Failed to load image", "spec §8";
    /// A picture has a format that no decoder here reads. `format`: its name, where it is known.
    UNSUPPORTED: "image_tools.unsupported", 415, "File type not supported", "spec §8";
    /// A picture is too small or too large. `min`, `max`: sides in pixels.
    DIMENSIONS: "image_tools.dimensions", 422, "The image of this size cannot be parsed.", "spec §8";
    /// A picture has too many bytes. `max`: bytes.
    FILE_TOO_LARGE: "image_tools.file_too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    /// A tool got another number of pictures than it takes. `expected`: how many.
    PICTURE_COUNT: "image_tools.picture_count", 422, "This tool takes a different number of images", "ours";
    /// Nothing is marked on the mask.
    MASK_EMPTY: "image_tools.mask_empty", 422, "Mark the area first", "ours";
    /// Too much is marked on the mask. `max_percent`: the largest part.
    MASK_TOO_LARGE: "image_tools.mask_too_large", 422, "This area is too large. Only small areas can be filled from nearby texture.", "ours";
    /// An option has a value that it cannot have. `option`: its name.
    OPTION: "image_tools.option", 422, "An option has an invalid value", "ours";
    /// A tool needs a data file that is not installed. `weights`: which one.
    NOT_INSTALLED: "image_tools.not_installed", 409, "This tool needs a data file that isn't installed on this server", "ours";
    /// No subject stands out of its background.
    NO_SUBJECT: "image_tools.no_subject", 422, "No subject was found in this image", "ours";
    /// The server has no font for a script of the text.
    NO_FONT: "image_tools.no_font", 409, "No font for this text is installed on this server", "ours";
    /// The work took too long or too much memory.
    EXHAUSTED: "image_tools.exhausted", 422, "This image takes too long to process. Try a smaller one.", "ours";
}
