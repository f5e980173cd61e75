use kernel::problems;

problems! {
    MODEL_NOT_SUPPORTED: "documents.model_not_supported", 422, "The current model is not supported", "spec §8";
    MISSING_OFFSET: "documents.missing_offset", 400, "The request does not say where its chunk begins", "ours";
    NOT_A_CHUNK: "documents.not_a_chunk", 415, "The request is not a chunk of a file", "ours";
    NOTHING_TO_RETRY: "documents.nothing_to_retry", 409, "There is nothing to try again", "ours";
}
