//! Routing: fallbacks for models that cannot answer.

use futures::StreamExt;
use kernel::SECOND;
use providers::{
    ConnectionChange, FinishReason, ModelError, ModelEvent, ModelStream, ResolvedModel,
};
use testing::fake_provider::FakeProvider;

use crate::heard::asking;
use crate::house::{House, compatible, on_both};

/// Connects a provider whose models have `fallbacks`.
async fn connect(house: &House, name: &str, fallbacks: &[&str]) -> FakeProvider {
    let provider = FakeProvider::start().await;
    let new = compatible(name, provider.openai_url());
    let connection = house.providers.create_connection(new).await.unwrap();
    let fallbacks = Some(fallbacks.iter().map(|id| (*id).to_owned()).collect());
    // Models that are not listed are asked for when there is no list.
    provider.set_models(&[]);
    house.providers.refresh_connection(connection.id).await.unwrap();
    let change = ConnectionChange { fallbacks, ..ConnectionChange::default() };
    house.providers.update_connection(connection.id, change).await.unwrap();
    provider
}

async fn ask(house: &House, id: &str) -> Result<(ResolvedModel, ModelStream), ModelError> {
    let resolved = house.providers.resolve(id).await.unwrap();
    let stream = resolved.model.stream(asking(&resolved.name_at_provider, "Hi")).await?;
    Ok((resolved, stream))
}

/// Reads a stream to its end: returns the fallback that answered, if any, and its text.
async fn hear(mut stream: ModelStream) -> (Option<String>, String) {
    let (mut who, mut text) = (None, String::new());
    while let Some(event) = stream.next().await {
        match event.unwrap() {
            ModelEvent::AnsweredBy(answerer) => who = Some(answerer.id),
            ModelEvent::Text(words) => text += &words,
            ModelEvent::Finished(reason) => assert_eq!(reason, FinishReason::Stop),
            _ => {}
        }
    }
    (who, text)
}

on_both! {
    async fn another_answers_for_one_that_fails_before_its_first_word(house: &House) {
        let spare = connect(house, "Spare", &[]).await;
        let _main = connect(house, "Main", &["gone/model", "spare/say-yes"]).await;
        for failing in ["e401", "e429", "e500", "ehtml", "emid-a0"] {
            let (_, stream) = ask(house, &format!("main/{failing}")).await.unwrap();
            let heard = hear(stream).await;
            assert_eq!(heard, (Some("spare/say-yes".to_owned()), "yes".to_owned()), "{failing}");
        }
        assert_eq!(spare.call_count(), 5);
    }

    async fn one_that_can_answers_itself(house: &House) {
        let spare = connect(house, "Spare", &[]).await;
        let _main = connect(house, "Main", &["spare/say-yes"]).await;
        let (_, stream) = ask(house, "main/say-mine").await.unwrap();
        assert_eq!(hear(stream).await, (None, "mine".to_owned()));
        assert_eq!(spare.call_count(), 0);
    }

    async fn one_that_is_busy_rests_as_long_as_its_provider_says(house: &House) {
        let _spare = connect(house, "Spare", &[]).await;
        let main = connect(house, "Main", &["spare/say-yes"]).await;
        for _ in 0..3 {
            let (_, stream) = ask(house, "main/e429-r7-n1").await.unwrap();
            assert_eq!(hear(stream).await.1, "yes");
        }
        assert_eq!(main.call_count(), 1, "it is left alone");

        house.clock.advance(7 * SECOND);

        let (_, stream) = ask(house, "main/e429-r7-n1").await.unwrap();
        assert_eq!(hear(stream).await.0, None, "it is asked again");
        assert_eq!(main.call_count(), 2);
    }

    async fn a_wrong_request_is_not_asked_of_another(house: &House) {
        let spare = connect(house, "Spare", &[]).await;
        let _main = connect(house, "Main", &["spare/say-yes"]).await;
        let refused = ask(house, "main/e400").await.err().unwrap();
        assert!(matches!(refused, ModelError::Refused { .. }), "{refused:?}");
        assert_eq!(spare.call_count(), 0);
    }

    async fn when_nobody_can_the_first_says_why(house: &House) {
        let _spare = connect(house, "Spare", &[]).await;
        let _main = connect(house, "Main", &["spare/e500"]).await;
        let failed = ask(house, "main/e401").await.err().unwrap();
        assert!(matches!(failed, ModelError::Unauthorized { .. }), "{failed:?}");
    }
}
