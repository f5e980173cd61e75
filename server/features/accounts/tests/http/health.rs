use accounts::{OidcSettings, Settings};
use area::FindingState;
use testing::for_each_store;

use super::identity_provider::{CLIENT_ID, IdentityProvider};
use super::server_with;

for_each_store! {
    async fn the_operator_is_told_which_providers_answer(store) {
        let provider = IdentityProvider::start().await;
        let of = |id: &str, issuer: &str| OidcSettings {
            id: id.to_owned(),
            name: id.to_owned(),
            issuer: issuer.to_owned(),
            client_id: CLIENT_ID.to_owned(),
            ..OidcSettings::default()
        };
        // The second one calls itself by the first one's name.
        let misnamed = format!("{}/organizations/v2.0", provider.issuer);
        let oidc = vec![of("company", &provider.issuer), of("misnamed", &misnamed)];
        let server = server_with(store, Settings { oidc, ..Settings::default() }).await;

        let found = area::run_checks(&server.services).await;

        assert_eq!((found[0].name.as_str(), found[0].state), ("sign-in company", FindingState::Ok));
        assert!(found[0].detail.contains("keys: 1"), "{}", found[0].detail);
        assert_eq!(found[1].state, FindingState::Failed);
        assert!(found[1].detail.contains("it calls itself"), "{}", found[1].detail);

        drop(provider);
        let found = area::run_checks(&server.services).await;
        assert_eq!(found[0].state, FindingState::Failed);
        assert!(found[0].detail.contains("cannot be reached"), "{}", found[0].detail);
    }
}
