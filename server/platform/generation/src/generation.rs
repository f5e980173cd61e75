use conversations::Part;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use bus::Bus;
use dashmap::DashMap;
use kernel::{Clock, ConversationId, Failure, Fallible, RunId, SECOND, UserId, Uuid};
use ledger::{Ledger, Reservation};
use providers::Providers;
use store::{Db, StoreResult, Tx};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::completion::follow_ups::FollowUps;
use crate::costs;
use crate::costs::price::{answer_charge, least_held, tokens_left};
use crate::costs::spending_gate::SpendingGate;
use crate::engine::{Engine, FIRST_SEQ};
use crate::event::{RunEvent, Sequenced};
use crate::hub::{Frame, Hub};
use crate::journal::{Journal, Row};
use crate::outcome::Outcome;
use crate::queue::concurrency_limiter::{ConcurrencyLimiter, Permit};
use crate::queue::fair_queue::connection_of;
use crate::queue::refusal;
use crate::sources::Sources;
use crate::store::{
    Checks, delete_run, end_other_leases, insert_run, list_cancelled, list_living, list_open,
    renew_lease, request_cancel,
};
use crate::{
    ContextScope, ContextSource, Contribution, FollowedRuns, QUEUE_FULL, Run, RunFollower,
    RunRequest, RunState, SpendingFollower, Tool, WhenFull,
};

/// Starts, stops and follows runs. Cheap to clone.
#[derive(Clone)]
pub struct Generation(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub db: Db,
    pub bus: Bus,
    pub clock: Clock,
    pub ledger: Ledger,
    pub journal: Journal,
    pub hub: Hub,
    /// This process, as the owner of its runs.
    pub process: Uuid,
    pub active: DashMap<RunId, CancellationToken>,
    /// The limiter of runs that this process writes.
    pub limiter: Arc<ConcurrencyLimiter>,
    /// Turns to write how a run ended.
    pub concluding: Arc<Semaphore>,
    pub tasks: TaskTracker,
    pub follow_ups: FollowUps,
    /// Runs end as interrupted, now.
    pub stopping: CancellationToken,
    /// The process ends whether or not the database answers.
    pub aborting: CancellationToken,
    /// Context sources and tools that areas add to runs. Set once at start.
    pub sources: OnceLock<Sources>,
    /// Resolves the model of a run that was paused. Set once at start.
    pub providers: OnceLock<Providers>,
    /// Followers that are notified of runs that end. Set once at start.
    pub followers: OnceLock<Vec<Arc<dyn RunFollower>>>,
    /// The followers of spending. Set once at start.
    pub spending_followers: OnceLock<Vec<Arc<dyn SpendingFollower>>>,
}

impl Inner {
    /// Returns the followers of runs like `run`.
    pub fn followers_of<'a>(&'a self, run: &Run) -> impl Iterator<Item = &'a Arc<dyn RunFollower>> {
        let all = self.followers.get().into_iter().flatten();
        all.filter(move |follower| follower.runs().include(run))
    }

    /// Returns the followers of runs that write what these parts say.
    pub fn followers_by_text(&self, parts: &[Part]) -> impl Iterator<Item = &Arc<dyn RunFollower>> {
        let all = self.followers.get().into_iter().flatten();
        all.filter(move |follower| follower.runs().include_text(parts))
    }

    /// Returns the followers of a run for which `checks` were noted.
    pub fn followers_by<'a>(
        &'a self,
        checks: &Checks,
    ) -> impl Iterator<Item = &'a Arc<dyn RunFollower>> {
        let all = self.followers.get().into_iter().flatten();
        all.filter(|follower| match follower.runs() {
            FollowedRuns::Checked(name) => checks.include(name),
            _ => false,
        })
    }
}

/// Time for which a process counts as alive after its last heartbeat, in microseconds.
pub(crate) const LEASE: i64 = 20 * SECOND;
pub(crate) const RENEW_EVERY: Duration = Duration::from_secs(5);
/// Time that runs have to write their end when the server stops.
const STOP_WITHIN: Duration = Duration::from_secs(5);

/// Returns the number of runs that may be concluded at once. When hundreds end together they wait for each other here,
/// not in the queue for the database, where messages and first words would wait behind them.
fn conclusions_at_once(engine: store::Engine) -> usize {
    match engine {
        store::Engine::Sqlite => 1,
        store::Engine::Postgres => 4,
    }
}

/// Topic on which a process is told to cancel one of its runs; the payload is the run's id.
const CANCEL_TOPIC: &str = "runs.cancel";
/// Topic on which processes are told that the spending limits changed.
const SPENDING_TOPIC: &str = "runs.spending";

impl Generation {
    /// Creates the generation of this process. Call [`Generation::begin`] before the first run.
    pub fn new(db: Db, bus: Bus, clock: Clock, ledger: Ledger) -> Self {
        let hub = Hub::default();
        let tasks = TaskTracker::new();
        let (journal, serving) = Journal::new(db.clone(), hub.clone(), bus.clone());
        // Not tracked: it ends when the last run, and this handle, are gone.
        TaskTracker::new().spawn(serving);
        let process = kernel::uuid_v7(clock.now());
        let (stopping, aborting) = (CancellationToken::new(), CancellationToken::new());
        let active = DashMap::new();
        let concluding = Arc::new(Semaphore::new(conclusions_at_once(db.engine())));
        Self(Arc::new(Inner {
            db,
            bus,
            clock,
            ledger,
            journal,
            hub,
            process,
            active,
            limiter: Arc::default(),
            concluding,
            tasks,
            follow_ups: FollowUps::default(),
            stopping,
            aborting,
            sources: OnceLock::new(),
            providers: OnceLock::new(),
            followers: OnceLock::new(),
            spending_followers: OnceLock::new(),
        }))
    }

    /// Sets what areas add to runs. Only the first call counts.
    pub fn set_sources(&self, sources: Vec<Arc<dyn ContextSource>>) {
        let _set_before = self.0.sources.set(Sources::new(sources));
    }

    /// Sets where models are found. Only the first call counts.
    pub fn set_providers(&self, providers: Providers) {
        let (db, ledger) = (self.0.db.clone(), self.0.ledger.clone());
        providers.set_gate(Arc::new(SpendingGate { db, ledger }));
        let _set_before = self.0.providers.set(providers);
    }

    /// Sets the followers of runs. Only the first call counts; call it before [`Generation::begin`].
    pub fn set_followers(&self, followers: Vec<Arc<dyn RunFollower>>) {
        let _set_before = self.0.followers.set(followers);
    }

    /// Sets the followers of spending. Only the first call counts; call it before [`Generation::begin`].
    pub fn set_spending_followers(&self, followers: Vec<Arc<dyn SpendingFollower>>) {
        let _set_before = self.0.spending_followers.set(followers);
    }

    /// Collects what all areas add to the run that answers `scope`, in the order of the areas. Fills in the resources of
    /// its bot.
    pub async fn gather(&self, scope: &mut ContextScope) -> Fallible<Contribution> {
        match self.0.sources.get() {
            Some(sources) => sources.gather(&self.0.db, scope).await,
            None => Ok(Contribution::default()),
        }
    }

    /// Stores a person's standing decision on a tool, for runs that another part of the program drives.
    pub async fn remember_decision(
        &self,
        user_id: UserId,
        rule_key: &str,
        allowed: bool,
    ) -> Fallible<()> {
        for source in self.0.sources.get().into_iter().flat_map(Sources::iter) {
            source.remember(user_id, rule_key, allowed).await?;
        }
        Ok(())
    }

    /// Takes this process's lease and ends what earlier processes left behind.
    ///
    /// `is_alone`: no other process can use this database (SQLite), so whatever is still running there is an orphan,
    /// however young.
    pub async fn begin(&self, is_alone: bool) -> StoreResult<()> {
        let mut tx = self.0.db.begin().await?;
        renew_lease(&mut tx, self.0.process, self.0.clock.now().plus(LEASE)).await?;
        if is_alone {
            end_other_leases(&mut tx, self.0.process).await?;
        }
        tx.commit().await?;
        self.share_places().await?;
        self.0.ledger.refresh_limits(&self.0.db).await?;
        self.interrupt_orphans().await
    }

    /// Renews the lease, ends orphans of other processes, notices requests to cancel runs, and begins waiting runs.
    /// Runs until [`Generation::stop`].
    pub async fn run_background(&self) {
        tokio::join!(self.keep_lease(), self.serve_queue());
    }

    async fn keep_lease(&self) {
        let mut stops = self.0.bus.subscribe(CANCEL_TOPIC);
        let mut limits = self.0.bus.subscribe(SPENDING_TOPIC);
        let mut every = tokio::time::interval(RENEW_EVERY);
        loop {
            tokio::select! {
                () = self.0.stopping.cancelled() => return,
                Some(payload) = stops.next() => {
                    if let Ok(run_id) = payload.parse() {
                        self.stop_here(run_id);
                    }
                }
                Some(_) = limits.next() => {
                    if let Err(error) = self.watch_spending().await {
                        tracing::warn!(%error, "the limits of spending could not be read");
                    }
                }
                _ = every.tick() => {
                    if let Err(error) = self.watch_once().await {
                        tracing::warn!(%error, "the lease could not be renewed");
                    }
                }
            }
        }
    }

    async fn watch_once(&self) -> StoreResult<()> {
        let mut tx = self.0.db.begin_relaxed().await?;
        renew_lease(&mut tx, self.0.process, self.0.clock.now().plus(LEASE)).await?;
        tx.commit().await?;
        let mut conn = self.0.db.read().await?;
        for run_id in list_cancelled(&mut conn, self.0.process).await? {
            self.stop_here(run_id);
        }
        drop(conn);
        self.share_places().await?;
        // Even if the news of spending could not be sent.
        self.interrupt_orphans().await?;
        self.watch_spending().await
    }

    /// Refreshes the spending limits, and sends the operators' news. Called every few seconds.
    pub async fn watch_spending(&self) -> StoreResult<()> {
        let inner = &self.0;
        inner.ledger.refresh_limits(&inner.db).await?;
        let mut conn = inner.db.read().await?;
        let is_any = inner.ledger.has_spending_news(&mut conn).await?;
        drop(conn);
        if !is_any {
            return Ok(());
        }
        let mut tx = inner.db.begin().await?;
        let taken = inner.ledger.take_spending_news(&mut tx).await?;
        for news in &taken.news {
            for follower in inner.spending_followers.get().into_iter().flatten() {
                follower.spending(&mut tx, news).await?;
            }
        }
        tx.commit().await?;
        inner.ledger.forget_told(&taken);
        Ok(())
    }

    /// Makes all processes refresh the spending limits, because they changed.
    pub async fn announce_limits(&self) -> StoreResult<()> {
        self.0.bus.publish(SPENDING_TOPIC, "");
        self.watch_spending().await
    }

    /// Refreshes the number of processes that share the slots.
    async fn share_places(&self) -> StoreResult<()> {
        let inner = &self.0;
        if inner.limiter.limited().is_none() {
            return Ok(());
        }
        let mut conn = inner.db.read().await?;
        let living = list_living(&mut conn, inner.clock.now()).await?;
        let rank = living.iter().position(|id| *id == inner.process);
        inner.limiter.set_share(living.len(), rank.unwrap_or(living.len()));
        Ok(())
    }

    /// Starts a run: reserves its charge and stores it in the caller's transaction; the provider is called once that is
    /// committed, and never otherwise.
    ///
    /// If the operator's limit of concurrent runs is reached, the run waits in the queue, or is refused.
    ///
    /// Problems: those of [`Ledger::reserve`], [`QUEUE_FULL`], [`crate::OWN_QUEUE_FULL`], [`crate::STOPPING`].
    pub async fn start(&self, tx: &mut Tx, mut request: RunRequest) -> Fallible<()> {
        let inner = &self.0;
        refusal::check(request.when_full)?;
        let now = inner.clock.now();
        let credits_per_1k = request.credits_per_1k();
        if credits_per_1k.is_some() {
            let tokens = request.request.max_output_tokens;
            request.charge = answer_charge(&inner.ledger, &request.model.info, tokens);
        }
        let connection = connection_of(&request.model.info.id);
        let permit = match request.when_full {
            WhenFull::Begin => Some(inner.limiter.acquire_over_limit(connection)),
            WhenFull::Wait | WhenFull::Refuse => inner.limiter.try_acquire(connection),
        };
        let model = request.model.info.id.clone();
        let started = RunEvent::RunStarted { model: model.clone(), message_id: request.message_id };
        let started = Row::new(request.run_id, &Sequenced { seq: FIRST_SEQ, event: started });
        // The balance is locked from its hold to the commit, so the run is written before, where its price is known.
        let is_written =
            permit.is_some() && credits_per_1k.is_none() && !inner.ledger.limits_spending();
        if is_written {
            insert_run(tx, &request, RunState::Running, &started, inner.process, now).await?;
        }
        let wanted = Reservation {
            run_id: request.run_id,
            payer: &request.payer,
            charge: request.charge,
            plan: request.plan.as_deref(),
            budget: request.attached.budget,
            feature: request.feature,
            detail: &request.model.info.name,
        };
        let least = least_held(credits_per_1k, request.charge.amount);
        request.charge.amount = match inner.ledger.reserve_up_to(tx, &wanted, least).await {
            Ok(amount) => amount,
            Err(refused) => {
                let refused = Failure::from(refused);
                if is_written && matches!(refused, Failure::Problem(_)) {
                    // The caller may write why, in the same transaction.
                    delete_run(tx, request.run_id).await?;
                }
                return Err(refused);
            }
        };
        let mut call = std::mem::take(&mut request.request);
        call.model.clone_from(&request.model.name_at_provider);
        call.user_id = Some(request.payer.user_id);
        if let Some(credits_per_1k) = credits_per_1k {
            // No more is written than is held for.
            let most = tokens_left(credits_per_1k, request.charge.amount, 0);
            call.max_output_tokens = Some(call.max_output_tokens.map_or(most, |it| it.min(most)));
        }
        if !request.tools.is_empty() {
            call.tools = request.tools.iter().map(|tool| tool.spec()).collect();
        }
        if inner.ledger.limits_spending() {
            let info = &request.model.info;
            let settings = inner.ledger.spending_settings();
            let model = (info.id.as_str(), info.protocol.is_local());
            let asked = costs::at_most(model, &call, settings.assumed_output_tokens);
            inner.ledger.hold_cost(tx, request.run_id, &asked).await?;
        }
        let Some(permit) = permit else {
            return match request.when_full {
                WhenFull::Refuse => Err(QUEUE_FULL.into()),
                _ => {
                    self.enqueue_run(tx, &request, call).await?;
                    write_notes(tx, &request).await
                }
            };
        };
        if !is_written {
            insert_run(tx, &request, RunState::Running, &started, inner.process, now).await?;
        }
        write_notes(tx, &request).await?;

        let run = Run {
            id: request.run_id,
            user_id: request.payer.user_id,
            workspace_id: request.payer.workspace_id,
            conversation_id: request.conversation_id,
            message_id: request.message_id,
            feature: request.feature.to_owned(),
            model,
            state: RunState::Running,
            owner: inner.process,
            price: request.charge.amount,
            credits_per_1k,
            created_at: now,
            waited: 0,
            memories: request.attached.memories,
        };
        let tools = request.tools;
        let (inner, model, first) = (inner.clone(), request.model.model, started.frame());
        // The provider works while the disk syncs: nobody is told about the run before it is on disk.
        tx.after_write(move || inner.launch(run, first, model, call, tools, permit));
        Ok(())
    }

    /// Requests cancelling a run. Its text so far is kept. A run that is final stays as it is.
    pub async fn cancel(&self, run_id: RunId) -> StoreResult<()> {
        self.cancel_now(run_id, false).await
    }

    /// Cancels all runs of a person that are not final.
    pub async fn cancel_all(&self, user_id: UserId) -> StoreResult<()> {
        let mut conn = self.0.db.read().await?;
        let open = list_open(&mut conn, user_id).await?;
        drop(conn);
        for run_id in open {
            self.cancel(run_id).await?;
        }
        Ok(())
    }

    async fn cancel_now(&self, run_id: RunId, is_again: bool) -> StoreResult<()> {
        let mut tx = self.0.db.begin().await?;
        let is_running = request_cancel(&mut tx, run_id).await?;
        tx.commit().await?;
        if is_running {
            if !self.stop_here(run_id) {
                self.0.bus.publish(CANCEL_TOPIC, &run_id.to_string());
            }
            return Ok(());
        }
        let is_over = self.end_queued(run_id, Outcome::Cancelled).await?
            || self.end_paused(run_id, Outcome::Cancelled).await?;
        if !is_over && !is_again {
            // It may have begun between the two checks.
            return Box::pin(self.cancel_now(run_id, true)).await;
        }
        Ok(())
    }

    /// Notifies the person's open windows that a conversation changed.
    pub fn announce_change(&self, user_id: UserId, conversation_id: ConversationId) {
        self.0.announce_change(user_id, conversation_id);
    }

    /// Returns a run that this process began and still writes, without asking the database.
    pub fn find_live(&self, run_id: RunId) -> Option<Run> {
        self.0.hub.find(run_id)
    }

    /// Returns the number of runs that this process is writing.
    pub fn active_runs(&self) -> usize {
        self.0.active.len()
    }

    /// Waits until the runs of this process are final.
    pub async fn wait_idle(&self) {
        while !self.0.active.is_empty() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Lets runs finish for `grace`, then ends them as interrupted with what they have.
    pub async fn stop(&self, grace: Duration) {
        self.0.tasks.close();
        if tokio::time::timeout(grace, self.0.tasks.wait()).await.is_err() {
            self.0.stopping.cancel();
            if tokio::time::timeout(STOP_WITHIN, self.0.tasks.wait()).await.is_err() {
                self.0.aborting.cancel();
            }
        }
        self.0.stopping.cancel();
    }

    fn stop_here(&self, run_id: RunId) -> bool {
        let Some(token) = self.0.active.get(&run_id) else { return false };
        token.cancel();
        true
    }
}

/// Writes the notes that context sources keep with a run's answer.
async fn write_notes(tx: &mut Tx, request: &RunRequest) -> Fallible<()> {
    let Some(message_id) = request.message_id else { return Ok(()) };
    for note in &request.attached.notes {
        note.write(tx, message_id).await?;
    }
    Ok(())
}

impl Inner {
    /// Returns true if the model runs on the operator's own servers.
    pub async fn is_local(&self, model: &str) -> bool {
        match self.providers.get() {
            Some(providers) => providers.is_local(model).await,
            None => false,
        }
    }

    fn launch(
        self: Arc<Self>,
        run: Run,
        first: Frame,
        model: Arc<dyn providers::TextModel>,
        request: providers::ModelRequest,
        tools: Vec<Arc<dyn Tool>>,
        permit: Permit,
    ) {
        let cancelled = CancellationToken::new();
        self.hub.begin(run.clone(), first);
        self.active.insert(run.id, cancelled.clone());
        let inner = self.clone();
        let engine = Engine {
            inner,
            run,
            model,
            request,
            tools,
            resumed: None,
            first_seq: FIRST_SEQ,
            tries: 0,
            cancelled,
            permit: Mutex::new(permit),
        };
        engine.begin();
    }

    /// Shows readers the last event of a run and lets go of it.
    pub fn announce_end(&self, run: &Run, last: Option<Row>) {
        if let Some(row) = last {
            self.hub.publish(run.id, row.frame());
        }
        self.hub.close(run.id);
        self.active.remove(&run.id);
        if self.bus.is_shared() {
            self.bus.publish(&format!("run:{}", run.id), "");
        }
        if let Some(conversation_id) = run.conversation_id {
            self.announce_change(run.user_id, conversation_id);
        }
    }

    /// Shows readers the last event of a run that continues later, and releases the run until then.
    pub fn detach(&self, run_id: RunId, row: &Row) {
        self.hub.publish(run_id, row.frame());
        self.hub.close(run_id);
        self.active.remove(&run_id);
        self.wake_readers(run_id);
    }

    /// Makes readers of a run check its journal, in whichever process they are.
    pub fn wake_readers(&self, run_id: RunId) {
        self.bus.publish(&format!("run:{run_id}"), "");
    }

    pub fn announce_change(&self, user_id: UserId, conversation_id: ConversationId) {
        let hint = serde_json::json!({
            "event": "conversation.changed", "conversation_id": conversation_id,
        });
        self.bus.notify_user(user_id, &hint.to_string());
    }
}
