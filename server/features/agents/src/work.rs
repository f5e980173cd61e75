//! The work of an agent: a task whose steps are asked of a model and whose tools run here.
//!
//! Start at `next.rs`: what comes next is a pure function of what stands there. `task.rs` is the kind of task and writes
//! what a step brought; `ask.rs` builds what a model is asked; `calls.rs` runs tools, `questions.rs` asks the person
//! what their servers want to know, `bots.rs` ends the runs of bots that were asked; `control.rs` has the calls that are no
//! tools: a form, a hand-over, a look for other tools; `pictures.rs` shows models what tools made, and `children.rs` counts the
//! tasks that tools start. `actions.rs` is what people do meanwhile.

pub(crate) mod actions;
pub(crate) mod ask;
pub(crate) mod bots;
pub(crate) mod calls;
pub(crate) mod children;
pub(crate) mod control;
pub(crate) mod entry;
pub(crate) mod next;
pub(crate) mod offered;
pub(crate) mod pictures;
pub(crate) mod progress;
pub(crate) mod questions;
pub(crate) mod store;
pub(crate) mod task;
pub(crate) mod window;
