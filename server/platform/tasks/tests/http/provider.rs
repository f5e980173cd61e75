//! A provider in memory that renders by itself and is asked how far it is.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;
use tasks::TaskId;
use tokio::sync::watch;

/// An order, and what was asked of the provider about it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Order {
    /// The number of times that each was done.
    pub prepared: u32,
    pub ordered: u32,
    pub asked: u32,
    pub is_stopped: bool,
    pub is_forgotten: bool,
    /// True while the provider does not answer.
    pub is_held: bool,
    pub progress: Progress,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Progress {
    /// It is worked on; nobody knows how far it is.
    #[default]
    Unknown,
    Percent(i64),
    Broken,
    Done,
}

static ORDERS: LazyLock<watch::Sender<HashMap<TaskId, Order>>> =
    LazyLock::new(watch::Sender::default);

/// Returns an order by the body of its task.
pub fn order_of(task: &Value) -> Order {
    ORDERS.borrow().get(&id_of(task)).copied().unwrap_or_default()
}

pub fn id_of(task: &Value) -> TaskId {
    TaskId(task["id"].as_str().unwrap().parse().unwrap())
}

/// Changes an order.
pub fn set(id: TaskId, change: impl FnOnce(&mut Order)) {
    ORDERS.send_modify(|orders| change(orders.entry(id).or_default()));
}

/// Waits until an order is as `wanted` says.
pub async fn wait_until(id: TaskId, wanted: impl Fn(&Order) -> bool) {
    let fits = |orders: &HashMap<TaskId, Order>| orders.get(&id).is_some_and(&wanted);
    ORDERS.subscribe().wait_for(fits).await.unwrap();
}

/// Places an order; answers once the provider is not held.
pub async fn place(id: TaskId) {
    set(id, |order| order.ordered += 1);
    wait_until(id, |order| !order.is_held).await;
}

/// Asks how far an order is.
pub fn ask(id: TaskId) -> Progress {
    set(id, |order| order.asked += 1);
    ORDERS.borrow()[&id].progress
}
