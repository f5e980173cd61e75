//! Monthly limits of bots, set by their authors.

use entitlements::{PlanGrant, Seats};
use futures::future::join_all;
use kernel::{ConversationId, DAY, SECOND};
use serde_json::{Value, json};
use testing::{Answer, Client, NOW, TestPerson, TestServer, for_each_store};

use crate::setting::{SAYS_HI, Setting, begin, make, message, messages_path};

/// Begins a conversation with the bot at `path` and says something; nothing waits for the answer.
async fn ask(client: &Client, path: &str) -> Answer {
    let talk = begin(client, path).await;
    client.post(&messages_path(&talk), message("Eggs", &talk["leaf_id"])).await
}

/// Chats with a bot, up to the end of the answer.
async fn talk(client: &Client, path: &str) {
    let sent = ask(client, path).await.accepted();
    let run = sent["assistant_message"]["run_id"].as_str().unwrap();
    client.events(&format!("/api/runs/{run}/events")).await.rest().await;
}

async fn spent(author: &Client, path: &str) -> Value {
    author.get(path).await.ok()["budget"]["spent"].clone()
}

/// Creates a paid team of two people, on devices that work there.
async fn found_team(server: &TestServer, admin: &TestPerson, member: &TestPerson) {
    let team = admin.post("/api/teams", json!({ "name": "The Lamps" })).await.created();
    let workspace_id = serde_json::from_value(team["id"].clone()).unwrap();
    let now = server.clock().now();
    let grant = PlanGrant {
        workspace_id,
        plan: "team".to_owned(),
        source: "test".to_owned(),
        reference: now.to_string(),
        starts_at: now,
        ends_at: Some(now.plus(30 * DAY)),
    };
    let entitlements = &server.services.entitlements;
    let mut tx = server.db().begin().await.unwrap();
    entitlements.grant_plan(&mut tx, &grant, now).await.unwrap();
    entitlements.set_seats(&mut tx, workspace_id, Seats { all: 2, open: 2 }, now).await.unwrap();
    tx.commit().await.unwrap();

    let path = format!("/api/teams/{workspace_id}");
    let open = admin.patch(&format!("{path}/invitation"), json!({ "open": true })).await.ok();
    let (_, code) = open["url"].as_str().unwrap().split_once("?c=").unwrap();
    member.post(&format!("/api/teams/invitations/{code}/join"), json!({})).await.ok();
    let approve = format!("{path}/members/{}/approve", member.user_id);
    admin.post(&approve, json!({})).await.ok();
    for person in [admin, member] {
        let choice = json!({ "team_id": workspace_id });
        person.post("/api/teams/workspace", choice).await.no_content();
    }
}

/// Returns the number of standard queries somebody has used today, including held ones.
async fn used(setting: &Setting, person: &TestPerson) -> i64 {
    let mut conn = setting.server.db().read().await.unwrap();
    let ledger = &setting.server.services.ledger;
    ledger.usage(&mut conn, &person.payer()).await.unwrap()[0].used
}

for_each_store! {
    async fn a_bot_is_asked_as_often_as_its_author_allows_and_then_nothing_is_kept_or_charged(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, provider, .. } = &setting;
        let path = make(ana, json!({ "cap": 2 })).await;
        talk(ana, &path).await;
        talk(ana, &path).await;
        let calls = provider.call_count();

        let conversation = begin(ana, &path).await;
        let said = message("Rice?", &conversation["leaf_id"]);
        let refused = ana.post(&messages_path(&conversation), said.clone()).await;
        let problem = refused.assert_problem(402, "bots.cap_reached");
        assert_eq!(problem["message"], "This bot has reached the monthly limit set by its author");
        assert_eq!(problem["params"], json!({ "cap": "2", "resets_at": "2026-12-01T00:00:00.000000Z" }));
        let id = conversation["conversation_id"].as_str().unwrap();
        let kept = ana.get(&format!("/api/chat/conversations/{id}")).await.ok();
        assert_eq!(kept["messages"].as_array().unwrap().len(), 1, "its welcome alone");
        assert_eq!((provider.call_count(), used(&setting, ana).await), (calls, 2));

        let bot = ana.get(&path).await.ok();
        let budget = json!({ "cap": 2, "spent": 2, "resets_at": "2026-12-01T00:00:00.000000Z" });
        assert_eq!(bot["budget"], budget);
        ana.patch(&path, json!({ "name": "Cook" })).await.ok();
        ana.post(&messages_path(&conversation), said.clone()).await.assert_problem(402, "bots.cap_reached");
        let raised = ana.patch(&path, json!({ "cap": 3 })).await.ok();
        assert_eq!(raised["budget"]["cap"], 3);
        ana.post(&messages_path(&conversation), said).await.accepted();
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");
        let open = ana.patch(&path, json!({ "cap": null })).await.ok();
        assert_eq!(open["budget"]["cap"], Value::Null);
        ask(ana, &path).await.accepted();
    }

    async fn of_twelve_at_once_as_many_are_answered_as_the_limit_says(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({ "cap": 3, "welcome": "" })).await;
        let mut talks = Vec::new();
        for _ in 0..12 {
            // Each is another conversation: an empty one would be reused.
            let id = ConversationId::new(NOW);
            let mut said = message("Eggs", &Value::Null);
            said["bot_id"] = json!(path.strip_prefix("/api/bots/").unwrap());
            said["model"] = json!(SAYS_HI);
            talks.push((format!("/api/chat/conversations/{id}/messages"), said));
        }
        let sent = talks.into_iter().map(|(to, said)| async move { ana.post(&to, said).await });
        let mut accepted = 0;
        for answer in join_all(sent).await {
            match answer.status.as_u16() {
                202 => accepted += 1,
                _ => drop(answer.assert_problem(402, "bots.cap_reached")),
            }
        }
        assert_eq!((accepted, spent(ana, &path).await), (3, json!(3)));
        setting.server.services.generation.wait_idle().await;
        assert_eq!((spent(ana, &path).await, used(&setting, ana).await), (json!(3), 3));
    }

    async fn answers_side_by_side_are_all_begun_or_none(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({ "cap": 2 })).await;
        let talk = begin(ana, &path).await;
        let mut said = message("Eggs", &talk["leaf_id"]);
        said["models"] = json!([SAYS_HI, "fake/echo", "fake/e401"]);
        let three = ana.post(&messages_path(&talk), said.clone()).await;
        three.assert_problem(402, "bots.cap_reached");
        assert_eq!(spent(ana, &path).await, 0);
        said["models"] = json!([SAYS_HI, "fake/echo"]);
        ana.post(&messages_path(&talk), said).await.accepted();
        assert_eq!(spent(ana, &path).await, 2);
    }

    async fn what_an_answer_did_not_use_can_be_used_again(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, server, .. } = &setting;
        let path = make(ana, json!({ "cap": 1, "model": "fake/ehang" })).await;
        let sent = ask(ana, &path).await.accepted();
        assert_eq!(spent(ana, &path).await, 1, "it is held while it is written");
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");

        let run = sent["assistant_message"]["run_id"].as_str().unwrap();
        ana.post(&format!("/api/runs/{run}/cancel"), json!({})).await.assert_status(202);
        server.services.generation.wait_idle().await;
        assert_eq!(spent(ana, &path).await, 0);
        // A chat that was begun before the bot changed is not reused.
        server.clock().advance(SECOND);
        ana.patch(&path, json!({ "model": "fake/e401" })).await.ok();
        talk(ana, &path).await;
        assert_eq!(spent(ana, &path).await, 0, "what failed cost nothing");
        ana.patch(&path, json!({ "model": SAYS_HI })).await.ok();
        talk(ana, &path).await;
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");
    }

    async fn a_new_month_begins_anew(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, server, .. } = &setting;
        let path = make(ana, json!({ "cap": 1 })).await;
        talk(ana, &path).await;
        // 2026-11-30, and then 2026-12-01.
        server.clock().advance(10 * DAY);
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");
        server.clock().advance(DAY);
        assert_eq!(spent(ana, &path).await, 0);
        talk(ana, &path).await;
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");
    }

    // decision 0779
    async fn who_pays_for_themselves_is_neither_counted_nor_refused(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, .. } = &setting;
        let path = make(ana, json!({ "cap": 1 })).await;
        talk(ben, &path).await;
        assert_eq!(spent(ana, &path).await, 0);
        talk(ana, &path).await;
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");
        talk(ben, &path).await;
        assert_eq!(spent(ana, &path).await, 1);
        assert_eq!(ben.get(&path).await.ok()["budget"], Value::Null, "it is its author's to know");
        let listed = ana.get("/api/bots").await.ok();
        assert_eq!(listed["items"][0]["budget"], Value::Null);
    }

    async fn in_a_team_all_members_use_up_what_a_bot_of_the_teams_may_use(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, ben, server, .. } = &setting;
        found_team(server, ana, ben).await;
        let path = make(ana, json!({ "cap": 2 })).await;
        talk(ben, &path).await;
        talk(ana, &path).await;
        ask(ben, &path).await.assert_problem(402, "bots.cap_reached");
        ask(ana, &path).await.assert_problem(402, "bots.cap_reached");
        // Where he pays himself, he can continue.
        ben.post("/api/teams/workspace", json!({ "team_id": null })).await.no_content();
        talk(ben, &path).await;
    }

    async fn a_limit_is_a_whole_number_above_zero(store) {
        let setting = Setting::new(store).await;
        let Setting { ana, .. } = &setting;
        let path = make(ana, json!({})).await;
        assert_eq!(ana.get(&path).await.ok()["budget"]["cap"], Value::Null);
        for cap in [0, -1, 1_000_001] {
            ana.patch(&path, json!({ "cap": cap })).await.assert_problem(422, "bots.cap_invalid");
            let new = ana.post("/api/bots", json!({ "cap": cap })).await;
            new.assert_problem(422, "bots.cap_invalid");
        }
        ana.patch(&path, json!({ "cap": 1.5 })).await.assert_problem(400, "api.malformed_json");
        assert_eq!(ana.get(&path).await.ok()["version"], 1);
    }
}
