use kernel::problems;

problems! {
    RUN_NOT_FOUND: "generation.run_not_found", 404, "There is no such run", "ours";
    INTERRUPTED: "generation.interrupted", 503,
        "The server stopped while this was written. What was written is kept.", "ours";
    EMPTY_ANSWER: "generation.empty_answer", 502, "Generation failed", "spec §8";
}
