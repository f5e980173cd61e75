use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use kernel::{Failure, SECOND};

use crate::{Job, JobResult};

type Run<C> = Arc<dyn Fn(String, Arc<C>) -> BoxFuture<'static, JobResult> + Send + Sync>;

/// The kinds of jobs, and those with a schedule. Filled once at start.
#[derive(Clone)]
pub struct Registry<C> {
    pub(crate) handlers: HashMap<&'static str, Handler<C>>,
    pub(crate) schedules: Vec<Schedule>,
}

pub(crate) struct Handler<C> {
    pub(crate) run: Run<C>,
    pub(crate) max_attempts: u32,
    pub(crate) at_once: usize,
}

// Derived, it would ask for a context that can be cloned.
impl<C> Clone for Handler<C> {
    fn clone(&self) -> Self {
        Self { run: self.run.clone(), max_attempts: self.max_attempts, at_once: self.at_once }
    }
}

/// A job that fires every so often, at multiples of `every` since 1970.
#[derive(Clone)]
pub(crate) struct Schedule {
    pub(crate) name: &'static str,
    pub(crate) job: &'static str,
    pub(crate) payload: String,
    /// Interval in microseconds.
    pub(crate) every: i64,
}

impl<C: Send + Sync + 'static> Default for Registry<C> {
    fn default() -> Self {
        Self { handlers: HashMap::new(), schedules: Vec::new() }
    }
}

impl<C: Send + Sync + 'static> Registry<C> {
    /// Adds a job that is handed the whole context.
    #[must_use]
    pub fn job<J: Job<Context = C>>(self) -> Self {
        self.add::<J>(Arc::new(|payload, context: Arc<C>| {
            Box::pin(async move { read::<J>(&payload)?.run(&context).await })
        }))
    }

    /// Adds a job of a platform crate, which is handed what `pick` takes from the context.
    #[must_use]
    pub fn job_with<J: Job>(self, pick: fn(&C) -> J::Context) -> Self {
        self.add::<J>(Arc::new(move |payload, context: Arc<C>| {
            let picked = pick(&context);
            Box::pin(async move { read::<J>(&payload)?.run(&picked).await })
        }))
    }

    /// Schedules `job`, which must be registered too, under the name of this schedule: once per interval, however many
    /// processes serve. Runs missed while no process was running are made up for once.
    #[must_use]
    pub fn every<J: Job>(mut self, schedule: &'static str, every: Duration, job: &J) -> Self {
        let payload = serde_json::to_string(job).expect("a job's fields are plain data");
        let every = i64::try_from(every.as_secs().max(1)).unwrap_or(i64::MAX / SECOND) * SECOND;
        self.schedules.push(Schedule { name: schedule, job: J::NAME, payload, every });
        self
    }

    /// Adapts the jobs to a larger context, from which `pick` takes theirs.
    #[must_use]
    pub fn within<D: Send + Sync + 'static>(self, pick: fn(&D) -> C) -> Registry<D> {
        let handlers = self.handlers.into_iter().map(|(name, handler)| {
            let Handler { run, max_attempts, at_once } = handler;
            let run: Run<D> =
                Arc::new(move |payload, context: Arc<D>| run(payload, Arc::new(pick(&context))));
            (name, Handler { run, max_attempts, at_once })
        });
        Registry { handlers: handlers.collect(), schedules: self.schedules }
    }

    /// Returns the jobs and schedules of both.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        for (name, handler) in other.handlers {
            let replaced = self.handlers.insert(name, handler);
            assert!(replaced.is_none(), "two jobs are named {name}");
        }
        self.schedules.extend(other.schedules);
        self
    }

    fn add<J: Job>(mut self, run: Run<C>) -> Self {
        let handler = Handler { run, max_attempts: J::MAX_ATTEMPTS, at_once: J::AT_ONCE };
        let replaced = self.handlers.insert(J::NAME, handler);
        assert!(replaced.is_none(), "two jobs are named {}", J::NAME);
        self
    }
}

fn read<J: Job>(payload: &str) -> Result<J, Failure> {
    serde_json::from_str(payload).map_err(Failure::internal)
}
