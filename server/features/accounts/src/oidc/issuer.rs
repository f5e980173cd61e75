//! Issuers: what counts as the same one.

use serde_json::Value;

/// The place of a tenant's id in an issuer that all tenants share.
const TENANT: &str = "{tenantid}";

/// Returns true if two issuers differ by a slash at their end at most: settings are written by hand.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('/') == other.trim_end_matches('/')
}

/// Returns true if an issuer of the settings is that of every tenant of Microsoft Entra.
pub(super) fn is_for_tenants(issuer: &str) -> bool {
    let Some(path) = issuer.strip_prefix("https://login.microsoftonline.com/") else {
        return issuer.contains(TENANT);
    };
    matches!(path.split('/').next(), Some("common" | "organizations" | TENANT))
}

/// Returns the address below which a provider describes itself.
pub(super) fn description_address(issuer: &str) -> String {
    let issuer = issuer.replace(TENANT, "organizations");
    format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'))
}

/// Returns true if a provider whose settings say `configured` may call itself `described`.
pub(super) fn may_be_called(configured: &str, described: &str) -> bool {
    if is_same(configured, described) {
        return true;
    }
    let Some((before, after)) = described.split_once(TENANT) else { return false };
    let configured = configured.trim_end_matches('/');
    let middle = configured
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after.trim_end_matches('/')));
    is_for_tenants(configured) && middle.is_some_and(|tenant| !tenant.contains('/'))
}

/// Returns the issuer of a token of the provider that describes itself as `described`; `None`: it is not the provider's, or
/// of a tenant that is not among `tenants`.
pub(super) fn of_token(described: &str, tenants: &[String], claims: &Value) -> Option<String> {
    let issuer = claims["iss"].as_str()?;
    if !described.contains(TENANT) {
        return is_same(described, issuer).then(|| described.to_owned());
    }
    let tenant = claims["tid"].as_str().filter(|tid| tenants.iter().any(|known| known == tid))?;
    let expected = described.replace(TENANT, tenant);
    is_same(&expected, issuer).then_some(expected)
}

/// Returns true if the address of a return may name `issuer` (RFC 9207).
pub(super) fn may_return(described: &str, issuer: &str) -> bool {
    match described.split_once(TENANT) {
        None => is_same(described, issuer),
        Some((before, after)) => {
            issuer.starts_with(before)
                && issuer.trim_end_matches('/').ends_with(after.trim_end_matches('/'))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ENTRA: &str = "https://login.microsoftonline.com/{tenantid}/v2.0";

    #[test]
    fn a_slash_at_the_end_makes_no_other_issuer() {
        for (one, other) in [
            ("https://a.auth0.com/", "https://a.auth0.com"),
            ("https://a.auth0.com", "https://a.auth0.com/"),
            (
                "https://auth.example/application/o/ensemble/",
                "https://auth.example/application/o/ensemble",
            ),
        ] {
            assert!(may_be_called(one, other));
            assert_eq!(of_token(one, &[], &json!({ "iss": other })).as_deref(), Some(one));
        }
        for other in
            ["https://a.auth0.com.evil.example", "http://a.auth0.com", "https://a.auth0.com/b", ""]
        {
            assert!(!may_be_called("https://a.auth0.com/", other), "{other}");
            assert_eq!(of_token("https://a.auth0.com/", &[], &json!({ "iss": other })), None);
        }
    }

    #[test]
    fn an_issuer_of_all_tenants_takes_the_tokens_of_those_it_names() {
        for all in ["common", "organizations"] {
            let configured = format!("https://login.microsoftonline.com/{all}/v2.0");
            assert!(may_be_called(&configured, ENTRA));
        }
        assert!(may_be_called(ENTRA, ENTRA));
        assert!(!may_be_called("https://login.microsoftonline.com/common/v1", ENTRA));
        assert!(!may_be_called("https://evil.example/common/v2.0", ENTRA));
        let tenants = ["t1".to_owned()];
        let token = |tid: &str, iss: &str| {
            let iss = format!("https://login.microsoftonline.com/{iss}/v2.0");
            of_token(ENTRA, &tenants, &json!({ "iss": iss, "tid": tid }))
        };
        assert_eq!(token("t1", "t1").unwrap(), "https://login.microsoftonline.com/t1/v2.0");
        assert_eq!(token("t2", "t2"), None);
        assert_eq!(token("t1", "t2"), None);
        assert_eq!(token("t1", "{tenantid}"), None);
        assert_eq!(of_token(ENTRA, &tenants, &json!({ "iss": ENTRA })), None);
        assert!(may_return(ENTRA, "https://login.microsoftonline.com/t1/v2.0"));
        assert!(!may_return(ENTRA, "https://evil.example/t1/v2.0"));
    }

    #[test]
    fn a_description_lies_below_its_issuer() {
        let end = ".well-known/openid-configuration";
        assert_eq!(description_address("https://a.example"), format!("https://a.example/{end}"));
        assert_eq!(
            description_address("https://a.example/b/"),
            format!("https://a.example/b/{end}")
        );
        assert_eq!(
            description_address(ENTRA),
            format!("https://login.microsoftonline.com/organizations/v2.0/{end}")
        );
    }
}
