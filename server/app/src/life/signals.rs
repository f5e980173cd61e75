use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use super::Reload;

/// The signals that the process listens for. From the moment this exists, none of them ends it at once.
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hang_up: Signal,
}

/// The requests to stop.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    /// Asked to stop, in order.
    pub asked: CancellationToken,
    /// Asked again: running answers are not waited for any more.
    pub hurried: CancellationToken,
}

impl Signals {
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    /// Waits until the process is asked to stop.
    pub async fn asked_to_stop(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Passes on what it hears, for as long as it is polled: requests to stop, and to reload (SIGHUP).
    pub async fn follow(mut self, stop: Stop, reload: &Reload) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => ask(&stop),
                _ = self.interrupt.recv() => ask(&stop),
                _ = self.hang_up.recv() => reload.run().await,
            }
        }
    }
}

fn ask(stop: &Stop) {
    if stop.asked.is_cancelled() {
        tracing::warn!("stopping without waiting for running answers");
        stop.hurried.cancel();
        return;
    }
    tracing::info!("stopping");
    stop.asked.cancel();
}
