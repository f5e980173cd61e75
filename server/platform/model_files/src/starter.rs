use std::io;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc;

use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Starts processes from one thread that lives as long as they may: a process bound to its parent ends with the
/// *thread* that started it, and the runtime ends idle threads.
#[derive(Default)]
pub(crate) struct Starter(Mutex<Option<mpsc::Sender<Order>>>);

struct Order {
    command: Command,
    runtime: Handle,
    started: oneshot::Sender<io::Result<Child>>,
}

impl Starter {
    pub async fn start(&self, command: Command) -> io::Result<Child> {
        let (started, is_started) = oneshot::channel();
        let gone = || io::Error::other("the thread that starts processes has ended");
        let order = Order { command, runtime: Handle::current(), started };
        self.orders()?.send(order).map_err(|_| gone())?;
        is_started.await.map_err(|_| gone())?
    }

    /// Returns the channel for orders; the first call starts the thread.
    fn orders(&self) -> io::Result<mpsc::Sender<Order>> {
        let mut orders = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(orders) = &*orders {
            return Ok(orders.clone());
        }
        let (sender, receiver) = mpsc::channel();
        let name = "model-starter".to_owned();
        std::thread::Builder::new().name(name).spawn(move || work(&receiver))?;
        *orders = Some(sender.clone());
        Ok(sender)
    }
}

/// Processes orders, and ends when no sender is left.
fn work(orders: &mpsc::Receiver<Order>) {
    for Order { mut command, runtime, started } in orders {
        let _within = runtime.enter();
        // Dropped, and with it killed, if nobody waits for it any more.
        drop(started.send(command.spawn()));
    }
}
