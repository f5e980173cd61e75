//! Places for connections: so many in all, and so many of one address.

use std::net::IpAddr;
use std::sync::Arc;

use api::TrustedProxies;
use fair_queue::{Counted, Share, ShareCounts};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The part of all places that one address may take, where the operator did not say how many.
const PART_OF_ADDRESS: usize = 4;

/// The places of a listener. Cheap to clone.
#[derive(Clone)]
pub struct Places {
    all: Arc<Semaphore>,
    of_address: ShareCounts,
    of_address_max: usize,
    proxies: TrustedProxies,
}

/// A place for one connection, free again when it is dropped.
pub struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_address: Option<Counted>,
}

impl Places {
    /// Creates `max` places, of which one address takes at most `of_address_max`; 0: a quarter of them. Proxies stand for
    /// many people and take as many as there are.
    pub fn new(max: usize, of_address_max: usize, proxies: TrustedProxies) -> Self {
        let of_address_max = match of_address_max {
            0 => (max / PART_OF_ADDRESS).max(1),
            _ => of_address_max,
        };
        let all = Arc::new(Semaphore::new(max.min(Semaphore::MAX_PERMITS)));
        Self { all, of_address: ShareCounts::default(), of_address_max, proxies }
    }

    /// Waits until there is a place for one connection more.
    pub async fn wait(&self) -> OwnedSemaphorePermit {
        self.all.clone().acquire_owned().await.expect("the semaphore is never closed")
    }

    /// Returns the place of a connection from `peer`; `None`: its address has too many already.
    pub fn take(&self, of_all: OwnedSemaphorePermit, peer: IpAddr) -> Option<Place> {
        let of_address = match self.proxies.trusts(peer.to_canonical()) {
            true => None,
            false => Some(self.of_address.add(Share::of_address(peer), self.of_address_max)?),
        };
        Some(Place { _of_all: of_all, _of_address: of_address })
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn take(places: &Places, peer: &str) -> Option<Place> {
        let of_all = places.wait().now_or_never().expect("not all are taken");
        places.take(of_all, peer.parse().unwrap())
    }

    #[tokio::test]
    async fn one_address_takes_a_quarter_and_leaves_the_rest_to_others() {
        let places = Places::new(8, 0, TrustedProxies::default());
        let first = take(&places, "192.0.2.1");
        let second = take(&places, "192.0.2.1");
        assert!(first.is_some() && second.is_some());
        assert!(take(&places, "192.0.2.1").is_none());
        assert!(take(&places, "::ffff:192.0.2.1").is_none(), "it is the same address");
        assert!(take(&places, "192.0.2.2").is_some());
        drop(first);
        assert!(take(&places, "192.0.2.1").is_some());
        drop(second);
    }

    #[tokio::test]
    async fn the_operator_says_how_many_an_address_takes() {
        let places = Places::new(8, 3, TrustedProxies::default());
        let held: Vec<_> = (0..4).map(|_| take(&places, "192.0.2.1")).collect();
        assert_eq!(held.iter().flatten().count(), 3);
    }

    #[tokio::test]
    async fn a_trusted_proxy_takes_all_and_then_everybody_waits() {
        let places = Places::new(4, 0, TrustedProxies::new(["10.0.0.0/8".parse().unwrap()]));
        let held: Vec<_> = (0..4).map(|_| take(&places, "10.0.0.1")).collect();
        assert_eq!(held.iter().flatten().count(), 4);
        assert!(places.wait().now_or_never().is_none());
        drop(held);
        assert!(places.wait().now_or_never().is_some());
    }
}
