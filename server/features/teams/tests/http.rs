//! Teams, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

#[path = "http/disband.rs"]
mod disband;
#[path = "http/races.rs"]
mod races;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/usage.rs"]
mod usage;

use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{Method, Request};
use image::{DynamicImage, ImageFormat};
use kernel::{DAY, Uuid};
use serde_json::{Value, json};
use setting::{code_of, enter, found, join, open_link, pay, start, take_in, team_of};
use testing::for_each_store;

for_each_store! {
    // spec §3: "Team: name, avatar, plan, seat count, next billing date, invite link with expiry, auto deduction settings (single amount, monthly limit)."
    // spec §6: "Team admin: create team"
    async fn who_makes_a_team_is_its_admin_and_nothing_is_used_in_it_unpaid(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let team = ana.post("/api/teams", json!({ "name": "  The  Lamps " })).await.created();
        assert_eq!((&team["name"], &team["role"]), (&json!("The Lamps"), &json!("admin")));
        assert_eq!((&team["state"], &team["seats"]), (&json!("unpaid"), &json!(0)));
        assert_eq!((&team["members"], &team["free_seats"]), (&json!(1), &json!(0)));
        assert_eq!(team["avatar"], Value::Null);
        let listed = ana.get("/api/teams").await.ok();
        assert_eq!(listed["items"][0]["id"], team["id"]);

        pay(&server, &team, 3).await;
        let paid = ana.get(&team_of(&team)).await.ok();
        assert_eq!((&paid["state"], &paid["disband_at"]), (&json!("active"), &Value::Null));
        assert_eq!((&paid["seats"], &paid["free_seats"]), (&json!(3), &json!(2)));
        let renamed = ana.patch(&team_of(&team), json!({ "name": "Lanterns" })).await.ok();
        assert_eq!(renamed["name"], "Lanterns");
        let empty = ana.post("/api/teams", json!({ "name": " " })).await;
        empty.assert_problem(422, "teams.name_empty");
    }

    async fn nobody_learns_of_anothers_team(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        let unknown = format!("/api/teams/{}", Uuid::new_v4());
        for path in ["", "/members", "/usage", "/invitation", "/avatar"] {
            let theirs = ben.get(&format!("{}{path}", team_of(&team))).await;
            let none = ben.get(&format!("{unknown}{path}")).await;
            assert_eq!(theirs.assert_problem(404, "teams.not_found"),
                none.assert_problem(404, "teams.not_found"));
        }
        let disband = ben.post(&format!("{}/disband", team_of(&team)), json!({})).await;
        disband.assert_problem(404, "teams.not_found");
        let enter = ben.post("/api/teams/workspace", json!({ "team_id": team["id"] })).await;
        enter.assert_problem(404, "teams.workspace_not_found");
    }

    // spec §4: "Joining by link needs admin approval."
    // spec §6: "approve join requests"
    async fn who_joins_by_link_waits_until_an_admin_says_yes(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        let shut = ana.get(&format!("{}/invitation", team_of(&team))).await.ok();
        assert_eq!((&shut["open"], &shut["valid"]), (&json!(false), &json!(false)));
        let code = code_of(&shut);
        let early = ben.get(&format!("/api/teams/invitations/{code}")).await;
        early.assert_problem(404, "teams.invitation_invalid");

        let code = open_link(&ana, &team).await;
        let seen = ben.get(&format!("/api/teams/invitations/{code}")).await.ok();
        assert_eq!((&seen["team"], &seen["standing"]), (&json!("The Lamps"), &json!("none")));
        assert_eq!(join(&ben, &code).await.ok()["standing"], "waiting");
        assert_eq!(join(&ben, &code).await.ok()["standing"], "waiting", "asked twice, once asked");

        // Waiting people cannot do anything.
        let listed = ben.get("/api/teams").await.ok()["items"][0].clone();
        assert_eq!((&listed["waiting"], &listed["name"]), (&json!(true), &json!("The Lamps")));
        for path in ["", "/members", "/usage", "/invitation"] {
            let path = format!("{}{path}", team_of(&team));
            ben.get(&path).await.assert_problem(404, "teams.not_found");
        }
        let enter_early = ben.post("/api/teams/workspace", json!({ "team_id": team["id"] })).await;
        enter_early.assert_problem(404, "teams.workspace_not_found");
        let approve = format!("{}/members/{}/approve", team_of(&team), ben.user_id);
        ben.post(&approve, json!({})).await.assert_problem(404, "teams.not_found");

        assert_eq!(ana.get(&team_of(&team)).await.ok()["waiting_members"], 1);
        ana.post(&approve, json!({})).await.ok();
        let members = ben.get(&format!("{}/members", team_of(&team))).await.ok();
        assert_eq!(members["items"][1]["email"], "ben@example.com");
        assert_eq!((&members["items"][1]["role"], &members["items"][1]["waiting"]),
            (&json!("member"), &json!(false)));
        join(&ben, &code).await.assert_problem(409, "teams.already_member");
        ana.post(&approve, json!({})).await.assert_problem(404, "teams.member_not_found");
    }

    // spec §4: "Invite link: open, closed, reset (old link invalid), with expiry date."
    // spec §6: "manage the invite link (reset, disable, expiry)"
    async fn a_link_ends_by_its_date_by_being_closed_and_by_a_reset(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        let path = format!("{}/invitation", team_of(&team));
        let first = open_link(&ana, &team).await;

        let second = ana.post(&format!("{path}/reset"), json!({})).await.ok();
        join(&ben, &first).await.assert_problem(404, "teams.invitation_invalid");
        let second = code_of(&second);
        assert_ne!(first, second);

        ana.patch(&path, json!({ "open": false })).await.ok();
        join(&ben, &second).await.assert_problem(404, "teams.invitation_invalid");
        ana.patch(&path, json!({ "open": true, "days": 2 })).await.ok();
        server.clock().advance(2 * DAY - 1);
        ben.get(&format!("/api/teams/invitations/{second}")).await.ok();
        server.clock().advance(1);
        join(&ben, &second).await.assert_problem(404, "teams.invitation_invalid");
        assert_eq!(ana.get(&path).await.ok()["valid"], false);
        let long = ana.patch(&path, json!({ "days": 91 })).await;
        long.assert_problem(422, "teams.expiry_out_of_range");
        let guess = ben.get("/api/teams/invitations/no-such-code").await;
        guess.assert_problem(404, "teams.invitation_invalid");
    }

    // spec §6: "Team members have pages for members, usage, billing and settings but cannot renew; they are told to switch workspace or contact the admin."
    async fn a_member_manages_nothing(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        take_in(&ana, &ben, &team).await;
        let path = team_of(&team);
        let member = format!("{path}/members/{}", ana.user_id);
        let cap = json!({ "meter": "advanced_credit", "amount": 1 });
        let answers = [
            ben.patch(&path, json!({ "name": "Mine" })).await,
            ben.post(&format!("{path}/disband"), json!({})).await,
            ben.get(&format!("{path}/invitation")).await,
            ben.post(&format!("{path}/invitation/reset"), json!({})).await,
            ben.patch(&format!("{path}/members/{}", ben.user_id), json!({ "role": "admin" })).await,
            ben.delete(&member).await,
            ben.put(&format!("{path}/cap"), cap.clone()).await,
            ben.put(&format!("{member}/cap"), cap).await,
            ben.delete(&format!("{path}/avatar")).await,
        ];
        for answer in answers {
            let problem = answer.assert_problem(403, "identity.team_admin_only");
            assert_eq!(problem["message"], "Please switch workspace or contact the admin");
        }
    }

    async fn a_team_is_never_without_an_admin(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        take_in(&ana, &ben, &team).await;
        let member = |person: &testing::TestPerson| {
            format!("{}/members/{}", team_of(&team), person.user_id)
        };
        ana.delete(&member(&ana)).await.assert_problem(409, "teams.last_admin");
        let less = ana.patch(&member(&ana), json!({ "role": "member" })).await;
        less.assert_problem(409, "teams.last_admin");

        ana.patch(&member(&ben), json!({ "role": "admin" })).await.ok();
        enter(&ana, &team).await;
        ana.delete(&member(&ana)).await.no_content();
        // A person who leaves voluntarily stays signed in, in their own workspace.
        assert_eq!(ana.get("/api/teams").await.ok()["items"], json!([]));
        ben.delete(&member(&ben)).await.assert_problem(409, "teams.last_admin");
    }

    // spec §8: "Device auto-logged-out dialog (device limit, session expiry, team disbanded, member removed)."
    async fn who_is_taken_out_is_signed_out_where_they_worked_in_the_team(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let elsewhere = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        take_in(&ana, &ben, &team).await;
        enter(&ben, &team).await;

        ana.delete(&format!("{}/members/{}", team_of(&team), ben.user_id)).await.no_content();

        let ended = ben.get("/api/teams").await.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "member_removed");
        assert_eq!(elsewhere.get("/api/teams").await.ok()["items"], json!([]));
    }

    // spec §4: "Workspace switching: switching, then complete."
    async fn each_device_works_in_the_workspace_that_was_chosen_on_it(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let phone = server.member("ana@example.com").await;
        let team = found(&server, &ana, 3).await;
        enter(&ana, &team).await;
        assert_eq!(setting::plan(&server, &ana, &team).await, "team");
        let of = |client: &testing::TestPerson| {
            let client = client.client.clone();
            async move { client.get("/api/test/workspace").await.ok()["id"].clone() }
        };
        assert_eq!(of(&ana).await, team["id"]);
        assert_eq!(of(&phone).await, json!(ana.workspace_id));
        ana.post("/api/teams/workspace", json!({ "team_id": null })).await.no_content();
        assert_eq!(of(&ana).await, json!(ana.workspace_id));
    }

    // spec §5: "Team avatar: JPG or PNG, max 800KB."
    async fn a_teams_picture_is_made_anew_and_shown_to_its_members(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let team = found(&server, &ana, 3).await;
        let path = format!("{}/avatar", team_of(&team));
        let put = |kind: &'static str, content: Vec<u8>| {
            let request = Request::builder().method(Method::PUT).uri(&path);
            let request = request.header(CONTENT_TYPE, kind).body(Body::from(content)).unwrap();
            let ana = ana.client.clone();
            async move { ana.send(request).await }
        };
        ana.get(&path).await.assert_problem(404, "teams.avatar_not_found");
        let mut png = std::io::Cursor::new(Vec::new());
        DynamicImage::new_rgb8(300, 200).write_to(&mut png, ImageFormat::Png).unwrap();
        let changed = put("image/png", png.into_inner()).await.ok();
        let shown = changed["avatar"].as_str().unwrap();
        assert!(shown.starts_with(&path), "{shown}");
        let picture = ana.get(shown).await.assert_status(200);
        assert_eq!(picture.header("content-type"), "image/jpeg");
        ben.get(shown).await.assert_problem(404, "teams.not_found");

        put("image/png", b"<svg onload=alert(1)>".to_vec()).await.assert_problem(422, "teams.avatar_type");
        put("image/gif", b"GIF89a".to_vec()).await.assert_problem(422, "teams.avatar_type");
        put("image/png", vec![0; 800_001]).await.assert_problem(413, "teams.avatar_too_large");
        let cut = b"\x89PNG\r\n\x1a\n\0\0".to_vec();
        put("image/png", cut).await.assert_problem(422, "teams.avatar_broken");
        assert_eq!(ana.delete(&path).await.ok()["avatar"], Value::Null);
        ana.get(&path).await.assert_problem(404, "teams.avatar_not_found");
    }
}
