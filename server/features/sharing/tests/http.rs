//! Shared pages, through HTTP, with chats and bots.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/bots.rs"]
mod of_bots;

use kernel::{ConversationId, DAY, MessageId, SECOND, Uuid};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, TestStore, for_each_store};

struct Setting {
    server: TestServer,
    _provider: FakeProvider,
}

async fn start(store: TestStore) -> Setting {
    let server = TestServer::with(store, |services| {
        vec![
            bots::area(services, bots::Settings::default()),
            chat::area(services),
            sharing::area(services),
        ]
    })
    .await;
    let provider = FakeProvider::start().await;
    testing_connection(&server, &provider).await;
    Setting { server, _provider: provider }
}

async fn testing_connection(server: &TestServer, provider: &FakeProvider) {
    let new = providers::NewConnection {
        name: "Fake".to_owned(),
        protocol: providers::Protocol::OpenaiCompatible,
        base_url: Some(provider.openai_url()),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
}

/// Sends a message in a chat and waits for the answer. Returns the answer's id.
async fn say(
    setting: &Setting,
    person: &TestPerson,
    chat: ConversationId,
    parent: Option<&str>,
    text: &str,
) -> String {
    setting.server.clock().advance(SECOND);
    let id = MessageId::new(setting.server.clock().now());
    let body = json!({ "id": id, "parent_id": parent, "text": text, "model": null });
    let path = format!("/api/chat/conversations/{chat}/messages");
    let sent = person.post(&path, body).await.accepted();
    setting.server.services.generation.wait_idle().await;
    sent["assistant_message"]["id"].as_str().unwrap().to_owned()
}

async fn chat_of(setting: &Setting, person: &TestPerson) -> ConversationId {
    let chat = ConversationId::new(setting.server.clock().now());
    say(setting, person, chat, None, "My first question").await;
    chat
}

async fn share(person: &TestPerson, chat: ConversationId, more: Value) -> Value {
    let mut body = json!({ "kind": "chat", "subject_id": chat });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/sharing/shares", body).await.created()
}

fn public(share: &Value) -> String {
    format!("/api/sharing/public/{}", share["id"].as_str().unwrap())
}

for_each_store! {
    async fn anybody_with_the_address_reads_what_was_shared_and_nothing_later(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let shared = share(&ana, chat, json!({})).await;
        let later = ana.get(&format!("/api/chat/conversations/{chat}")).await.ok();
        say(&setting, &ana, chat, later["leaf_id"].as_str(), "A later secret").await;

        let answer = setting.server.visitor().get(&public(&shared)).await;
        let headers = answer.headers.clone();
        let page = answer.ok();

        assert_eq!(page["title"], "My first question");
        assert_eq!(page["content"]["messages"].as_array().unwrap().len(), 2);
        let text = page.to_string();
        assert!(!text.contains("later secret") && !text.contains("ana@example.com"), "{text}");
        assert!(!text.contains(&ana.user_id.to_string()), "{text}");
        assert_eq!(headers["x-robots-tag"], "noindex, nofollow, noarchive");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(shared["url"], format!("http://ensemble.test/s/{}", shared["id"].as_str().unwrap()));
        let mine = ana.get("/api/sharing/shares").await.ok();
        assert_eq!(mine["items"][0]["views"], 1);
    }

    async fn sharing_again_renews_the_page_at_its_address(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let first = share(&ana, chat, json!({})).await;
        let detail = ana.get(&format!("/api/chat/conversations/{chat}")).await.ok();
        say(&setting, &ana, chat, detail["leaf_id"].as_str(), "Another question").await;

        let second = share(&ana, chat, json!({ "expires_in_days": 7 })).await;

        assert_eq!(second["id"], first["id"]);
        let page = setting.server.visitor().get(&public(&first)).await.ok();
        assert_eq!(page["content"]["messages"].as_array().unwrap().len(), 4);
        let mine = ana.get("/api/sharing/shares").await.ok();
        assert_eq!(mine["items"].as_array().unwrap().len(), 1);
        let path = format!("/api/sharing/shares?kind=chat&subject_id={chat}");
        assert_eq!(ana.get(&path).await.ok()["items"][0]["id"], first["id"]);
    }

    async fn a_page_ends_when_it_is_revoked_expires_or_its_chat_is_deleted(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let visitor = setting.server.visitor();
        let chat = chat_of(&setting, &ana).await;
        let shared = share(&ana, chat, json!({ "expires_in_days": 1 })).await;
        let own = format!("/api/sharing/shares/{}", shared["id"].as_str().unwrap());

        ana.delete(&format!("/api/chat/conversations/{chat}")).await.no_content();
        visitor.get(&public(&shared)).await.assert_problem(410, "sharing.share_ended");
        ana.post(&format!("/api/chat/conversations/{chat}/restore"), json!({})).await.ok();
        visitor.get(&public(&shared)).await.ok();

        setting.server.clock().advance(DAY);
        visitor.get(&public(&shared)).await.assert_problem(410, "sharing.share_ended");
        let next = share(&ana, chat, json!({})).await;
        assert_ne!(next["id"], shared["id"], "an address that ended does not come back");

        ben.delete(&own).await.assert_problem(404, "sharing.share_not_found");
        let own = format!("/api/sharing/shares/{}", next["id"].as_str().unwrap());
        ben.delete(&own).await.assert_problem(404, "sharing.share_not_found");
        visitor.get(&public(&next)).await.ok();
        ana.delete(&own).await.no_content();
        visitor.get(&public(&next)).await.assert_problem(410, "sharing.share_ended");
        ben.post(&format!("{}/copy", public(&next)), json!({})).await
            .assert_problem(410, "sharing.share_ended");
        assert_eq!(ana.get("/api/sharing/shares").await.ok()["items"], json!([]));
    }

    // attacks.md, 8
    async fn the_pages_of_somebody_suspended_are_shown_to_nobody_until_they_are_readmitted(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let shared = share(&ana, chat, json!({})).await;
        let page = public(&shared);
        setting.server.set_suspended(&ana, true).await;

        for reader in [&setting.server.visitor(), &ben.client] {
            reader.get(&page).await.assert_problem(410, "sharing.share_ended");
            let picture = reader.get(&format!("{page}/picture")).await;
            picture.assert_problem(410, "sharing.share_ended");
        }
        let copy = ben.post(&format!("{page}/copy"), json!({})).await;
        copy.assert_problem(410, "sharing.share_ended");
        let id = shared["id"].as_str();
        let preview = sharing::find_page(&setting.server.services, id).await.unwrap();
        assert_eq!((preview.status, preview.title), (410, None));

        setting.server.set_suspended(&ana, false).await;
        setting.server.visitor().get(&page).await.ok();
    }

    async fn the_operator_takes_a_page_down_and_nobody_else_does(store) {
        let setting = start(store).await;
        let operator = setting.server.operator().await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let shared = share(&ana, chat, json!({})).await;
        let page = public(&shared);
        let may = async |reader: &TestPerson| reader.get(&page).await.ok()["may_take_down"].clone();
        assert_eq!((may(&operator).await, may(&ben).await, may(&ana).await), (json!(true), json!(false), json!(false)));
        ben.delete(&page).await.assert_problem(403, "identity.operator_only");
        setting.server.visitor().delete(&page).await.assert_problem(401, "identity.login_required");

        operator.delete(&page).await.no_content();

        setting.server.visitor().get(&page).await.assert_problem(410, "sharing.share_ended");
        operator.delete(&page).await.assert_problem(410, "sharing.share_ended");
        assert_eq!(ana.get("/api/sharing/shares").await.ok()["items"], json!([]));
        let next = share(&ana, chat, json!({})).await;
        assert_ne!(next["id"], shared["id"]);
    }

    async fn only_the_shown_branch_is_shared_unless_all_are_chosen(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        say(&setting, &ana, chat, None, "The other beginning").await;

        let shared = share(&ana, chat, json!({})).await;
        let page = setting.server.visitor().get(&public(&shared)).await.ok();
        assert!(!page["content"].to_string().contains("My first question"), "{page}");
        assert_eq!(page["content"]["messages"].as_array().unwrap().len(), 2);

        share(&ana, chat, json!({ "options": { "all_branches": true } })).await;
        let page = setting.server.visitor().get(&public(&shared)).await.ok();
        assert_eq!(page["content"]["messages"].as_array().unwrap().len(), 4);
    }

    async fn a_reader_goes_on_with_a_copy_of_their_own(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let shared = share(&ana, chat, json!({})).await;
        let path = format!("{}/copy", public(&shared));
        setting.server.visitor().post(&path, json!({})).await
            .assert_problem(401, "identity.login_required");

        let copied = ben.post(&path, json!({})).await.created();

        assert_eq!(copied["kind"], "chat");
        let id: ConversationId = copied["subject_id"].as_str().unwrap().parse().unwrap();
        let copy = ben.get(&format!("/api/chat/conversations/{id}")).await.ok();
        assert_eq!(copy["conversation"]["title"], "My first question");
        assert_eq!(copy["messages"].as_array().unwrap().len(), 2);
        assert_eq!(copy["messages"][1]["parent_id"], copy["messages"][0]["id"]);
        assert_eq!(copy["leaf_id"], copy["messages"][1]["id"]);
        say(&setting, &ben, id, copy["leaf_id"].as_str(), "And then?").await;
        let found = ben.get("/api/chat/search?q=first").await.ok();
        assert!(!found["items"].as_array().unwrap().is_empty());
        let original = ana.get(&format!("/api/chat/conversations/{chat}")).await.ok();
        assert_eq!(original["messages"].as_array().unwrap().len(), 2);
    }

    async fn what_is_not_ones_own_cannot_be_shared(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let post = async |body: Value| ben.post("/api/sharing/shares", body).await;

        post(json!({ "kind": "chat", "subject_id": chat })).await
            .assert_problem(404, "chat.conversation_not_found");
        post(json!({ "kind": "passwords", "subject_id": chat })).await
            .assert_problem(422, "sharing.kind_unknown");
        post(json!({ "kind": "chat", "subject_id": Uuid::nil(), "expires_in_days": 366 })).await
            .assert_problem(422, "sharing.expiry_wrong");
        let visitor = setting.server.visitor();
        for id in ["x", "0123456789ABCDEFGHIJKL", "%2e%2e%2f"] {
            visitor.get(&format!("/api/sharing/public/{id}")).await
                .assert_problem(404, "sharing.share_not_found");
        }
        visitor.get("/api/sharing/public/0123456789ABCDEFGHIJK%00").await
            .assert_problem(400, "api.bad_parameter");
    }

    async fn a_deleted_account_shows_nothing(store) {
        let setting = start(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let chat = chat_of(&setting, &ana).await;
        let shared = share(&ana, chat, json!({})).await;
        let person = identity::Person { user_id: ana.user_id, workspace_id: ana.workspace_id };
        let mut tx = setting.server.db().begin().await.unwrap();
        setting.server.services.identity.delete_user(&mut tx, person).await.unwrap();
        tx.commit().await.unwrap();

        setting.server.visitor().get(&public(&shared)).await
            .assert_problem(404, "sharing.share_not_found");
    }
}
