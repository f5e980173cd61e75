use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Stands before a server on loopback, and can make it look gone or frozen.
pub struct Gate {
    pub address: SocketAddr,
    state: watch::Sender<State>,
    _passing: JoinSet<()>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// Connections stay, and nothing passes.
    Frozen,
    /// Connections break.
    Closed,
}

impl Gate {
    pub async fn before(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has a free port");
        let address = listener.local_addr().expect("its address");
        let state = watch::Sender::new(State::Open);
        let seen = state.subscribe();
        let mut passing = JoinSet::new();
        passing.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(pass(client, server, seen.clone()));
                while connections.try_join_next().is_some() {}
            }
        });
        Self { address, state, _passing: passing }
    }

    pub fn open(&self) {
        self.state.send_replace(State::Open);
    }

    pub fn freeze(&self) {
        self.state.send_replace(State::Frozen);
    }

    pub fn close(&self) {
        self.state.send_replace(State::Closed);
    }
}

/// Copies both ways until one side ends or the gate closes; stands still while it is frozen.
async fn pass(mut client: TcpStream, server: SocketAddr, mut state: watch::Receiver<State>) {
    if state.wait_for(|state| *state != State::Frozen).await.is_err() {
        return;
    }
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let mut copying = Box::pin(copy_bidirectional(&mut client, &mut server));
    loop {
        let now = *state.borrow_and_update();
        if now == State::Closed {
            return;
        }
        tokio::select! {
            _ = &mut copying, if now == State::Open => return,
            changed = state.changed() => if changed.is_err() { return },
        }
    }
}
