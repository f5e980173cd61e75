use std::cell::Cell;
use std::net::{IpAddr, Ipv6Addr};

use kernel::UserId;

use crate::poll_turns::InTurn;

/// The one on whose behalf work is done, and to whose share of a pool it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Share {
    Person(UserId),
    /// Somebody who is not signed in: an IPv4 address, or the first of an IPv6 network of 64 bits.
    Address(IpAddr),
    /// The server itself: upkeep, and what nobody asked for.
    Server,
}

tokio::task_local! {
    static CURRENT: Cell<Share>;
}

impl Share {
    /// Returns the share of an address. All addresses of an IPv6 network of 64 bits are one, as one household has it.
    pub fn of_address(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
            }
        })
    }

    /// Returns the share that the current task works for; [`Share::Server`] outside of [`Share::scope`].
    pub fn current() -> Self {
        CURRENT.try_with(Cell::get).unwrap_or(Self::Server)
    }

    /// Runs `work` on behalf of this share, in turn with that of others. Tasks that it spawns are not part of it.
    ///
    /// The future has to be polled when it is woken, as it is where it is awaited: who does not come keeps others waiting.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        CURRENT.scope(Cell::new(self), InTurn::new(work)).await
    }

    /// Makes the current task work for this share from now on: a request turns out to be a person's. Outside of
    /// [`Share::scope`] it does nothing.
    pub fn identify(self) {
        // Work outside of a scope is the server's own.
        CURRENT.try_with(|current| current.set(self)).unwrap_or_default();
    }
}

impl From<UserId> for Share {
    fn from(person: UserId) -> Self {
        Self::Person(person)
    }
}

#[cfg(test)]
mod tests {
    use kernel::Uuid;

    use super::*;

    #[tokio::test]
    async fn a_task_works_for_the_address_it_came_from_until_its_person_is_known() {
        let address = Share::of_address("192.0.2.1".parse().unwrap());
        let person = Share::from(UserId(Uuid::from_u128(1)));
        assert_eq!(Share::current(), Share::Server);
        let work = async {
            assert_eq!(Share::current(), address);
            tokio::task::yield_now().await;
            person.identify();
            Share::current()
        };
        assert_eq!(address.scope(work).await, person);
        assert_eq!(Share::current(), Share::Server);
    }

    #[test]
    fn a_network_of_64_bits_is_one_address() {
        let share = |text: &str| Share::of_address(text.parse().unwrap());
        assert_eq!(share("2001:db8::1"), share("2001:db8::ffff:0:0:1"));
        assert_ne!(share("2001:db8::1"), share("2001:db8:0:1::1"));
        assert_eq!(share("::ffff:192.0.2.1"), share("192.0.2.1"));
        assert_ne!(share("192.0.2.1"), share("192.0.2.2"));
    }
}
