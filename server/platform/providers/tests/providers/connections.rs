//! Connections, their keys and their models, on SQLite and on PostgreSQL.

use std::collections::BTreeMap;

use kernel::{MINUTE, Secret, Tier};
use providers::{
    Ability, ConnectionChange, FinishReason, ModelOverride, NewConnection, Probe, Protocol,
    Settings,
};
use store::sql;
use testing::fake_provider::FakeProvider;

use crate::heard::{asking, hear};
use crate::house::{House, SECRET, compatible, on_both};

fn secret(text: &str) -> Option<Secret<String>> {
    Some(Secret::new(text.to_owned()))
}

async fn model_ids(house: &House) -> Vec<String> {
    let list = house.providers.list_models().await.unwrap();
    list.models.into_iter().map(|model| model.id).collect()
}

async fn code_of<T>(outcome: impl Future<Output = kernel::Fallible<T>>) -> &'static str {
    outcome.await.err().and_then(|failure| failure.code()).unwrap_or("nothing is wrong")
}

on_both! {
    async fn a_connected_model_is_listed_resolved_and_answers(house: &House) {
        let provider = FakeProvider::start_with(&["fake-t2", "text-embedding-3-small"]).await;
        provider.require_key("sk-12345678");

        let made = compatible("My models", provider.openai_url());
        let connection = house.providers.create_connection(made).await.unwrap();

        assert_eq!(connection.slug, "my-models");
        assert_eq!(connection.key_hint.as_deref(), Some("5678"));
        assert_eq!(connection.last_problem, None);
        assert_eq!(model_ids(house).await, ["my-models/fake-t2", "builtin/assistant"]);
        let resolved = house.providers.resolve("my-models/fake-t2").await.unwrap();
        let asked = asking(&resolved.name_at_provider, "Hi");
        let heard = hear(resolved.model.stream(asked).await.unwrap()).await;
        assert_eq!((heard.text.as_str(), heard.end), ("the quick ", Some(Ok(FinishReason::Stop))));
    }

    async fn with_nothing_connected_the_registered_model_is_the_default(house: &House) {
        let list = house.providers.list_models().await.unwrap();
        assert_eq!(list.default_model, "builtin/assistant");
        let resolved = house.providers.resolve("builtin/assistant").await.unwrap();
        assert_eq!(resolved.name_at_provider, "assistant");
    }

    async fn the_default_is_the_newest_connections_first_standard_model(house: &House) {
        let provider = FakeProvider::start_with(&["gpt-5.1", "gpt-5-mini"]).await;
        let older = compatible("Older", provider.openai_url());
        house.providers.create_connection(older).await.unwrap();
        house.clock.advance(MINUTE);
        let newer = compatible("Newer", provider.openai_url());
        house.providers.create_connection(newer).await.unwrap();
        let list = house.providers.list_models().await.unwrap();
        assert_eq!(list.default_model, "newer/gpt-5-mini");
    }

    async fn a_model_that_nobody_has_is_unknown(house: &House) {
        let provider = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        house.providers.create_connection(made).await.unwrap();
        for id in ["fake/no-such", "nobody/fake-t5", "fake-t5", "", "/", "builtin/other"] {
            let code = code_of(house.providers.resolve(id)).await;
            assert_eq!(code, "providers.model_unknown", "{id}");
        }
    }

    async fn a_key_is_stored_sealed_and_bound_to_its_row(house: &House) {
        let provider = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        house.providers.create_connection(made).await.unwrap();
        let mut conn = house.db.read().await.unwrap();
        let text = "SELECT api_key FROM provider_connections";
        let (sealed,) = sql!(&mut conn, one (Vec<u8>,), text).unwrap();
        assert!(!sealed.windows(8).any(|bytes| bytes == b"12345678"));
    }

    async fn with_another_master_key_the_connection_says_so(house: &House) {
        let provider = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        house.providers.create_connection(made).await.unwrap();
        let other = house.another("0a1b2c3d4e5f60718293a4b5c6d7e8f901234567", Vec::new());
        let problem = other.list_connections().await.unwrap().remove(0).last_problem.unwrap();
        assert_eq!(problem.kind.code, "providers.key_unreadable");
    }

    async fn two_connections_of_one_name_have_different_slugs(house: &House) {
        let provider = FakeProvider::start().await;
        for slug in ["fake", "fake-2", "fake-3"] {
            let made = compatible("Fake", provider.openai_url());
            assert_eq!(house.providers.create_connection(made).await.unwrap().slug, slug);
        }
        let made = compatible("Builtin", provider.openai_url());
        let connection = house.providers.create_connection(made).await.unwrap();
        assert_eq!(connection.slug, "builtin-2");
    }

    async fn what_is_wrong_with_a_new_connection_is_said_and_nothing_is_stored(house: &House) {
        let vendor = |protocol, name: &str, api_key| NewConnection {
            name: name.to_owned(), protocol, base_url: None, api_key,
        };
        let code = |new| code_of(house.providers.create_connection(new));
        assert_eq!(code(vendor(Protocol::Openai, "A", None)).await, "providers.key_missing");
        assert_eq!(
            code(vendor(Protocol::OpenaiCompatible, "A", None)).await,
            "providers.address_missing",
        );
        assert_eq!(code(vendor(Protocol::Ollama, "  ", None)).await, "providers.name_empty");
        let long = "x".repeat(65);
        assert_eq!(code(vendor(Protocol::Ollama, &long, None)).await, "providers.name_too_long");
        let broken = vendor(Protocol::Openai, "A", secret("a\nb"));
        assert_eq!(code(broken).await, "providers.key_invalid");
        assert_eq!(
            code(vendor(Protocol::Builtin, "A", None)).await,
            "providers.address_missing",
        );
        assert_eq!(house.providers.list_connections().await.unwrap(), []);
    }

    async fn the_operators_word_about_a_model_counts(house: &House) {
        let provider = FakeProvider::start_with(&["fake-t1", "gpt-5-mini", "whisper-1"]).await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        let off = ModelOverride { enabled: Some(false), ..Default::default() };
        let advanced = ModelOverride { tier: Some(Tier::Advanced), ..Default::default() };
        let models = BTreeMap::from([
            ("gpt-5-mini".to_owned(), off),
            ("fake-t1".to_owned(), advanced),
            ("added-by-hand".to_owned(), ModelOverride::default()),
        ]);

        let change = ConnectionChange { models, ..ConnectionChange::default() };
        let connection = house.providers.update_connection(id, change).await.unwrap();

        assert_eq!(connection.version, 2);
        let offered = ["fake/fake-t1", "fake/added-by-hand", "builtin/assistant"];
        assert_eq!(model_ids(house).await, offered);
        let resolved = house.providers.resolve("fake/fake-t1").await.unwrap();
        assert_eq!(resolved.info.tier, Tier::Advanced);
        let code = code_of(house.providers.resolve("fake/gpt-5-mini")).await;
        assert_eq!(code, "providers.model_unknown");
    }

    async fn the_operators_word_about_abilities_counts_until_it_is_taken_back(house: &House) {
        let provider = FakeProvider::start_with(&["fake-t1"]).await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        let set = async |ability, context_tokens| {
            let said = ModelOverride {
                tools: Some(ability), vision: Some(ability), reasoning: Some(ability),
                context_tokens: Some(context_tokens), ..Default::default()
            };
            let models = BTreeMap::from([("fake-t1".to_owned(), said)]);
            let change = ConnectionChange { models, ..ConnectionChange::default() };
            house.providers.update_connection(id, change).await
        };
        set(Ability::On, 50_000).await.unwrap();
        let info = house.providers.resolve("fake/fake-t1").await.unwrap().info;
        let abilities = (info.tools, info.vision, info.reasoning, info.context_tokens);
        assert_eq!(abilities, (true, true, true, Some(50_000)));

        set(Ability::Auto, 0).await.unwrap();
        let info = house.providers.resolve("fake/fake-t1").await.unwrap().info;
        assert_eq!((info.tools, info.context_tokens), (false, None));
        assert_eq!(code_of(set(Ability::On, 7)).await, "providers.context_invalid");
    }

    async fn what_an_ollama_server_shows_of_its_models_counts(house: &House) {
        let provider = FakeProvider::start_with(&["shown-tools-vision", "unknown"]).await;
        let made = NewConnection {
            name: "Ollama".to_owned(), protocol: Protocol::Ollama,
            base_url: Some(provider.url()), api_key: None,
        };
        house.providers.create_connection(made).await.unwrap();
        let info = house.providers.resolve("ollama/shown-tools-vision").await.unwrap().info;
        let abilities = (info.tools, info.vision, info.reasoning, info.context_tokens);
        assert_eq!(abilities, (true, true, false, Some(65_536)));
        let info = house.providers.resolve("ollama/unknown").await.unwrap().info;
        assert_eq!((info.tools, info.context_tokens), (false, None));
    }

    async fn a_switched_off_connection_offers_nothing(house: &House) {
        let provider = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        let change = ConnectionChange { enabled: Some(false), ..ConnectionChange::default() };
        house.providers.update_connection(id, change).await.unwrap();
        assert_eq!(model_ids(house).await, ["builtin/assistant"]);
    }

    async fn a_deleted_connection_is_gone_for_other_processes_too(house: &House) {
        let provider = FakeProvider::start().await;
        let other = house.another(SECRET, Vec::new());
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        other.resolve("fake/fake-t5").await.unwrap();

        house.providers.delete_connection(id).await.unwrap();

        // Without the hint, which may be lost, after some seconds at the latest.
        house.clock.advance(5 * kernel::SECOND);
        assert_eq!(code_of(other.resolve("fake/fake-t5")).await, "providers.model_unknown");
        let again = house.providers.delete_connection(id);
        assert_eq!(code_of(again).await, "providers.connection_not_found");
    }

    async fn a_change_of_an_older_version_is_refused(house: &House) {
        let provider = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        let rename = |name: &str| ConnectionChange {
            name: Some(name.to_owned()), expected_version: Some(1), ..ConnectionChange::default()
        };
        house.providers.update_connection(id, rename("First")).await.unwrap();
        let late = house.providers.update_connection(id, rename("Second"));
        assert_eq!(code_of(late).await, "providers.changed_elsewhere");
        assert_eq!(house.providers.list_connections().await.unwrap()[0].name, "First");
    }

    // decision 0905: what is typed over something older is refused
    async fn of_two_changes_of_one_version_at_once_one_is_refused(house: &House) {
        let provider = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        for version in 1..=10 {
            let rename = |name: &str| ConnectionChange {
                name: Some(name.to_owned()), expected_version: Some(version),
                ..ConnectionChange::default()
            };
            let (one, other) = tokio::join!(
                code_of(house.providers.update_connection(id, rename("One"))),
                code_of(house.providers.update_connection(id, rename("Other"))),
            );
            let mut codes = [one, other];
            codes.sort_unstable();
            assert_eq!(codes, ["nothing is wrong", "providers.changed_elsewhere"]);
        }
    }

    async fn another_address_needs_the_key_again(house: &House) {
        let provider = FakeProvider::start().await;
        let thief = FakeProvider::start().await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        let moved = ConnectionChange {
            base_url: Some(thief.openai_url()), ..ConnectionChange::default()
        };
        let refused = house.providers.update_connection(id, moved.clone());
        assert_eq!(code_of(refused).await, "providers.key_needed_again");
        let probe = Probe {
            protocol: Protocol::OpenaiCompatible, base_url: Some(thief.openai_url()),
            api_key: None, connection_id: Some(id),
        };
        let result = house.providers.test_connection(probe).await.unwrap();
        assert_eq!(result.problem.unwrap().kind.code, "providers.key_needed_again");
        assert_eq!(thief.list_count(), 0);

        let with_key = ConnectionChange { api_key: secret("sk-new-key-99"), ..moved };
        let connection = house.providers.update_connection(id, with_key).await.unwrap();
        assert_eq!(connection.key_hint.as_deref(), Some("y-99"));
        assert_eq!(thief.list_count(), 1);
    }

    async fn models_are_fetched_again_when_they_are_old_and_never_waited_for(house: &House) {
        let provider = FakeProvider::start_with(&["fake-t1"]).await;
        let made = compatible("Fake", provider.openai_url());
        house.providers.create_connection(made).await.unwrap();
        let mut changes = house.bus.subscribe(providers::MODELS_TOPIC);
        provider.set_models(&["fake-t1", "fake-t2"]);
        model_ids(house).await;
        assert_eq!(provider.list_count(), 1);

        house.clock.advance(16 * MINUTE);
        assert_eq!(model_ids(house).await, ["fake/fake-t1", "builtin/assistant"]);

        changes.next().await.unwrap();
        let offered = ["fake/fake-t1", "fake/fake-t2", "builtin/assistant"];
        assert_eq!(model_ids(house).await, offered);
    }

    async fn a_failed_list_keeps_the_models_and_says_why(house: &House) {
        let provider = FakeProvider::start_with(&["fake-t1"]).await;
        let made = compatible("Fake", provider.openai_url());
        let id = house.providers.create_connection(made).await.unwrap().id;
        provider.require_key("another");

        let connection = house.providers.refresh_connection(id).await.unwrap();

        assert_eq!(connection.last_problem.unwrap().kind.code, "providers.key_refused");
        assert_eq!(model_ids(house).await, ["fake/fake-t1", "builtin/assistant"]);
        provider.require_key("sk-12345678");
        let connection = house.providers.refresh_connection(id).await.unwrap();
        assert_eq!(connection.last_problem, None);
    }
}

#[tokio::test]
async fn a_connection_without_a_list_is_believed_to_have_what_is_asked_for() {
    crate::house::on_sqlite(async |house| {
        let provider = FakeProvider::start_with(&[]).await;
        let made = compatible("Fake", provider.openai_url());
        house.providers.create_connection(made).await.unwrap();
        house.providers.resolve("fake/anything").await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_test_says_in_words_what_is_wrong() {
    crate::house::on_sqlite(async |house| {
        let provider = FakeProvider::start_with(&["fake-t1", "whisper-1"]).await;
        provider.require_key("right");
        let probe = |protocol, base_url: String, key: &str| Probe {
            protocol,
            base_url: Some(base_url),
            api_key: secret(key),
            connection_id: None,
        };
        let test = async |probe| house.providers.test_connection(probe).await.unwrap();
        let compatible = Protocol::OpenaiCompatible;

        let good = test(probe(compatible, provider.openai_url(), "right")).await;
        assert_eq!((good.models, good.problem), (1, None));

        let wrong = test(probe(compatible, provider.openai_url(), "wrong")).await;
        assert_eq!(wrong.problem.unwrap().kind.code, "providers.key_refused");
        assert!(wrong.hint == Some("copy_key_again"));

        let elsewhere = test(probe(compatible, format!("{}/api", provider.url()), "right")).await;
        assert_eq!(elsewhere.problem.unwrap().kind.code, "providers.not_this_protocol");
        assert!(elsewhere.hint == Some("address_ends_in_v1"));

        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let nobody = format!("http://{}", free.local_addr().unwrap());
        drop(free);
        let unreachable = test(probe(Protocol::Ollama, nobody, "")).await;
        assert_eq!(unreachable.problem.unwrap().kind.code, "providers.unreachable");
        assert!(unreachable.hint == Some("start_ollama"));

        provider.set_models(&[]);
        let empty = test(probe(Protocol::Ollama, provider.url(), "right")).await;
        assert_eq!(empty.problem.unwrap().kind.code, "providers.no_models");
        assert!(empty.hint == Some("pull_model"));
    })
    .await;
}

#[tokio::test]
async fn every_protocol_lists_its_models() {
    crate::house::on_sqlite(async |house| {
        let provider = FakeProvider::start_with(&["fake-t1"]).await;
        for protocol in crate::heard::PROTOCOLS {
            let new = NewConnection {
                name: protocol.as_str().to_owned(),
                protocol,
                base_url: Some(provider.url()),
                api_key: secret("sk-12345678"),
            };
            let connection = house.providers.create_connection(new).await.unwrap();
            assert_eq!(connection.models.len(), 1, "{protocol:?}: {:?}", connection.last_problem);
            assert_eq!(connection.models[0].id, "fake-t1", "{protocol:?}");
        }
    })
    .await;
}

#[test]
fn settings_have_the_limits_as_defaults() {
    let settings = Settings::default();
    assert_eq!(settings.idle_timeout_seconds, 60);
    assert!(settings.find_local_servers);
}
