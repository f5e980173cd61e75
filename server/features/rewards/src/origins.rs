//! Where invited people come from: one person with many addresses must not be many friends.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use area::Services;
use identity::Email;

/// Keyed fingerprints of where a person came from. They tell nobody an address, and outlive the account.
#[derive(Debug, Clone, PartialEq, Eq, Default, ::store::FromRow)]
pub(crate) struct Origin {
    pub mailbox_mac: Option<Vec<u8>>,
    pub address_mac: Option<Vec<u8>>,
    pub network_mac: Option<Vec<u8>>,
}

impl Origin {
    /// Returns the origin of somebody with this e-mail address who comes from `ip`.
    pub fn of(services: &Services, email: &str, ip: IpAddr) -> Self {
        let mac = |purpose, text: String| services.vault.mac(purpose, text.as_bytes()).to_vec();
        let ip = Some(ip.to_canonical()).filter(|ip| !ip.is_loopback());
        Self {
            mailbox_mac: mailbox_mac(services, email),
            address_mac: ip.map(|ip| mac("rewards address", ip.to_string())),
            network_mac: ip.map(|ip| mac("rewards network", network(ip).to_string())),
        }
    }
}

/// Returns the fingerprint of the mailbox of an e-mail address.
pub(crate) fn mailbox_mac(services: &Services, email: &str) -> Option<Vec<u8>> {
    let mailbox = Email::parse(email)?.mailbox();
    Some(services.vault.mac("rewards mailbox", mailbox.as_bytes()).to_vec())
}

/// Returns the first address of the network that a household or company has: /24, or /64 for IPv6.
fn network(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(ip) => Ipv4Addr::from_bits(ip.to_bits() & (u32::MAX << 8)).into(),
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & (u128::MAX << 64)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_share_a_network() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("203.0.113.9"), "203.0.113.0");
        assert_eq!(network("203.0.113.255"), "203.0.113.0");
        assert_eq!(network("203.0.114.9"), "203.0.114.0");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:3::1"), "2001:db8:1:3::");
    }
}
