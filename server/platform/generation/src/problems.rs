use kernel::problems;

problems! {
    RUN_NOT_FOUND: "generation.run_not_found", 404, "Run not found", "ours";
    INTERRUPTED: "generation.interrupted", 503,
        "The server stopped while writing this. The partial answer is saved.", "ours";
    CALL_NOT_WAITING: "generation.call_not_waiting", 409,
        "This tool is no longer waiting for approval", "ours";
    APPROVAL_TIMED_OUT: "generation.approval_timed_out", 504,
        "The tool wasn't approved in time. The partial answer is saved.", "ours";
    QUESTION_NOT_WAITING: "generation.question_not_waiting", 409,
        "This question is no longer waiting for an answer", "ours";
    ANSWER_INVALID: "generation.answer_invalid", 422,
        "The answer doesn't match what was asked for", "ours";
    QUEUE_FULL: "generation.line_full", 429,
        "The queue ahead is extremely busy, try later", "spec §8";
    OWN_QUEUE_FULL: "generation.own_line_full", 429,
        "Your earlier messages are still queued. Try again once some are answered.", "ours";
    /// The server stops. `retry_after_seconds`: until it, or another, is back.
    STOPPING: "generation.stopping", 503,
        "The server is restarting. Try again in a moment.", "ours (decision 1106)";
    EMPTY_ANSWER: "generation.empty_answer", 502, "Generation failed", "spec §8";
}
