use kernel::problems;

problems! {
    MODEL_UNKNOWN: "video_models.model_unknown", 422,
        "This video model isn't available. Please choose another one.", "ours";
}
