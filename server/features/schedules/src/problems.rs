use kernel::problems;

problems! {
    NOT_FOUND: "schedules.not_found", 404, "Schedule not found", "ours";
    RUN_NOT_FOUND: "schedules.run_not_found", 404, "Run not found", "ours";
    ID_TAKEN: "schedules.id_taken", 409, "This ID is already in use", "ours";
    TITLE_INVALID: "schedules.title_invalid", 422, "Enter a name of up to {max} characters", "ours";
    KIND_UNKNOWN: "schedules.kind_unknown", 422, "This can't be scheduled", "ours";
    ZONE_UNKNOWN: "schedules.zone_unknown", 422, "Unknown time zone", "ours";
    START_INVALID: "schedules.start_invalid", 422, "Choose a valid date and time", "ours";
    /// `text`: the part that is not understood.
    RULE_INVALID: "schedules.rule_invalid", 422, "This repeat rule isn't valid", "ours";
    /// `minutes`: the least time between two runs.
    TOO_OFTEN: "schedules.too_often", 422, "A schedule can run every {minutes} minutes at most", "ours";
    NO_DATES: "schedules.no_dates", 422, "This schedule has no dates in the future", "ours";
    /// `years`: how far ahead a first date may be.
    TOO_FAR: "schedules.too_far", 422, "The first date must be within {years} years", "ours";
    NOT_UNDERSTOOD: "schedules.not_understood", 422, "Couldn't find a time in this text. Try “every weekday at 8”.", "ours";
    TOO_MANY: "schedules.too_many", 409, "You've reached the limit of {max} schedules", "ours";
    CAP_INVALID: "schedules.cap_invalid", 422, "Enter a whole number from 1 to {max}", "ours";
    STILL_RUNNING: "schedules.still_running", 409, "The previous run hasn't finished yet", "ours";
    /// `missed`: number of times that passed.
    MISSED: "schedules.missed", 409, "The server was offline at the scheduled time", "ours";
    /// `cap`: the limit, `charge`: what a run costs at most.
    RUN_CAP: "schedules.run_cap", 402, "This run could exceed your limit of {cap} per run", "ours";
    /// `cap`: the limit of the month.
    MONTH_CAP: "schedules.month_cap", 402, "This schedule has reached its monthly limit of {cap}", "ours";
    INTERRUPTED: "schedules.interrupted", 500, "The run was interrupted", "ours";
    NOT_FINISHED: "schedules.not_finished", 409, "This run has no result", "ours";
}
