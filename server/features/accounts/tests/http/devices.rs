use futures::future::join_all;
use kernel::SECOND;
use serde_json::Value;
use testing::{PASSWORD, for_each_store};

use super::{server, session, sign_in};

const ANA: &str = "ana@example.com";

for_each_store! {
    async fn a_person_sees_their_devices_and_which_one_this_is(store) {
        let server = server(store).await;
        server.member(ANA).await;
        server.member("bob@example.com").await;
        server.clock().advance(SECOND);
        let browser = server.visitor();
        sign_in(&browser, ANA, PASSWORD).await.ok();

        let devices = browser.get("/api/accounts/devices").await.ok();

        let items = devices["items"].as_array().unwrap();
        assert_eq!(items.len(), 2);
        assert_eq!(items[0]["device_name"], "Chrome on Linux");
        assert_eq!(items[0]["client_type"], "web");
        assert_eq!(items[0]["ip"], "127.0.0.1");
        assert_eq!((&items[0]["current"], &items[1]["current"]), (&true.into(), &false.into()));
    }

    async fn a_device_is_signed_out_from_another(store) {
        let server = server(store).await;
        let (here, lost) = (server.member(ANA).await, server.member(ANA).await);
        let stranger = server.member("bob@example.com").await;
        let devices = lost.get("/api/accounts/devices").await.ok();
        let items = devices["items"].as_array().unwrap();
        let id = items.iter().find(|device| device["current"] == true).unwrap()["id"].clone();
        let path = format!("/api/accounts/devices/{}", id.as_str().unwrap());

        stranger.delete(&path).await.assert_problem(404, "accounts.device_not_found");
        here.delete(&path).await.no_content();

        let ended = lost.get("/api/accounts/devices").await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "signed_out");
        here.delete(&path).await.assert_problem(404, "accounts.device_not_found");
        here.delete("/api/accounts/devices/nonsense").await.assert_problem(400, "api.bad_parameter");
    }

    async fn all_other_devices_are_signed_out_at_once(store) {
        let server = server(store).await;
        let here = server.member(ANA).await;
        let others = [server.member(ANA).await, server.member(ANA).await];
        let stranger = server.member("bob@example.com").await;

        here.delete("/api/accounts/devices").await.no_content();

        assert_eq!(here.get("/api/accounts/devices").await.ok()["items"].as_array().unwrap().len(), 1);
        for other in others {
            other.get("/api/accounts/devices").await.assert_problem(401, "identity.session_ended");
        }
        stranger.get("/api/accounts/devices").await.ok();
    }

    // spec §8: "Device auto-logged-out dialog (device limit, session expiry"
    async fn the_eleventh_device_signs_out_the_one_not_used_for_longest_and_it_is_told(store) {
        let server = server(store).await;
        let first = server.member(ANA).await;
        server.clock().advance(SECOND);
        let second = server.member(ANA).await;
        for _ in 0..8 {
            server.clock().advance(SECOND);
            server.member(ANA).await;
        }
        // The first is used again, so the second is the one.
        server.clock().advance(600 * SECOND);
        first.get("/api/accounts/devices").await.ok();
        let mut hints = server.services.bus.subscribe_to_user(first.user_id);

        sign_in(&server.visitor(), ANA, PASSWORD).await.ok();

        first.get("/api/accounts/devices").await.ok();
        let hint: Value = serde_json::from_str(&hints.next().await.unwrap()).unwrap();
        assert_eq!((&hint["event"], &hint["reason"]), (&"session.ended".into(), &"device_limit".into()));
        let ended = second.get("/api/accounts/devices").await;
        let ended = ended.assert_problem(401, "identity.session_ended");
        assert_eq!(ended["params"]["reason"], "device_limit");
        assert_eq!(session(&second).await["ended_reason"], "device_limit");
        assert_eq!(session(&second).await["ended_reason"], Value::Null);
    }

    async fn twenty_sign_ins_at_once_leave_ten_devices(store) {
        let server = server(store).await;
        let ana = server.member(ANA).await;
        let browsers: Vec<_> = (0..20).map(|_| server.visitor()).collect();

        let sign_ins = browsers.iter().map(|browser| sign_in(browser, ANA, PASSWORD));
        for answer in join_all(sign_ins).await {
            answer.ok();
        }

        let mut conn = server.db().read().await.unwrap();
        let live = server.services.identity.list_sessions(&mut conn, ana.user_id).await.unwrap();
        assert_eq!(live.len(), 10);
    }
}
