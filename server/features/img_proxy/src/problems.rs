use kernel::problems;

problems! {
    LINK_INVALID: "img_proxy.link_invalid", 403, "Failed to load image", "spec §8";
    NOT_A_PICTURE: "img_proxy.not_a_picture", 415, "Failed to load image", "spec §8";
    PICTURE_SIZE: "img_proxy.picture_size", 422,
        "The image of this size cannot be parsed.", "spec §8";
}
