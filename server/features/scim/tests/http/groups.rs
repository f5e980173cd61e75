//! Groups, and what they give.

use std::slice;

use entitlements::Seats;
use identity::{Role, TeamRole};
use kernel::UserId;
use serde_json::{Value, json};
use testing::{TestServer, for_each_store};

use super::{GROUP, Provider, TEAM, assert_error, server};

async fn make(provider: &Provider, name: &str, members: &[&str]) -> String {
    let members: Vec<Value> = members.iter().map(|id| json!({ "value": id })).collect();
    let new = json!({ "schemas": [GROUP], "displayName": name, "members": members });
    let made = provider.post("/Groups", new).await.assert_status(201).json();
    made["id"].as_str().unwrap().to_owned()
}

async fn role(server: &TestServer, id: &str) -> Role {
    let id: UserId = id.parse().unwrap();
    let mut conn = server.db().read().await.unwrap();
    server.services.identity.find_user(&mut conn, id).await.unwrap().unwrap().role
}

/// Returns the role in the team that the group `sales` gives.
async fn team_role(server: &TestServer, id: &str) -> Option<TeamRole> {
    let id: UserId = id.parse().unwrap();
    let mut conn = server.db().read().await.unwrap();
    let team = server.services.identity.find_team(&mut conn, TEAM, id).await.unwrap();
    team.filter(|team| team.is_confirmed).map(|team| team.role)
}

async fn with_team(server: &TestServer) {
    let boss = server.operator().await;
    let mut tx = server.db().begin().await.unwrap();
    server.services.identity.create_team(&mut tx, TEAM, boss.user_id, "Sales").await.unwrap();
    let (seats, now) = (Seats { all: 3, open: 3 }, server.clock().now());
    server.services.entitlements.set_seats(&mut tx, TEAM, seats, now).await.unwrap();
    tx.commit().await.unwrap();
}

for_each_store! {
    async fn a_group_is_made_found_changed_and_removed(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let ana = provider.make("ana").await;
        // Members are listed in the order in which their accounts were made.
        server.clock().advance(1_000);
        let ben = provider.make("ben").await;
        let id = make(&provider, "Everybody", &[&ana]).await;
        let path = format!("/Groups/{id}");
        let group = provider.get(&path).await.ok();
        assert_eq!((&group["displayName"], &group["members"][0]["value"]), (&json!("Everybody"), &json!(ana)));
        assert_eq!(provider.ids("/Groups?filter=displayName+eq+%22everybody%22").await, slice::from_ref(&id));
        let by_member = format!("/Groups?filter=members.value+eq+%22{ana}%22");
        assert_eq!(provider.ids(&by_member).await, slice::from_ref(&id));
        let short = provider.get("/Groups?excludedAttributes=members").await.ok();
        assert_eq!(short["Resources"][0].get("members"), None);
        let person = provider.get(&format!("/Users/{ana}")).await.ok();
        assert_eq!(person["groups"], json!([{ "value": id, "display": "Everybody", "type": "direct" }]));

        let new = json!({ "displayName": "everybody" });
        assert_error(&provider.post("/Groups", new).await, 409, Some("uniqueness"));
        let nobody = json!({ "displayName": "x", "members": [{ "value": "00000000-0000-7000-8000-000000000000" }] });
        assert_error(&provider.post("/Groups", nobody).await, 400, Some("invalidValue"));
        assert_error(&provider.post("/Groups", json!({})).await, 400, Some("invalidValue"));

        let ids = |group: Value| -> Vec<String> {
            let all = group["members"].as_array().cloned().unwrap_or_default();
            all.iter().map(|member| member["value"].as_str().unwrap().to_owned()).collect()
        };
        let add = json!([{ "op": "add", "path": "members", "value": [{ "value": ben }] }]);
        assert_eq!(ids(provider.patch(&path, add).await.ok()), [ana.clone(), ben.clone()]);
        let remove = json!([{ "op": "remove", "path": format!("members[value eq \"{ana}\"]") }]);
        assert_eq!(ids(provider.patch(&path, remove).await.ok()), slice::from_ref(&ben));
        let replaced = json!({ "displayName": "All", "externalId": "g1", "members": [{ "value": ana }] });
        let replaced = provider.put(&path, replaced).await.ok();
        assert_eq!((&replaced["displayName"], ids(replaced.clone())), (&json!("All"), vec![ana.clone()]));
        let okta = json!([{ "op": "replace", "value": { "id": id, "displayName": "Okta's" } }]);
        assert_eq!(provider.patch(&path, okta).await.ok()["displayName"], "Okta's");

        provider.delete(&path).await.assert_status(204);
        assert_error(&provider.get(&path).await, 404, None);
        assert_eq!(provider.get(&format!("/Users/{ana}")).await.ok()["groups"], Value::Null);
    }

    async fn groups_give_roles_and_teams_and_take_them_back(store) {
        let server = server(store).await;
        with_team(&server).await;
        let provider = Provider::of(&server);
        let ana = provider.make("ana").await;
        let admins = make(&provider, "admins", &[&ana]).await;
        let sales = make(&provider, "sales", &[&ana]).await;
        assert_eq!((role(&server, &ana).await, team_role(&server, &ana).await), (Role::Operator, Some(TeamRole::Member)));
        let leads = make(&provider, "leads", &[&ana]).await;
        assert_eq!(team_role(&server, &ana).await, Some(TeamRole::Admin));

        provider.delete(&format!("/Groups/{leads}")).await.assert_status(204);
        assert_eq!(team_role(&server, &ana).await, Some(TeamRole::Member));
        let rename = json!([{ "op": "replace", "path": "displayName", "value": "was sales" }]);
        provider.patch(&format!("/Groups/{sales}"), rename).await.ok();
        assert_eq!(team_role(&server, &ana).await, None);
        let nobody = json!([{ "op": "replace", "path": "members", "value": [] }]);
        provider.patch(&format!("/Groups/{admins}"), nobody).await.ok();
        assert_eq!(role(&server, &ana).await, Role::Member);
    }

    async fn a_removed_person_loses_what_groups_gave(store) {
        let server = server(store).await;
        with_team(&server).await;
        let provider = Provider::of(&server);
        let ana = provider.make("ana").await;
        let group = make(&provider, "admins", &[&ana]).await;
        make(&provider, "sales", &[&ana]).await;
        provider.delete(&format!("/Users/{ana}")).await.assert_status(204);
        assert_eq!((role(&server, &ana).await, team_role(&server, &ana).await), (Role::Member, None));
        assert_eq!(provider.get(&format!("/Groups/{group}")).await.ok()["members"], json!([]));
    }
}
