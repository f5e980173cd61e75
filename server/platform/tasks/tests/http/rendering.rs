//! An area whose provider works by itself: it is asked how far it is, waits for its person, and ends in the slow lane.

use api::{ApiResult, Json};
use area::{Area, Routes, Services, routes};
use async_trait::async_trait;
use axum::extract::State;
use entitlements::{DailyUse, Meter};
use http::StatusCode;
use identity::SignedIn;
use kernel::{Fallible, ProblemKind, SECOND};
use ledger::Charge;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{StoreResult, Tx};
use tasks::{
    AreaTasks, Lane, NewTask, Step, TASK_INTERRUPTED, TASK_NOT_FOUND, TOO_MANY_TASKS, TaskBody,
    TaskId, TaskKind, TaskOf, problem_body,
};
use utoipa::ToSchema;

use crate::provider::{self, Progress};

/// The price of a rendering.
pub const CREDITS: i64 = 5;

/// The film to render.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
struct Wish {
    id: TaskId,
    /// Waits for its person before it is converted.
    #[serde(default)]
    confirm: bool,
}

/// True once it was converted, and in which lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Rendered {
    converted: bool,
    slowly: bool,
}

struct Rendering;

#[async_trait]
impl TaskKind for Rendering {
    type Input = Wish;
    type Output = Rendered;
    type Effect = Rendered;

    const NAME: &'static str = "rendering";
    const JOB: &'static str = "rendering.step";
    const SLOW_JOB: &'static str = "rendering.slow_step";
    const SWEEP: &'static str = "rendering.sweep";
    const FEATURE: &'static str = "rendering";
    const PAGE: Option<&'static str> = Some("/home/films/");
    const OPEN_MAX: Option<(i64, ProblemKind)> = Some((3, TOO_MANY_TASKS));

    async fn step(_: &Services, task: &TaskOf<Self>, lane: Lane) -> Fallible<Step<Rendered>> {
        let id = task.head.id;
        Ok(match task.head.stage.as_str() {
            "" => {
                provider::set(id, |order| order.prepared += 1);
                Step::next().at("prepared")
            }
            "prepared" => {
                provider::place(id).await;
                Step::poll(5 * SECOND).at("rendering")
            }
            "rendering" => match provider::ask(id) {
                Progress::Unknown => Step::poll(5 * SECOND),
                Progress::Percent(percent) => Step::poll(5 * SECOND).percent(percent),
                Progress::Broken => {
                    let cause = problem_body(TASK_NOT_FOUND);
                    Step::failed(problem_body(TASK_INTERRUPTED), Some(cause))
                }
                Progress::Done if task.input.confirm => Step::pause().at("converting"),
                Progress::Done => Step::next_slowly().at("converting"),
            },
            _ if lane == Lane::Normal && task.input.confirm => Step::next_slowly(),
            _ => Step::done().with(Rendered { converted: true, slowly: lane == Lane::Slow }),
        })
    }

    async fn write(
        _: &Services,
        _: &mut Tx,
        task: &mut TaskOf<Self>,
        rendered: Rendered,
    ) -> Fallible<()> {
        task.output = rendered;
        Ok(())
    }

    async fn cancel(_: &Services, task: &TaskOf<Self>) -> Fallible<()> {
        provider::set(task.head.id, |order| order.is_stopped = true);
        Ok(())
    }

    async fn erase(_: &Services, _: &mut Tx, ids: &[TaskId]) -> StoreResult<()> {
        for id in ids {
            provider::set(*id, |order| order.is_forgotten = true);
        }
        Ok(())
    }

    fn label(task: &TaskOf<Self>) -> Value {
        json!({ "converted": task.output.converted, "slowly": task.output.slowly })
    }

    fn daily_use(_: &TaskOf<Self>) -> Option<(DailyUse, ProblemKind)> {
        Some((DailyUse::Video, TASK_NOT_FOUND))
    }

    fn has_result(task: &TaskOf<Self>) -> bool {
        task.output.converted
    }
}

#[utoipa::path(post, path = "/api/rendering", tag = "rendering", request_body = Wish,
    responses((status = 202, body = TaskBody)))]
async fn start_rendering(
    State(services): State<Services>,
    caller: SignedIn,
    Json(wish): Json<Wish>,
) -> ApiResult<(StatusCode, Json<TaskBody>)> {
    let price = Charge { meter: Some(Meter::AdvancedCredit), amount: CREDITS };
    let new = NewTask { price, ..NewTask::new(wish.id, "A film".to_owned(), wish) };
    let task = tasks::start::<Rendering>(&services, &caller, new).await?;
    Ok((StatusCode::ACCEPTED, Json(tasks::body_of(&services, task.head).await?)))
}

pub fn area(services: &Services) -> Area {
    let routes = Routes::new().routes(routes!(start_rendering));
    Area::new("rendering").routes(routes).task_kind::<Rendering>(services)
}
