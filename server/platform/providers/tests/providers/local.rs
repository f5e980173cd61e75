//! Model servers on this machine.

use providers::{LocalServer, Protocol};
use testing::fake_provider::FakeProvider;

use crate::house::{House, SECRET, compatible, on_both};

fn places(provider: &FakeProvider) -> Vec<LocalServer> {
    let place =
        |name: &str, protocol, base_url| LocalServer { name: name.to_owned(), protocol, base_url };
    vec![
        place("Ollama", Protocol::Ollama, provider.url()),
        place("LM Studio", Protocol::OpenaiCompatible, provider.openai_url()),
        // Nothing listens there.
        place("llama-server", Protocol::OpenaiCompatible, "http://127.0.0.1:9/v1".to_owned()),
    ]
}

on_both! {
    async fn an_ollama_is_connected_by_itself_when_nothing_is(house: &House) {
        let provider = FakeProvider::start_with(&["llama3.2:3b"]).await;
        let providers = house.another(SECRET, places(&provider));

        providers.connect_local_server().await.unwrap();

        let list = providers.list_models().await.unwrap();
        assert_eq!(list.default_model, "ollama/llama3.2:3b");
        assert_eq!(list.models[0].protocol, Protocol::Ollama);
    }

    async fn an_ollama_that_was_deleted_does_not_come_back(house: &House) {
        let provider = FakeProvider::start().await;
        let providers = house.another(SECRET, places(&provider));
        providers.connect_local_server().await.unwrap();
        let id = providers.list_connections().await.unwrap()[0].id;
        providers.delete_connection(id).await.unwrap();

        providers.connect_local_server().await.unwrap();

        assert_eq!(providers.list_connections().await.unwrap(), []);
    }

    async fn nothing_is_added_to_what_the_operator_connected(house: &House) {
        let provider = FakeProvider::start().await;
        let elsewhere = FakeProvider::start().await;
        let made = compatible("Mine", elsewhere.openai_url());
        house.providers.create_connection(made).await.unwrap();
        let providers = house.another(SECRET, places(&provider));
        providers.connect_local_server().await.unwrap();
        assert_eq!(providers.list_connections().await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn an_ollama_without_models_is_not_connected() {
    crate::house::on_sqlite(async |house| {
        let provider = FakeProvider::start_with(&[]).await;
        let providers = house.another(SECRET, places(&provider));
        providers.connect_local_server().await.unwrap();
        assert_eq!(providers.list_connections().await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn servers_that_answer_are_offered_until_they_are_connected() {
    crate::house::on_sqlite(async |house| {
        let provider = FakeProvider::start_with(&["fake-t1", "fake-t2"]).await;
        let providers = house.another(SECRET, places(&provider));

        let found = providers.discovered().await.unwrap();

        let names: Vec<_> = found.iter().map(|server| server.name.as_str()).collect();
        assert_eq!(names, ["Ollama", "LM Studio"]);
        assert_eq!(found[0].models, 2);
        let made = compatible("Mine", provider.openai_url());
        providers.create_connection(made).await.unwrap();
        assert_eq!(providers.discovered().await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn a_start_hears_of_changes_by_others_at_once() {
    crate::house::on_sqlite(async |house| {
        let provider = FakeProvider::start().await;
        let other = house.another(SECRET, Vec::new());
        other.start();
        other.list_models().await.unwrap();
        let mut changes = house.bus.subscribe(providers::MODELS_TOPIC);

        let made = compatible("Fake", provider.openai_url());
        house.providers.create_connection(made).await.unwrap();

        changes.next().await.unwrap();
        // The other's task gets the hint asynchronously; its reads are fresh after that.
        while other.resolve("fake/fake-t5").await.is_err() {
            tokio::task::yield_now().await;
        }
        other.stop().await;
    })
    .await;
}
