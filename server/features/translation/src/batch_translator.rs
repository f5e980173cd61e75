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

use crate::memory::store_translations;
use crate::problems::FAILED;
use crate::progress_event::{ProgressEvent, problem_of};
use crate::prompt::{Delimiters, LanguagePair, instructions_for_many, instructions_for_one};
use crate::rules::{Term, applicable_terms, is_translation, pack};
use crate::run_output::{RunOutput, Step};

/// Number of concurrent runs per request.
const RUNS_AT_ONCE: usize = 2;

/// A text that is not in the memory, with its index in the request.
#[derive(Debug)]
pub(crate) struct UntranslatedText {
    pub hash: [u8; 32],
    pub text: String,
    pub indexes: Vec<usize>,
}

impl UntranslatedText {
    async fn send_translation(&self, sender: &Sender<ProgressEvent>, translation: &str) {
        for index in &self.indexes {
            let text = translation.to_owned();
            // A disconnected client is noticed before the next run.
            sender
                .send(ProgressEvent::Translated { index: *index, text, remembered: false })
                .await
                .ok();
        }
    }

    pub async fn send_failure(&self, sender: &Sender<ProgressEvent>, problem: &Problem) {
        self.send_problem(sender, &ProblemBody::from(problem)).await;
    }

    async fn send_problem(&self, sender: &Sender<ProgressEvent>, problem: &ProblemBody) {
        for index in &self.indexes {
            let problem = problem.clone();
            sender.send(ProgressEvent::Failed { index: *index, problem }).await.ok();
        }
    }
}

/// The work of one request.
pub(crate) struct BatchTranslator {
    pub services: Services,
    pub caller: SignedIn,
    pub chosen: Chosen,
    pub languages: LanguagePair,
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

/// The result of a run.
enum RunOutcome {
    Whole(String),
    Failed(Box<ProblemBody>),
    /// The receiver is gone.
    Disconnected,
}

impl BatchTranslator {
    /// Translates the texts and sends each translation, in the order of the texts as far as possible.
    pub async fn translate_all(&self, missing: Vec<UntranslatedText>) {
        let lengths: Vec<_> = missing.iter().map(|item| item.text.chars().count()).collect();
        let mut rest = missing.into_iter();
        let batches = pack(&lengths).into_iter().map(|count| rest.by_ref().take(count).collect());
        let batches: Vec<Vec<UntranslatedText>> = batches.collect();
        futures::stream::iter(batches)
            .for_each_concurrent(RUNS_AT_ONCE, |batch| async move {
                if self.sender.is_closed() {
                    return;
                }
                let done = self.translate_batch(&batch).await;
                if let Err(failure) =
                    store_translations(&self.services, self.caller.user_id, &done).await
                {
                    // It was sent: the only loss is that it must be paid for again.
                    tracing::warn!(%failure, "translations were not remembered");
                }
            })
            .await;
    }

    /// Returns the translations, for storing them in the memory.
    async fn translate_batch(&self, batch: &[UntranslatedText]) -> Vec<([u8; 32], String)> {
        let mut done: Vec<Option<String>> = vec![None; batch.len()];
        let mut problem = None;
        if batch.len() > 1 {
            problem = self.translate_together(batch, &mut done).await;
        }
        for (item, done) in batch.iter().zip(&mut done) {
            if done.is_some() || self.sender.is_closed() {
                continue;
            }
            match &problem {
                // A provider that refuses several refuses one.
                Some(problem) => item.send_problem(&self.sender, problem).await,
                None => *done = self.translate_alone(item, batch.len() == 1).await,
            }
        }
        let hashes = batch.iter().map(|item| item.hash);
        hashes.zip(done).filter_map(|(hash, done)| Some((hash, done?))).collect()
    }

    /// Translates several texts in one run, sending each as soon as the model has written it. Returns the reason if the
    /// run failed.
    async fn translate_together(
        &self,
        batch: &[UntranslatedText],
        done: &mut [Option<String>],
    ) -> Option<Box<ProblemBody>> {
        let texts: Vec<_> = batch.iter().map(|item| item.text.as_str()).collect();
        let run_id = RunId::new(self.services.clock.now());
        let delimiters = Delimiters::of(run_id);
        let terms = self.terms_of(&texts);
        let question = Question {
            run_id,
            system: instructions_for_many(self.languages, &delimiters, &terms),
            message: delimiters.message(&texts),
            chars: texts.iter().map(|text| text.chars().count()).sum(),
        };
        let mut output = match self.ask(question).await {
            Ok(run) => RunOutput::of(&self.services, run),
            Err(failure) => return Some(body_of(failure)),
        };
        loop {
            let step = self.next(run_id, &mut output).await;
            let is_whole = matches!(step, Some(Step::Over(Ok(()))));
            for (at, translation) in delimiters.split_answer(&output.text, batch.len(), is_whole) {
                if done[at].is_none() && is_translation(texts[at], &translation) {
                    batch[at].send_translation(&self.sender, &translation).await;
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
    async fn translate_alone(
        &self,
        item: &UntranslatedText,
        may_try_again: bool,
    ) -> Option<String> {
        let tries = if may_try_again { 2 } else { 1 };
        for _ in 0..tries {
            match self.run_once(&item.text).await {
                RunOutcome::Whole(text) if is_translation(&item.text, text.trim()) => {
                    item.send_translation(&self.sender, text.trim()).await;
                    return Some(text.trim().to_owned());
                }
                RunOutcome::Whole(_) => {}
                RunOutcome::Failed(problem) => {
                    item.send_problem(&self.sender, &problem).await;
                    return None;
                }
                RunOutcome::Disconnected => return None,
            }
        }
        item.send_failure(&self.sender, &FAILED.into()).await;
        None
    }

    async fn run_once(&self, text: &str) -> RunOutcome {
        let run_id = RunId::new(self.services.clock.now());
        let question = Question {
            run_id,
            system: instructions_for_one(self.languages, &self.terms_of(&[text])),
            message: text.to_owned(),
            chars: text.chars().count(),
        };
        let mut output = match self.ask(question).await {
            Ok(run) => RunOutput::of(&self.services, run),
            Err(failure) => return RunOutcome::Failed(body_of(failure)),
        };
        loop {
            match self.next(run_id, &mut output).await {
                Some(Step::Grown) => {}
                Some(Step::Over(Ok(()))) => return RunOutcome::Whole(output.text),
                Some(Step::Over(Err(problem))) => return RunOutcome::Failed(problem),
                None => return RunOutcome::Disconnected,
            }
        }
    }

    /// Returns the next step of a run; `None` if the receiver is gone, and the run was cancelled.
    async fn next(&self, run_id: RunId, output: &mut RunOutput) -> Option<Step> {
        tokio::select! {
            step = output.next() => Some(step),
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
        for term in texts.iter().flat_map(|text| applicable_terms(&self.terms, text)) {
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
