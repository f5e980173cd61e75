use kernel::problems;

problems! {
    MODEL_UNKNOWN: "image_models.model_unknown", 422,
        "This image model isn't available. Please choose another one.", "ours";
}
