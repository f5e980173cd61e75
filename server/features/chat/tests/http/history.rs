//! Groups, favourites, many at once, the trash.

use kernel::{DAY, GroupId, SECOND};
use serde_json::{Value, json};
use testing::{Client, NOW, for_each_store};

use crate::setting::{
    ECHO, Setting, conversation_path, converse, message, messages_path, new_conversation,
};

const LIST: &str = "/api/chat/conversations";
const BATCH: &str = "/api/chat/conversations/batch";
const GROUPS: &str = "/api/chat/groups";
const TRASH: &str = "/api/chat/trash";

async fn titles(client: &Client, path: &str) -> Vec<String> {
    let page = client.get(path).await.ok();
    let titles = page["items"].as_array().unwrap().iter();
    titles.map(|item| item["title"].as_str().unwrap().to_owned()).collect()
}

async fn make_group(client: &Client, name: &str) -> String {
    let group = client.post(GROUPS, json!({ "name": name })).await.created();
    group["id"].as_str().unwrap().to_owned()
}

/// Creates three conversations, each a second after the one before.
async fn three(setting: &Setting, client: &Client) -> [String; 3] {
    let mut ids = Vec::new();
    for name in ["Tea", "Coffee", "Water"] {
        let id = new_conversation();
        converse(client, id, name, ECHO, None).await;
        setting.server.clock().advance(SECOND);
        ids.push(id.to_string());
    }
    ids.try_into().unwrap()
}

fn path_of(id: &str) -> String {
    format!("{LIST}/{id}")
}

for_each_store! {
    // spec §3: "Favorite group: name."
    async fn a_conversation_is_moved_into_a_group_and_stays_when_the_group_goes(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let [tea, coffee, _] = three(&setting, &ana).await;
        let group = make_group(&ana, "  Hot   drinks ").await;

        let moved = ana.patch(&path_of(&tea), json!({ "group_id": group })).await.ok();
        ana.patch(&path_of(&coffee), json!({ "group_id": group, "pinned": true })).await.ok();

        assert_eq!(moved["group_id"], json!(group));
        let listed = ana.get(GROUPS).await.ok();
        assert_eq!(listed["items"][0]["name"], "Hot drinks");
        assert_eq!(listed["items"][0]["count"], 2);
        assert_eq!(titles(&ana, &format!("{LIST}?group={group}")).await, ["Coffee", "Tea"]);
        assert_eq!(titles(&ana, &format!("{LIST}?group=none")).await, ["Water"]);
        assert_eq!(titles(&ana, &format!("{LIST}?pinned=true")).await, ["Coffee"]);
        assert_eq!(titles(&ana, &format!("{LIST}?pinned=false&group=none")).await, ["Water"]);

        let path = format!("{GROUPS}/{group}");
        assert_eq!(ana.patch(&path, json!({ "name": "Warm" })).await.ok()["name"], "Warm");
        ana.patch(&path_of(&coffee), json!({ "group_id": null })).await.ok();
        assert_eq!(titles(&ana, &format!("{LIST}?group={group}")).await, ["Tea"]);
        ana.delete(&path).await.no_content();
        assert_eq!(titles(&ana, LIST).await, ["Water", "Coffee", "Tea"]);
        assert_eq!(titles(&ana, &format!("{LIST}?group=none")).await, ["Water", "Coffee", "Tea"]);
    }

    // spec §5: "Favorite group name at most 100."
    async fn the_name_of_a_group_is_checked_and_changes_nothing_when_it_is_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let group = make_group(&ana, &"g".repeat(100)).await;
        let (long, path) = ("g".repeat(101), format!("{GROUPS}/{group}"));

        let problem = ana.post(GROUPS, json!({ "name": long })).await;
        let problem = problem.assert_problem(422, "chat.group_name_too_long");
        assert_eq!(problem["params"]["max"], "100");
        ana.patch(&path, json!({ "name": " " })).await.assert_problem(422, "chat.group_name_empty");

        let listed = ana.get(GROUPS).await.ok();
        assert_eq!(listed["items"].as_array().unwrap().len(), 1);
        assert_eq!(listed["items"][0]["name"], "g".repeat(100));
    }

    async fn another_persons_group_is_not_there(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let group = make_group(&ana, "Mine").await;
        let id = new_conversation();
        converse(&ben, id, "Ben's", ECHO, None).await;

        for group in [group, GroupId::new(NOW).to_string()] {
            let wish = json!({ "group_id": group });
            ben.patch(&conversation_path(id), wish).await.assert_problem(404, "chat.group_not_found");
            let wish = json!({ "action": "move", "group_id": group, "conversation_ids": [id] });
            ben.post(BATCH, wish).await.assert_problem(404, "chat.group_not_found");
            ben.delete(&format!("{GROUPS}/{group}")).await.assert_problem(404, "chat.group_not_found");
        }
        assert_eq!(ben.get(GROUPS).await.ok()["items"], json!([]));
        assert_eq!(ana.get(GROUPS).await.ok()["items"][0]["name"], "Mine");
    }

    async fn favourites_are_a_list_of_their_own(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let [tea, ..] = three(&setting, &ana).await;

        assert_eq!(ana.patch(&path_of(&tea), json!({ "favorited": true })).await.ok()["favorited"], true);

        assert_eq!(titles(&ana, &format!("{LIST}?favorited=true")).await, ["Tea"]);
        assert_eq!(titles(&ana, LIST).await.len(), 3);
        ana.patch(&path_of(&tea), json!({ "favorited": false })).await.ok();
        assert!(titles(&ana, &format!("{LIST}?favorited=true")).await.is_empty());
    }

    async fn many_are_moved_deleted_and_brought_back_at_once(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let [tea, coffee, _] = three(&setting, &ana).await;
        let foreign = new_conversation();
        converse(&ben, foreign, "Ben's", ECHO, None).await;
        let group = make_group(&ana, "Hot").await;
        let ids = json!([tea, coffee, foreign, new_conversation()]);
        let batch = |action: Value| {
            let mut body = action;
            body["conversation_ids"] = ids.clone();
            ana.post(BATCH, body)
        };

        let moved = batch(json!({ "action": "move", "group_id": group })).await.ok();
        assert_eq!(moved["conversation_ids"], json!([tea, coffee]));
        assert_eq!(titles(&ana, &format!("{LIST}?group={group}")).await.len(), 2);
        let again = batch(json!({ "action": "move", "group_id": group })).await.ok();
        assert_eq!(again["conversation_ids"], json!([]), "they are there already");

        let deleted = batch(json!({ "action": "delete" })).await.ok();
        assert_eq!(deleted["conversation_ids"], json!([tea, coffee]));
        assert_eq!(titles(&ana, LIST).await, ["Water"]);
        assert_eq!(titles(&ben, LIST).await, ["Ben's"]);
        let restored = batch(json!({ "action": "restore" })).await.ok();
        assert_eq!(restored["conversation_ids"], json!([tea, coffee]));
        assert_eq!(titles(&ana, &format!("{LIST}?group={group}")).await.len(), 2, "where they were");
    }

    async fn at_most_500_are_changed_at_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let ids: Vec<_> = (0..501).map(|_| new_conversation()).collect();

        ana.post(BATCH, json!({ "action": "delete", "conversation_ids": ids[..500] })).await.ok();
        ana.post(BATCH, json!({ "action": "delete", "conversation_ids": ids })).await
            .assert_problem(422, "chat.too_many_at_once");
    }

    async fn what_runs_in_many_that_are_deleted_is_stopped(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        setting.provider.hold_after(1);
        let sent = ana.post(&messages_path(id), message("Go", "fake/t200", None)).await.accepted();
        setting.provider.wait_until_held(1).await;

        ana.post(BATCH, json!({ "action": "delete", "conversation_ids": [id] })).await.ok();

        let events = crate::setting::follow(&ana, &sent).await;
        assert_eq!(events[events.len() - 2].event, "run.cancelled");
        setting.provider.wait_until_idle().await;
    }

    async fn all_unread_marks_go_at_once(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let mut window = ana.events("/api/events").await;
        for _ in 0..2 {
            let id = new_conversation();
            setting.provider.hold_after(1);
            let sent = ana.post(&messages_path(id), message("Go", "fake/t20", None)).await.accepted();
            setting.provider.wait_until_held(1).await;
            setting.server.clock().advance(SECOND);
            setting.provider.release();
            crate::setting::follow(&ana, &sent).await;
        }
        let unread = |page: Value| {
            let items = page["items"].as_array().unwrap().clone();
            items.iter().filter(|item| item["unread"] == true).count()
        };
        assert_eq!(unread(ana.get(LIST).await.ok()), 2);
        setting.server.clock().advance(SECOND);

        ana.post("/api/chat/conversations/read", json!({})).await.no_content();

        assert_eq!(unread(ana.get(LIST).await.ok()), 0);
        window.next_of("conversations.changed").await;
    }

    async fn the_trash_says_how_long_it_keeps_what_was_deleted(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let [tea, coffee, water] = three(&setting, &ana).await;
        for id in [&tea, &coffee, &water] {
            ana.delete(&path_of(id)).await.no_content();
            setting.server.clock().advance(DAY);
        }

        let trash = ana.get(TRASH).await.ok();
        let left: Vec<_> = trash["items"].as_array().unwrap().iter()
            .map(|item| (item["title"].as_str().unwrap(), item["days_left"].as_i64().unwrap()))
            .collect();
        assert_eq!(left, [("Water", 29), ("Coffee", 28), ("Tea", 27)]);
        assert_eq!(ben.get(TRASH).await.ok()["items"], json!([]));
        ben.delete(&format!("{TRASH}/{tea}")).await.assert_problem(404, "chat.conversation_not_found");

        ana.delete(&format!("{TRASH}/{tea}")).await.no_content();
        ana.post(&format!("{}/restore", path_of(&tea)), json!({})).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(ana.post(&format!("{TRASH}/restore"), json!({})).await.ok()["restored"], 2);
        assert_eq!(titles(&ana, LIST).await, ["Water", "Coffee"]);
        ana.delete(&format!("{TRASH}/{water}")).await
            .assert_problem(404, "chat.conversation_not_found");
        assert_eq!(titles(&ana, LIST).await.len(), 2, "what is not in the trash stays");

        ana.delete(&path_of(&water)).await.no_content();
        ana.delete(TRASH).await.no_content();
        assert_eq!(ana.get(TRASH).await.ok()["items"], json!([]));
        assert!(titles(&ana, "/api/chat/search?q=water").await.is_empty());
    }

    async fn other_windows_hear_of_groups_and_of_what_is_deleted(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let id = new_conversation();
        converse(&ana, id, "Hi", ECHO, None).await;
        let mut window = ana.events("/api/events").await;

        make_group(&ana, "Work").await;
        window.next_of("conversations.changed").await;
        ana.delete(&conversation_path(id)).await.no_content();
        let hint = window.next_of("conversation.deleted").await;

        assert_eq!(hint.data["conversation_id"], json!(id));
    }
}
