kernel::limits! { "research";
    /// Longest question that is researched.
    QUESTION_MAX_CHARS: usize = 2_000, "characters", "ours (decision 0801)";
    /// Longest answer to a question of clarification.
    ANSWER_MAX_CHARS: usize = 1_000, "characters", "ours (decision 0801)";
    /// Most questions that clarify what is meant.
    CLARIFYING_MAX: usize = 3, "questions", "ours (decision 0801)";
    /// Most topics of a plan, as it is agreed on.
    TOPICS_MAX: usize = 10, "topics", "ours (decision 0801)";
    /// Most topics that gaps add to a plan.
    GAP_TOPICS_MAX: usize = 2, "topics", "ours (decision 0801)";
    /// Longest topic.
    TOPIC_MAX_CHARS: usize = 300, "characters", "ours (decision 0801)";
    /// Most searches for one topic.
    QUERIES_MAX: usize = 3, "searches", "ours (decision 0801)";
    /// Longest text that is searched for.
    QUERY_MAX_CHARS: usize = 200, "characters", "ours (decision 0801)";
    /// Topics that are worked on at the same time.
    TOPICS_AT_ONCE: usize = 3, "topics", "ours (decision 0802)";
    /// Pages that are read for one topic, all at the same time.
    PAGES_MAX: usize = 5, "pages", "ours (decision 0802)";
    /// Most statements that are taken from the pages of one topic.
    STATEMENTS_MAX: usize = 24, "statements", "ours (decision 0802)";
    /// Fewest steps after which a research may be told to pause.
    STEPS_MIN: i64 = 5, "steps", "ours (decision 0803)";
    /// Most steps that a research takes before it pauses.
    STEPS_MAX: i64 = 100, "steps", "ours (decision 0803)";
    /// Steps after which a research pauses unless its person says otherwise.
    STEPS_USUAL: i64 = 50, "steps", "ours (decision 0803)";
    /// Highest cap on what a research may cost.
    SPEND_MAX: i64 = 1_000, "units", "ours (decision 0803)";
    /// Most attempts at a step whose process died.
    ATTEMPTS_MAX: i64 = 3, "attempts", "ours (decision 0802)";
    /// Researches of one person that go on at once.
    AT_ONCE_MAX: i64 = 3, "researches", "ours (decision 0801)";
    /// Researches of one person that are done again by themselves.
    SCHEDULED_MAX: usize = 10, "researches", "ours (decision 0805)";
    /// Highest limit of what a research that comes again by itself may use in a month.
    SCHEDULE_CAP_MAX: i64 = 100_000, "units", "ours (decision 0779)";
    /// Researches one person may begin at once, and then one every [`BEGIN_EVERY_MS`].
    BEGIN_BURST: u32 = 5, "researches", "ours (decision 0801)";
    BEGIN_EVERY_MS: u64 = 10_000, "milliseconds", "ours (decision 0801)";
    /// Time in which a deleted research can be restored.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0801)";
    /// A research on which nothing happens for so long was left alone.
    STUCK_MINUTES: i64 = 30, "minutes", "ours (decision 0802)";
}
