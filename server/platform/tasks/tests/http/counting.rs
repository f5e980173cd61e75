//! An area as small as can be: it counts to a number, one step at a time, for a price per number, and can have a model say it.

use api::{ApiResult, Json, Path};
use area::{Area, Routes, Services, choose_model, routes};
use async_trait::async_trait;
use axum::extract::State;
use entitlements::Meter;
use generation::RunSnapshot;
use http::StatusCode;
use identity::SignedIn;
use kernel::Fallible;
use ledger::Charge;
use providers::{ModelMessage, ModelRequest, Role};
use serde::{Deserialize, Serialize};
use store::Tx;
use tasks::{AreaTasks, Lane, NewTask, Step, TASK_INTERRUPTED, TaskBody, TaskId, TaskKind, TaskOf};
use utoipa::ToSchema;

/// The counting to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Wish {
    id: TaskId,
    to: i64,
    /// Fails at this number.
    #[serde(default)]
    break_at: Option<i64>,
    /// The model that says the number at the end.
    #[serde(default)]
    model: Option<String>,
}

/// The result so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Counted {
    number: i64,
    said: Option<String>,
}

pub struct Counting;

#[async_trait]
impl TaskKind for Counting {
    type Input = Wish;
    type Output = Counted;
    type Effect = Counted;

    const NAME: &'static str = "counting";
    const JOB: &'static str = "counting.step";
    const SWEEP: &'static str = "counting.sweep";
    const FEATURE: &'static str = "counting";

    async fn step(services: &Services, task: &TaskOf<Self>, _: Lane) -> Fallible<Step<Counted>> {
        let (number, to) = (task.output.number + 1, task.input.to);
        if task.input.break_at == Some(number) {
            return Err(TASK_INTERRUPTED.into());
        }
        let counted = Counted { number, said: None };
        let step = match (&task.input.model, number < to) {
            (_, true) => Step::next(),
            (None, false) => Step::done(),
            (Some(model), false) => {
                let chosen = choose_model(services, task.head.workspace_id, model).await?;
                let text = ModelMessage::text(Role::User, to.to_string());
                let request = ModelRequest { messages: vec![text], ..ModelRequest::default() };
                Step::run(tasks::run_of::<Self>(services, task, chosen, request))
            }
        };
        Ok(step.at("counting").percent(100 * number / to).delivering(1).with(counted))
    }

    async fn after_run(
        _: &Services,
        task: &TaskOf<Self>,
        run: RunSnapshot,
    ) -> Fallible<Step<Counted>> {
        let said = Some(run.text.clone());
        Ok(Step::ended(&run).with(Counted { said, ..task.output.clone() }))
    }

    async fn write(
        _: &Services,
        _: &mut Tx,
        task: &mut TaskOf<Self>,
        counted: Counted,
    ) -> Fallible<()> {
        task.output = counted;
        Ok(())
    }

    fn has_result(task: &TaskOf<Self>) -> bool {
        task.output.number > 0
    }
}

#[utoipa::path(post, path = "/api/counting", tag = "counting", request_body = Wish,
    responses((status = 202, body = TaskBody)))]
async fn start_counting(
    State(services): State<Services>,
    caller: SignedIn,
    Json(wish): Json<Wish>,
) -> ApiResult<(StatusCode, Json<TaskBody>)> {
    let price = Charge { meter: Some(Meter::AdvancedCredit), amount: wish.to };
    let new = NewTask { price, ..NewTask::new(wish.id, format!("Count to {}", wish.to), wish) };
    let task = tasks::start::<Counting>(&services, &caller, new).await?;
    Ok((StatusCode::ACCEPTED, Json(tasks::body_of(&services, task.head).await?)))
}

#[utoipa::path(get, path = "/api/counting/{id}", tag = "counting", params(("id" = TaskId, Path)),
    responses((status = 200, body = Counted)))]
async fn get_counted(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<Json<Counted>> {
    let mut conn = services.db.read().await?;
    Ok(Json(tasks::find::<Counting>(&mut conn, caller.user_id, id).await?.output))
}

pub fn area(services: &Services) -> Area {
    let routes = Routes::new().routes(routes!(start_counting)).routes(routes!(get_counted));
    Area::new("counting").routes(routes).task_kind::<Counting>(services)
}
