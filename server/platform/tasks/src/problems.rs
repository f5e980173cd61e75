use kernel::problems;

problems! {
    TASK_NOT_FOUND: "tasks.not_found", 404, "This task does not exist", "ours";
    ID_TAKEN: "tasks.id_taken", 409, "This task was already started", "ours";
    NOT_FINISHED: "tasks.not_finished", 409, "This task is still running", "ours";
    TASK_INTERRUPTED: "tasks.interrupted", 503, "The task was interrupted. Please try again.", "ours";
    TOO_MANY_TASKS: "tasks.too_many", 409, "Task creation failed", "spec §8";
}
