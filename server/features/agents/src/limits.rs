//! Limits of agents and of what they do.

kernel::limits! { "agents";
    /// Longest name of an agent.
    NAME_MAX_CHARS: usize = 80, "characters", "ours";
    /// Longest description of an agent.
    DESCRIPTION_MAX_CHARS: usize = 320, "characters", "ours, as of prompts (spec §5)";
    /// Longest instructions of an agent.
    INSTRUCTIONS_MAX_CHARS: usize = 20_000, "characters", "ours";
    /// Longest icon of an agent: an emoji, which may be several characters that are shown as one.
    ICON_MAX_CHARS: usize = 16, "characters", "ours";
    /// Agents that one person may have.
    AGENTS_MAX: i64 = 100, "agents", "ours";
    /// Files that an agent may answer from.
    KNOWLEDGE_MAX: usize = 20, "files", "ours, after spec §5 (20 files)";
    /// Tools that may be chosen for an agent.
    TOOLS_MAX: usize = 64, "tools", "ours";
    /// The fewest steps after which an agent pauses.
    STEPS_MIN: i64 = 1, "steps", "ours";
    /// The most steps after which an agent pauses.
    STEPS_MAX: i64 = 100, "steps", "ours, after spec §4 (maximum number of steps)";
    /// Steps after which an agent pauses unless its person says otherwise.
    STEPS_USUAL: i64 = 20, "steps", "ours (decision 1068)";
    /// The most that may be set as a spending cap.
    SPEND_MAX: i64 = 1_000_000, "units", "ours";
    /// Longest message to an agent.
    MESSAGE_MAX_CHARS: usize = 20_000, "characters", "ours";
    /// Messages that wait until an agent takes them in.
    INBOX_MAX: usize = 8, "messages", "ours";
    /// Agents of one person that may be at work, or wait, at a time.
    OPEN_MAX: i64 = 8, "tasks", "ours";
    /// Questions that an agent may ask its person in one form.
    QUESTIONS_MAX: usize = 4, "questions", "ours (decision 1069)";
    /// Options that one of these questions may have.
    OPTIONS_MAX: usize = 8, "options", "ours";
    /// Calls of tools that one step may make.
    CALLS_MAX: usize = 16, "calls", "ours";
    /// Maximum duration of one call of a tool.
    TOOL_SECONDS_MAX: u64 = 120, "seconds", "ours";
    /// Longest output of a tool that is kept; the rest is cut.
    OUTPUT_MAX_CHARS: usize = 40_000, "characters", "ours";
    /// Tools that a model is offered at a time; of more, those that matter are chosen.
    OFFERED_MAX: usize = 24, "tools", "ours (decision 1070)";
    /// Tries at a step whose process died or whose provider failed midway.
    TRIES_MAX: i64 = 3, "tries", "ours";
    /// Time in which a deleted agent, or task of one, can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours";
}
