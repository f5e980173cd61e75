//! Steps, sources, statements and sections.

use kernel::{RunId, Timestamp};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};
use web_search::{SearchResult, same_page};

use crate::research::{ResearchId, Statement};
use crate::steps::{Kind, Step, StepState};

#[derive(::store::FromRow)]
struct StepRow {
    number: i64,
    kind: String,
    topic: i64,
    state: String,
    run_id: Option<RunId>,
    attempts: i64,
    held: i64,
    meter: Option<String>,
    charged: i64,
    outcome: String,
    problem: Option<String>,
    started_at: Timestamp,
    ended_at: Option<Timestamp>,
}

impl StepRow {
    /// `None`: a kind of a later version.
    fn into_step(self) -> StoreResult<Option<Step>> {
        let Some(kind) = Kind::parse(&self.kind) else { return Ok(None) };
        Ok(Some(Step {
            number: self.number,
            kind,
            topic: self.topic,
            state: StepState::parse(&self.state),
            run_id: self.run_id,
            attempts: self.attempts,
            held: self.held,
            meter: self.meter,
            charged: self.charged,
            outcome: from_json(&self.outcome)?,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            started_at: self.started_at,
            ended_at: self.ended_at,
        }))
    }
}

/// Writes a step down before it begins.
pub(crate) async fn add_step(tx: &mut Tx, id: ResearchId, step: &Step) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "INSERT INTO research_steps (research_id, number, kind, topic, state, run_id, attempts, held, meter, charged,
             outcome, problem, started_at, ended_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        id,
        step.number,
        step.kind.as_str(),
        step.topic,
        step.state.as_str(),
        step.run_id,
        step.attempts,
        step.held,
        step.meter.as_deref(),
        step.charged,
        to_json(&step.outcome)?,
        step.problem.as_ref().map(to_json).transpose()?,
        step.started_at,
        step.ended_at
    )
}

pub(crate) async fn update_step(tx: &mut Tx, id: ResearchId, step: &Step) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE research_steps SET state = $3, run_id = $4, attempts = $5, held = $6, meter = $7, charged = $8,
             outcome = $9, problem = $10, ended_at = $11
         WHERE research_id = $1 AND number = $2",
        id,
        step.number,
        step.state.as_str(),
        step.run_id,
        step.attempts,
        step.held,
        step.meter.as_deref(),
        step.charged,
        to_json(&step.outcome)?,
        step.problem.as_ref().map(to_json).transpose()?,
        step.ended_at
    )
}

/// All steps of a research, in their order.
pub(crate) async fn list_steps(conn: &mut Conn, id: ResearchId) -> StoreResult<Vec<Step>> {
    let rows = sql!(
        conn,
        all StepRow,
        "SELECT number, kind, topic, state, run_id, attempts, held, meter, charged, outcome, problem, started_at,
             ended_at
         FROM research_steps WHERE research_id = $1 ORDER BY number",
        id
    )?;
    let mut steps = Vec::with_capacity(rows.len());
    for row in rows {
        steps.extend(row.into_step()?);
    }
    Ok(steps)
}

/// A page that was found, with what stood in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub about: SearchResult,
    pub text: Option<String>,
}

/// Keeps a page; one that is known by another number keeps that number. What number it has.
pub(crate) async fn save_source(
    tx: &mut Tx,
    id: ResearchId,
    about: &SearchResult,
    text: Option<&str>,
) -> StoreResult<i64> {
    let (number,) = sql!(
        tx,
        one(i64,),
        "INSERT INTO research_sources (research_id, number, page_key, about, text) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (research_id, page_key) DO UPDATE SET
             about = CASE WHEN excluded.text IS NULL AND research_sources.text IS NOT NULL
                 THEN research_sources.about ELSE excluded.about END,
             text = COALESCE(excluded.text, research_sources.text)
         RETURNING number",
        id,
        about.number,
        same_page(&about.url),
        to_json(about)?,
        text
    )?;
    Ok(number)
}

/// All pages of a research by their numbers. `with_text`: with what stood in them.
pub(crate) async fn list_sources(
    conn: &mut Conn,
    id: ResearchId,
    with_text: bool,
) -> StoreResult<Vec<Kept>> {
    let rows = sql!(
        conn,
        all(i64, String, Option<String>),
        "SELECT number, about, CASE WHEN $2 THEN text END FROM research_sources WHERE research_id = $1
         ORDER BY number",
        id,
        with_text
    )?;
    rows.into_iter().map(kept).collect()
}

/// One page with what stood in it.
pub(crate) async fn find_source(
    conn: &mut Conn,
    id: ResearchId,
    number: i64,
) -> StoreResult<Option<Kept>> {
    let row = sql!(
        conn,
        optional(i64, String, Option<String>),
        "SELECT number, about, text FROM research_sources WHERE research_id = $1 AND number = $2",
        id,
        number
    )?;
    row.map(kept).transpose()
}

fn kept((number, about, text): (i64, String, Option<String>)) -> StoreResult<Kept> {
    let mut about: SearchResult = from_json(&about)?;
    about.number = number;
    Ok(Kept { about, text })
}

/// Keeps the statements of a topic, instead of those that were kept before.
pub(crate) async fn save_statements(
    tx: &mut Tx,
    id: ResearchId,
    topic: i64,
    statements: &[Statement],
) -> StoreResult<()> {
    let delete = "DELETE FROM research_statements WHERE research_id = $1 AND topic = $2";
    sql!(tx, deferred, delete, id, topic)?;
    for (place, statement) in (1_i64..).zip(statements) {
        sql!(
            tx,
            deferred,
            "INSERT INTO research_statements (research_id, topic, place, statement) VALUES ($1, $2, $3, $4)",
            id,
            topic,
            place,
            to_json(statement)?
        )?;
    }
    Ok(())
}

/// All statements, topic by topic.
pub(crate) async fn list_statements(
    conn: &mut Conn,
    id: ResearchId,
) -> StoreResult<Vec<Statement>> {
    let rows = sql!(
        conn,
        all(String,),
        "SELECT statement FROM research_statements WHERE research_id = $1 ORDER BY topic, place",
        id
    )?;
    rows.iter().map(|(json,)| from_json(json)).collect()
}

/// A part of the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Section {
    /// 0: the summary.
    pub topic: i64,
    pub title: String,
    /// Markdown, with the numbers of sources in square brackets.
    pub text: String,
    pub cites: Vec<Cite>,
}

pub(crate) async fn save_section(
    tx: &mut Tx,
    id: ResearchId,
    section: &Section,
) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "INSERT INTO research_sections (research_id, topic, title, text, cites) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (research_id, topic) DO UPDATE SET title = excluded.title, text = excluded.text,
             cites = excluded.cites",
        id,
        section.topic,
        section.title.as_str(),
        section.text.as_str(),
        to_json(&section.cites)?
    )
}

/// Lists the texts of several reports, section by section in the order of the topics.
pub(crate) async fn list_report_texts(
    conn: &mut Conn,
    ids: &[ResearchId],
) -> StoreResult<Vec<(ResearchId, String)>> {
    sql!(
        conn,
        all(ResearchId, String),
        {
            sqlite: "SELECT research_id, text FROM research_sections
                     WHERE research_id IN (SELECT unhex(value, '-') FROM json_each($1)) ORDER BY research_id, topic",
            postgres: "SELECT research_id, text FROM research_sections
                       WHERE research_id IN (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) AS value)
                       ORDER BY research_id, topic",
        },
        to_json(ids)?
    )
}

/// The report: the summary, then the sections in the order of the topics.
pub(crate) async fn list_sections(conn: &mut Conn, id: ResearchId) -> StoreResult<Vec<Section>> {
    let rows = sql!(
        conn,
        all(i64, String, String, String),
        "SELECT topic, title, text, cites FROM research_sections WHERE research_id = $1 ORDER BY topic",
        id
    )?;
    let section = |(topic, title, text, cites): (i64, String, String, String)| {
        Ok(Section { topic, title, text, cites: from_json(&cites)? })
    };
    rows.into_iter().map(section).collect()
}
