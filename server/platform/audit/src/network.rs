use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the network of an address: a /24, or a /48. This part is kept for good.
pub(crate) fn network_of(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(ip) => {
            let [a, b, c, _] = ip.octets();
            format!("{}/24", Ipv4Addr::new(a, b, c, 0))
        }
        IpAddr::V6(ip) => {
            let [a, b, c, ..] = ip.segments();
            format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
    }
}

/// Returns true if `address`, as written in a row, is in the row's `network`.
pub(crate) fn is_within(address: &str, network: &str) -> bool {
    address.parse::<IpAddr>().is_ok_and(|address| network_of(address) == network)
}

#[cfg(test)]
mod tests {
    use super::*;

    // security §4.8: "ip cut to /24,/48"
    #[test]
    fn an_address_is_cut_to_a_24_or_a_48() {
        for (address, network) in [
            ("203.0.113.9", "203.0.113.0/24"),
            ("::ffff:203.0.113.9", "203.0.113.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
            ("::1", "::/48"),
        ] {
            assert_eq!(network_of(address.parse().unwrap()), network);
            assert!(is_within(address, network));
        }
        assert!(!is_within("203.0.114.9", "203.0.113.0/24"));
        assert!(!is_within("somewhere", "203.0.113.0/24"));
    }
}
