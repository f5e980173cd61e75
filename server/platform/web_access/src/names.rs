use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolving};
use tokio::time::timeout;

use crate::error::Cause;
use crate::limits::NAME_SECONDS;
use crate::policy::Policy;

/// Resolves names: the system's resolver, or a test with scripted answers.
#[async_trait]
pub trait Resolve: Send + Sync {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The system's resolver.
pub struct SystemNames;

#[async_trait]
impl Resolve for SystemNames {
    #[expect(clippy::disallowed_methods, reason = "the one place that resolves names")]
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        Ok(tokio::net::lookup_host((name, 0)).await?.map(|address| address.ip()).collect())
    }
}

/// Longest wait for a name that a proxy will look up anyway.
const BEFORE_PROXY: Duration = Duration::from_secs(1);

/// Maximum number of a name's addresses that are tried.
const ADDRESSES_TRIED: usize = 8;

/// Resolver inside the connector: the address that is checked here is the one that is connected to, so a second lookup
/// cannot differ. Nothing is cached between requests.
#[derive(Clone)]
pub(crate) struct GuardedNames {
    pub names: Arc<dyn Resolve>,
    /// Policy; `None` for hosts that the operator allowed.
    pub policy: Option<Arc<Policy>>,
}

impl reqwest::dns::Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.clone();
        Box::pin(async move {
            let addresses = guard.addresses(name.as_str()).await?;
            let sockets = addresses.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(sockets) as Addrs)
        })
    }
}

impl GuardedNames {
    /// Refuses a name of which this machine knows that it leads to a forbidden address. Names that it does not know are left
    /// to the proxy: where there is one, machines often know no names of the open web.
    pub async fn check_before_proxy(&self, name: &str) -> Result<(), Cause> {
        let Some(policy) = &self.policy else { return Ok(()) };
        let found = timeout(BEFORE_PROXY, self.names.lookup(name)).await;
        match found {
            Ok(Ok(found)) if found.iter().any(|address| !policy.allows(*address)) => {
                Err(Cause::Address)
            }
            _ => Ok(()),
        }
    }

    async fn addresses(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let limit = Duration::from_secs(NAME_SECONDS);
        let mut addresses = timeout(limit, self.names.lookup(name))
            .await
            .map_err(|_| io::ErrorKind::TimedOut)??;
        // One forbidden answer condemns them all: it shows that the name means harm.
        let is_forbidden =
            |address: &IpAddr| self.policy.as_ref().is_some_and(|policy| !policy.allows(*address));
        if addresses.is_empty() || addresses.iter().any(is_forbidden) {
            return Err(io::Error::other("the name has no address, or a forbidden one"));
        }
        addresses.truncate(ADDRESSES_TRIED);
        Ok(addresses)
    }
}
