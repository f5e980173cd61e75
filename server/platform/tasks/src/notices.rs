//! Notices of tasks that took long and ended, or wait for their person: in the app, on devices, and by mail.
//!
//! They are made a little later, so that a person who is looking at the task is not told what they see.

mod mail_texts;
mod tell;

pub(crate) use mail_texts::TEMPLATE;
pub use tell::{DEVICES_JOB, Notice, tell_of_question};
pub(crate) use tell::{TellOfTask, enqueue};

kernel::limits! { "tasks";
    /// Duration from which a task that ended is notified.
    NOTICE_AFTER_SECONDS: i64 = 10, "seconds", "ours (decision 0730)";
    /// Time in which a person may see a task before they are notified.
    SEEN_WITHIN_SECONDS: i64 = 5, "seconds", "ours (decision 0730)";
    /// Duration from which a task that ended, or waits, is mailed.
    MAIL_AFTER_SECONDS: i64 = 600, "seconds", "ours (decision 0930)";
}
