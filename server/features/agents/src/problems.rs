use kernel::problems;

problems! {
    NOT_FOUND: "agents.not_found", 404, "Agent not found", "ours";
    TASK_NOT_FOUND: "agents.task_not_found", 404, "Task not found", "ours";
    ID_TAKEN: "agents.id_taken", 409, "This ID is taken", "ours";
    NAME_INVALID: "agents.name_invalid", 422, "Enter a name of at most 80 characters", "ours";
    TEXT_TOO_LONG: "agents.text_too_long", 422, "This text is too long", "ours";
    BOUND_INVALID: "agents.bound_invalid", 422, "Choose a limit within the allowed range", "ours";
    TOOL_UNKNOWN: "agents.tool_unknown", 422, "This tool isn't available", "ours";
    FILE_UNKNOWN: "agents.file_unknown", 422, "File not found", "ours";
    TOO_MANY: "agents.too_many", 409, "You have as many agents as you can have", "ours";
    TOO_MANY_OPEN: "agents.too_many_open", 409, "Too many agents are working. Wait for one to finish or stop it.", "ours";
    TOO_MANY_SEARCHES: "agents.too_many_searches", 403,
        "You've reached today's search limit. Upgrade or come back tomorrow.", "ours, after spec §8";
    MESSAGE_EMPTY: "agents.message_empty", 422, "Enter a message", "ours";
    INBOX_FULL: "agents.inbox_full", 409, "Wait until the agent has read your messages", "ours";
    NOT_NOW: "agents.not_now", 409, "The agent isn't waiting for this", "ours";
    TOO_DEAR: "agents.too_dear", 409, "This would cost more than the agent may spend", "ours (decision 1016)";
    ANSWER_INVALID: "agents.answer_invalid", 422, "Check your answers", "ours";
    MODEL_NEEDED: "agents.model_needed", 409, "Connect a model that can use tools", "ours";
    ADVANCED_MODEL_NEEDED: "agents.advanced_model_needed", 403, "This agent needs an advanced model", "spec §6";
    INTERRUPTED: "agents.interrupted", 503, "The agent was interrupted. Try again.", "ours";
    INVALID_SCHEDULED_TASK: "agents.invalid_scheduled_task", 422, "Choose an agent and say what it should do", "ours";
    NOTHING_TO_SHARE: "agents.nothing_to_share", 409, "There is nothing to share yet", "ours";
}
