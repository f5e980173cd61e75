//! What people have read reaches nothing but the open web (security SS1, SS3): no address, no redirect and no
//! captions lead to the network behind the server.

use testing::for_each_store;

use crate::setting::{Setting, address};

for_each_store! {
    async fn nothing_behind_the_server_is_read(store) {
        let setting = Setting::new(store).await;
        let port = setting.canary.port();
        let hosts = [
            "127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001", "0", "0.0.0.0", "localhost",
            "foo.localhost", "①②⑦.⓪.⓪.①", "127。0。0。1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
            "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "127%2e0%2e0%2e1",
        ];
        let mut urls: Vec<String> = hosts.iter().map(|host| format!("http://{host}:{port}/")).collect();
        urls.extend([
            format!("http://example.net@127.0.0.1:{port}/"),
            format!("http://127.0.0.1:{port}\\@example.net/"),
            "http://169.254.169.254/latest/meta-data/".to_owned(),
            "http://[fd00:ec2::254]/".to_owned(),
            "http://10.0.0.1/".to_owned(),
            "http://router.local/".to_owned(),
            setting.web.url("leads-away"),
        ]);
        for (number, url) in urls.iter().enumerate() {
            // Nobody may begin so many at once.
            let person = setting.server.member(&format!("p{}@example.com", number / 10)).await;
            let failed = setting.summarized(&person, address(url)).await;
            assert_eq!(failed["state"], "failed", "{url}");
            assert_eq!(failed["problem"]["code"], "web_access.unreachable", "{url}");
            assert_eq!(failed["cause"], serde_json::Value::Null, "{url}: the reason is for the log only");
        }
        assert_eq!(setting.canary.reached(), 0);
    }

    async fn captions_elsewhere_are_judged_too(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, address(&setting.web.url("talk-elsewhere"))).await;
        assert_eq!(kept["kind"], "page");
        assert_eq!(setting.canary.reached(), 0);
    }
}
