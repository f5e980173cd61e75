//! What other areas use of this one: researches that agents begin, that schedules do again, and that searches find.

mod agent_tool;
mod library_source;
mod scheduled;

pub(crate) use agent_tool::StartsResearches;
pub(crate) use library_source::ResearchLibrary;
pub(crate) use scheduled::ScheduledResearches;
