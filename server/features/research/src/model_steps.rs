//! The steps that a model does: what it is asked, and what its answer means. Where none is connected, what can
//! be done by the words alone is done at once.

use area::{Chosen, Services, choose_model};
use generation::{Attached, RunRequest};
use kernel::{Fallible, collapse_whitespace, truncate};
use ledger::Charge;
use providers::{ModelRequest, Protocol};
use retrieval::check;
use tasks::{announce, find_own, run_of};

use crate::advance::{Brought, stop};
use crate::answers::{self, Draft, Source};
use crate::changes::{Changes, Found, Page, compare, is_same_text, stands};
use crate::extract;
use crate::limits::{QUERY_MAX_CHARS, TOPIC_MAX_CHARS};
use crate::prompts::{self, Given};
use crate::research::{Pause, Research, ResearchId, State, Statement, Wish, state_of};
use crate::search_steps::{numbers_of, said};
use crate::steps::{Kind, Step, StepState, spent};
use crate::store::{
    Kept, Section, list_sections, list_sources, list_statements, list_steps, lock_research,
    save_research, update_step,
};
use crate::work::ResearchTask;

/// The findings of a research by now.
struct Known {
    sources: Vec<Kept>,
    statements: Vec<Statement>,
    sections: Vec<Section>,
}

async fn known(services: &Services, id: ResearchId) -> Fallible<Known> {
    let mut conn = services.db.read().await?;
    Ok(Known {
        sources: list_sources(&mut conn, id, true).await?,
        statements: list_statements(&mut conn, id).await?,
        sections: list_sections(&mut conn, id).await?,
    })
}

/// The need of a step: a model, or nothing but what is known.
enum Task {
    Ask(Box<ModelRequest>),
    Have(Brought),
}

/// Begins a step. What it brought, where no model is needed; `None`: a model writes now, or the research
/// waits for its person.
pub(crate) async fn begin(
    services: &Services,
    research: &Research,
    steps: &[Step],
    step: &Step,
) -> Fallible<Option<Brought>> {
    let known = known(services, research.head.id).await?;
    let before = before(services, research).await?;
    let chosen = match &research.input.model {
        Some(model) => Some(choose_model(services, research.head.workspace_id, model).await?),
        None => None,
    };
    let chosen = chosen.filter(|chosen| chosen.model.info.protocol != Protocol::Builtin);
    match task(research, steps, step, &known, before.as_ref(), chosen.is_some()) {
        Task::Have(brought) => Ok(Some(brought)),
        Task::Ask(request) => {
            let chosen = chosen.ok_or_else(|| {
                kernel::Failure::internal("a model is asked only where there is one")
            })?;
            start(services, research.head.id, step.number, *request, chosen).await?;
            Ok(None)
        }
    }
}

/// Returns what is known of the research that this one does again; `None`: there is none, or it was deleted.
async fn before(services: &Services, research: &Research) -> Fallible<Option<Known>> {
    let Some(id) = research.input.previous_id else { return Ok(None) };
    let mut conn = services.db.read().await?;
    // An archive may name one of somebody else's.
    let found = find_own::<ResearchTask>(&mut conn, research.head.user_id, id).await?;
    drop(conn);
    match found {
        Some(found) => Ok(Some(known(services, found.head.id).await?)),
        None => Ok(None),
    }
}

fn task(
    research: &Research,
    steps: &[Step],
    step: &Step,
    known: &Known,
    before: Option<&Known>,
    has_model: bool,
) -> Task {
    let ask = |request: ModelRequest| Task::Ask(Box::new(request));
    match step.kind {
        Kind::Clarify if has_model => ask(prompts::clarify(research)),
        Kind::Clarify => Task::Have(Brought::Questions(Vec::new())),
        Kind::Plan if has_model => ask(prompts::plan(research)),
        Kind::Plan => Task::Have(Brought::Plan(None, vec![as_it_is(&research.input.wish)])),
        Kind::Extract => match research.output.topic(step.topic) {
            None => Task::Have(Brought::Statements(Vec::new())),
            Some(topic) => {
                let Reading { kept, new } = reading(known, before, steps, step.topic);
                if new.is_empty() {
                    return Task::Have(Brought::Statements(kept));
                }
                if has_model {
                    return ask(prompts::extract(research, topic, &given(&new)));
                }
                let mut statements = kept;
                statements.extend(extract::statements(topic, &sources(&new)));
                Task::Have(Brought::Statements(statements))
            }
        },
        Kind::Gaps if has_model && known.statements.iter().any(stands) => {
            ask(prompts::gaps(research, &known.statements))
        }
        Kind::Compare => {
            let changes = changes(known, before);
            match has_model && !changes.is_empty() {
                true => ask(prompts::compare(research, &changes)),
                false => Task::Have(compared(changes, before)),
            }
        }
        Kind::Section => match research.output.topic(step.topic) {
            Some(topic) if has_model => ask(prompts::section(research, topic, &known.statements)),
            _ => {
                let text = extract::section(step.topic, &known.statements);
                Task::Have(Brought::Section(section(research, step.topic, text, known)))
            }
        },
        Kind::Summary if has_model => {
            let sections = known.sections.iter().filter(|section| section.topic != 0);
            let sections: Vec<(String, String)> =
                sections.map(|one| (one.title.clone(), one.text.clone())).collect();
            ask(prompts::summary(research, &sections))
        }
        Kind::Summary => {
            let text = extract::summary(research, &known.statements);
            Task::Have(Brought::Section(section(research, 0, text, known)))
        }
        Kind::Gaps | Kind::Search | Kind::Read => Task::Have(Brought::Gaps(Vec::new())),
    }
}

/// Reads the answer to a step.
pub(crate) async fn read(
    services: &Services,
    research: &Research,
    steps: &[Step],
    step: &Step,
    text: &str,
) -> Fallible<Brought> {
    let known = known(services, research.head.id).await?;
    let before = before(services, research).await?;
    Ok(match step.kind {
        Kind::Clarify => Brought::Questions(answers::questions(text)),
        Kind::Plan => match answers::plan(text) {
            // A plan that cannot be read is the question as it was asked.
            (title, topics) if topics.is_empty() => {
                Brought::Plan(title, vec![as_it_is(&research.input.wish)])
            }
            (title, topics) => Brought::Plan(title, topics),
        },
        Kind::Extract => {
            let Reading { kept, new } = reading(&known, before.as_ref(), steps, step.topic);
            let mut statements = kept;
            statements.extend(answers::statements(text, step.topic, &sources(&new)));
            Brought::Statements(statements)
        }
        Kind::Compare => {
            let mut changes = changes(&known, before.as_ref());
            changes.cites = check(text, |number| text_of(&known, number));
            changes.text = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
            compared(changes, before.as_ref())
        }
        Kind::Section | Kind::Summary => {
            Brought::Section(section(research, step.topic, text.trim().to_owned(), &known))
        }
        Kind::Gaps | Kind::Search | Kind::Read => Brought::Gaps(answers::gaps(text)),
    })
}

/// A plan of one topic: the question.
pub(crate) fn as_it_is(wish: &Wish) -> Draft {
    let question = collapse_whitespace(&wish.question);
    Draft {
        queries: vec![truncate(&question, QUERY_MAX_CHARS)],
        question: truncate(&question, TOPIC_MAX_CHARS),
    }
}

/// The pages of a topic: what of them was taken before and holds, and those that must be looked at.
struct Reading<'a> {
    kept: Vec<Statement>,
    new: Vec<&'a Kept>,
}

fn reading<'a>(
    known: &'a Known,
    before: Option<&Known>,
    steps: &[Step],
    topic: i64,
) -> Reading<'a> {
    let numbers = numbers_of(steps, topic);
    let pages = numbers.iter().filter_map(|number| {
        known.sources.iter().find(|one| one.about.number == *number && said(one).is_some())
    });
    let mut reading = Reading { kept: Vec::new(), new: Vec::new() };
    for page in pages {
        let number = page.about.number;
        // The same page has the same number as the time before.
        let old = before.and_then(|before| {
            let old = before.sources.iter().find(|one| one.about.number == number)?;
            let is_same = is_same_text(said(old)?, said(page)?);
            is_same.then_some(&before.statements)
        });
        match old {
            Some(statements) => reading.kept.extend(
                statements.iter().filter(|one| one.source == number && one.topic == topic).cloned(),
            ),
            None => reading.new.push(page),
        }
    }
    reading
}

fn given<'a>(pages: &[&'a Kept]) -> Vec<Given<'a>> {
    let one = |page: &&'a Kept| Given {
        number: page.about.number,
        title: &page.about.title,
        url: &page.about.url,
        date: page.about.date.as_deref(),
        text: said(page).unwrap_or_default(),
    };
    pages.iter().map(one).collect()
}

fn sources<'a>(pages: &[&'a Kept]) -> Vec<Source<'a>> {
    let one = |page: &&'a Kept| Source {
        number: page.about.number,
        date: page.about.date.as_deref(),
        text: said(page).unwrap_or_default(),
    };
    pages.iter().map(one).collect()
}

fn text_of(known: &Known, number: i64) -> Option<&str> {
    known.sources.iter().find(|one| one.about.number == number).and_then(said)
}

fn section(research: &Research, topic: i64, text: String, known: &Known) -> Section {
    let title =
        research.output.topic(topic).map(|topic| topic.question.clone()).unwrap_or_default();
    let cites = check(&text, |number| text_of(known, number));
    Section { topic, title, text, cites }
}

fn changes(known: &Known, before: Option<&Known>) -> Changes {
    let pages = |known: &Known| -> Vec<Page> {
        let one = |kept: &Kept| Page {
            number: kept.about.number,
            title: kept.about.title.clone(),
            url: kept.about.url.clone(),
            text: kept.text.clone().unwrap_or_default(),
        };
        known.sources.iter().filter(|kept| kept.text.is_some()).map(one).collect()
    };
    let (now, old) = (pages(known), before.map(pages).unwrap_or_default());
    let old_statements = before.map(|before| before.statements.as_slice()).unwrap_or_default();
    compare(
        Found { pages: &old, statements: old_statements },
        Found { pages: &now, statements: &known.statements },
    )
}

/// The differences, and the sections of topics that have none: they hold as they were.
fn compared(changes: Changes, before: Option<&Known>) -> Brought {
    let said = changes.new_statements.iter().chain(&changes.gone_statements);
    let touched: Vec<i64> = said.map(|said| said.topic).collect();
    let sections = before.map(|before| before.sections.as_slice()).unwrap_or_default();
    let holds = |section: &&Section| match section.topic {
        // What stands before the sections is about all of them.
        0 => touched.is_empty(),
        topic => !touched.contains(&topic),
    };
    let sections = sections.iter().filter(holds).cloned().collect();
    Brought::Compared(Box::new(changes), sections)
}

/// Starts the run that does a step, unless that would cost more than its person wants to spend.
async fn start(
    services: &Services,
    id: ResearchId,
    number: i64,
    request: ModelRequest,
    chosen: Chosen,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let Some(mut research) = lock_research(&mut tx, id).await? else { return Ok(()) };
    let mut steps = list_steps(&mut tx, id).await?;
    let (charged, held) = spent(&steps);
    let is_waiting = |step: &&mut Step| step.number == number && step.state == StepState::Waiting;
    let Some(step) = steps.iter_mut().find(is_waiting) else { return Ok(()) };
    let state = state_of(&research);
    if !state.is_working() {
        return Ok(());
    }
    // What was paid for once is not paid for again, though its process died.
    let charge = if step.charged > 0 { Charge::FREE } else { chosen.charge };
    let is_before_agreeing = matches!(state, State::Clarifying | State::Planning);
    let is_beyond = charged + held + charge.amount > research.output.bounds.spend;
    if !is_before_agreeing && charge.amount > 0 && is_beyond {
        stop(&mut tx, services, &mut research, Pause::Spend, None).await?;
    } else {
        let attached = Attached { budget: research.input.budget(), ..Attached::default() };
        let run = run_of::<ResearchTask>(services, &research, chosen, request);
        let run = RunRequest { attached, charge, ..run };
        step.state = StepState::Running;
        step.run_id = Some(run.run_id);
        step.attempts += 1;
        step.held = charge.amount;
        step.meter = step.meter.take().or(charge.meter.map(|meter| meter.as_str().to_owned()));
        update_step(&mut tx, id, step).await?;
        services.generation.start(&mut tx, run).await?;
        save_research(&mut tx, &mut research, services.clock.now()).await?;
    }
    tx.commit().await?;
    announce(services, &research.head);
    Ok(())
}
