//! Translation by a model of texts that are not in the memory: a few texts at a time, and failed ones once more, each
//! alone.

use api::ProblemBody;
use area::{Chosen, Services};
use futures::StreamExt;
use generation::{Attached, Run, RunRequest, WhenFull, find_run};
use identity::SignedIn;
use kernel::{Failure, Fallible, Problem, RunId};
use ledger::{Operation, Prices};
use providers::{ModelMessage, ModelRequest, Role};
use tokio::sync::mpsc::Sender;

use crate::memory::keep;
use crate::problems::FAILED;
use crate::progress_event::{ProgressEvent, problem_of};
use crate::prompt::{Heads, Wanted, for_many, for_one};
use crate::reading::{Reading, Step};
use crate::rules::{Term, applying, is_translation, pack};

/// Number of concurrent runs per request.
const RUNS_AT_ONCE: usize = 2;

/// A text that is not in the memory, with its index in the request.
#[derive(Debug)]
pub(crate) struct Missing {
    pub hash: [u8; 32],
    pub text: String,
    pub indexes: Vec<usize>,
}

impl Missing {
    async fn tell(&self, sender: &Sender<ProgressEvent>, translation: &str) {
        for index in &self.indexes {
            let text = translation.to_owned();
            // A disconnected client is noticed before the next run.
            sender
                .send(ProgressEvent::Translated { index: *index, text, remembered: false })
                .await
                .ok();
        }
    }

    pub async fn tell_failed(&self, sender: &Sender<ProgressEvent>, problem: &Problem) {
        self.tell_problem(sender, &ProblemBody::from(problem)).await;
    }

    async fn tell_problem(&self, sender: &Sender<ProgressEvent>, problem: &ProblemBody) {
        for index in &self.indexes {
            let problem = problem.clone();
            sender.send(ProgressEvent::Failed { index: *index, problem }).await.ok();
        }
    }
}

/// The work of one request.
pub(crate) struct Writing {
    pub services: Services,
    pub caller: SignedIn,
    pub chosen: Chosen,
    pub wanted: Wanted,
    pub terms: Vec<Term>,
    pub sender: Sender<ProgressEvent>,
}

/// The question to a model in one run.
struct Question {
    run_id: RunId,
    system: String,
    message: String,
    chars: usize,
}

/// The progress of a run.
enum Written {
    Whole(String),
    Failed(Box<ProblemBody>),
    /// The receiver is gone.
    Unheard,
}

impl Writing {
    /// Writes and tells the translations, in the order of the texts as far as that can be.
    pub async fn write(&self, missing: Vec<Missing>) {
        let lengths: Vec<_> = missing.iter().map(|one| one.text.chars().count()).collect();
        let mut rest = missing.into_iter();
        let batches = pack(&lengths).into_iter().map(|count| rest.by_ref().take(count).collect());
        let batches: Vec<Vec<Missing>> = batches.collect();
        futures::stream::iter(batches)
            .for_each_concurrent(RUNS_AT_ONCE, |batch| async move {
                if self.sender.is_closed() {
                    return;
                }
                let done = self.write_batch(&batch).await;
                if let Err(failure) = keep(&self.services, self.caller.user_id, &done).await {
                    // It was sent: the only loss is that it must be paid for again.
                    tracing::warn!(%failure, "translations were not remembered");
                }
            })
            .await;
    }

    /// Returns the translations, for storing them in the memory.
    async fn write_batch(&self, batch: &[Missing]) -> Vec<([u8; 32], String)> {
        let mut done: Vec<Option<String>> = vec![None; batch.len()];
        let mut problem = None;
        if batch.len() > 1 {
            problem = self.write_together(batch, &mut done).await;
        }
        for (one, done) in batch.iter().zip(&mut done) {
            if done.is_some() || self.sender.is_closed() {
                continue;
            }
            match &problem {
                // A provider that refuses several refuses one.
                Some(problem) => one.tell_problem(&self.sender, problem).await,
                None => *done = self.write_alone(one, batch.len() == 1).await,
            }
        }
        let hashes = batch.iter().map(|one| one.hash);
        hashes.zip(done).filter_map(|(hash, done)| Some((hash, done?))).collect()
    }

    /// Translates several texts in one run, sending each as soon as the model has written it. Returns the reason if the
    /// run failed.
    async fn write_together(
        &self,
        batch: &[Missing],
        done: &mut [Option<String>],
    ) -> Option<Box<ProblemBody>> {
        let texts: Vec<_> = batch.iter().map(|one| one.text.as_str()).collect();
        let run_id = RunId::new(self.services.clock.now());
        let heads = Heads::of(run_id);
        let terms = self.terms_of(&texts);
        let question = Question {
            run_id,
            system: for_many(self.wanted, &heads, &terms),
            message: heads.message(&texts),
            chars: texts.iter().map(|text| text.chars().count()).sum(),
        };
        let mut reading = match self.ask(question).await {
            Ok(run) => Reading::of(&self.services, run),
            Err(failure) => return Some(body_of(failure)),
        };
        loop {
            let step = self.next(run_id, &mut reading).await;
            let is_whole = matches!(step, Some(Step::Over(Ok(()))));
            for (at, translation) in heads.take_apart(&reading.text, batch.len(), is_whole) {
                if done[at].is_none() && is_translation(texts[at], &translation) {
                    batch[at].tell(&self.sender, &translation).await;
                    done[at] = Some(translation);
                }
            }
            match step {
                Some(Step::Grown) => {}
                Some(Step::Over(Err(problem))) => return Some(problem),
                Some(Step::Over(Ok(()))) | None => return None,
            }
        }
    }

    /// Translates one text in a run of its own; once more if the result is not a translation.
    async fn write_alone(&self, one: &Missing, may_try_again: bool) -> Option<String> {
        let tries = if may_try_again { 2 } else { 1 };
        for _ in 0..tries {
            match self.write_one(&one.text).await {
                Written::Whole(text) if is_translation(&one.text, text.trim()) => {
                    one.tell(&self.sender, text.trim()).await;
                    return Some(text.trim().to_owned());
                }
                Written::Whole(_) => {}
                Written::Failed(problem) => {
                    one.tell_problem(&self.sender, &problem).await;
                    return None;
                }
                Written::Unheard => return None,
            }
        }
        one.tell_failed(&self.sender, &FAILED.into()).await;
        None
    }

    async fn write_one(&self, text: &str) -> Written {
        let run_id = RunId::new(self.services.clock.now());
        let question = Question {
            run_id,
            system: for_one(self.wanted, &self.terms_of(&[text])),
            message: text.to_owned(),
            chars: text.chars().count(),
        };
        let mut reading = match self.ask(question).await {
            Ok(run) => Reading::of(&self.services, run),
            Err(failure) => return Written::Failed(body_of(failure)),
        };
        loop {
            match self.next(run_id, &mut reading).await {
                Some(Step::Grown) => {}
                Some(Step::Over(Ok(()))) => return Written::Whole(reading.text),
                Some(Step::Over(Err(problem))) => return Written::Failed(problem),
                None => return Written::Unheard,
            }
        }
    }

    /// Returns the next step of a run; `None` if the receiver is gone, and the run was cancelled.
    async fn next(&self, run_id: RunId, reading: &mut Reading) -> Option<Step> {
        tokio::select! {
            step = reading.next() => Some(step),
            () = self.sender.closed() => {
                if let Err(error) = self.services.generation.cancel(run_id).await {
                    tracing::warn!(run.id = %run_id, %error, "a run could not be stopped");
                }
                None
            }
        }
    }

    async fn ask(&self, question: Question) -> Fallible<Run> {
        let Question { run_id, system, message, chars } = question;
        let Chosen { model, plan, .. } = &self.chosen;
        let mut model = model.clone();
        // A translation has a price of its own (decision 0892).
        model.info.credits_per_1k = None;
        let operation = Operation::Translation { tier: model.info.tier, chars };
        let request = RunRequest {
            run_id,
            payer: self.caller.payer(),
            conversation_id: None,
            message_id: None,
            feature: "translation",
            model,
            request: ModelRequest {
                system: Some(system),
                messages: vec![ModelMessage::text(Role::User, message)],
                ..ModelRequest::default()
            },
            tools: Vec::new(),
            attached: Attached::default(),
            charge: Prices::of(operation),
            plan: Some(plan.clone()),
            when_full: WhenFull::Wait,
        };
        let mut tx = self.services.db.begin().await?;
        self.services.generation.start(&mut tx, request).await?;
        let run = find_run(&mut tx, run_id).await?;
        tx.commit().await?;
        run.ok_or_else(|| Failure::internal("a run that was just written is not there"))
    }

    /// Returns the terms that any of these texts has words of.
    fn terms_of(&self, texts: &[&str]) -> Vec<&Term> {
        let mut all: Vec<&Term> = Vec::new();
        for term in texts.iter().flat_map(|text| applying(&self.terms, text)) {
            if !all.contains(&term) {
                all.push(term);
            }
        }
        all
    }
}

fn body_of(failure: Failure) -> Box<ProblemBody> {
    Box::new(ProblemBody::from(&problem_of(failure)))
}
