//! Programs that models write. Their process is a script here; the real one is tested with the program.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use area::Services;
use axum::body::Body;
use code_sandbox::CodeSandbox;
use http::Request;
use kernel::{ConversationId, FileId, MessageId};
use parsing::Sandbox;
use serde_json::{Value, json};
use testing::{NOW, TestPerson, TestStore, for_each_store};
use tools::Settings;

use crate::setting::{Setting, USES, answer, calls, finished, send_to};

/// Says what it was given in a file beside it, and writes `total.txt`.
const SCRIPT: &str = "#!/bin/sh\n\
    /bin/cat > \"$0.given\"\n\
    printf '{\"head\":{\"printed\":\"cities: 2\\\\n\",\"error\":\"ValueError: bad\"},\"files\":[[\"total.txt\",3]]}\\n311'\n";

/// Returns a setting with an interpreter, and the file that says what it was given.
async fn setting(store: TestStore) -> (Setting, tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("interpreter");
    fs::write(&script, SCRIPT).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let given = folder.path().join("interpreter.given");
    let change = move |services: Services| {
        let code = CodeSandbox::new(services.memory.clone(), Sandbox::new(script));
        Services { code, ..services }
    };
    let setting = Setting::changed(store, Settings::default(), testing::BASE_URL, change).await;
    (setting, folder, given)
}

/// Sends a message with a file in a new chat: others do without the tool.
async fn send(setting: &Setting, person: &TestPerson, text: &str) -> Value {
    let id = FileId::new(NOW).to_string();
    let new = json!({ "id": id, "name": "notes.txt", "size_bytes": 3 });
    person.post("/api/documents/files", new).await.created();
    let chunk = Request::patch(format!("/api/documents/files/{id}"))
        .header("content-type", "application/offset+octet-stream")
        .header("upload-offset", "0")
        .body(Body::from("abc"));
    person.send(chunk.unwrap()).await.ok();
    setting.server.run_jobs().await;
    let path = format!("/api/chat/conversations/{}/messages", ConversationId::new(NOW));
    let message = json!({ "id": MessageId::new(NOW), "parent_id": null, "text": text, "model": USES,
        "attachments": [id] });
    person.post(&path, message).await.accepted()
}

for_each_store! {
    async fn a_model_runs_a_program_and_the_person_gets_its_files(store) {
        let (setting, _folder, given) = setting(store).await;
        let ana = setting.server.member("ana@example.com").await;

        let sent = send(&setting, &ana, "run_code {\"language\":\"python\",\"code\":\"print(1)\"}").await;
        finished(&ana, &sent).await;

        let first = answer(&ana, &sent).await;
        assert_eq!(first["state"], "completed");
        let call = calls(&first).remove(0);
        assert_eq!((&call["title"], &call["state"]), (&json!("Run code"), &json!("completed")));
        let output = call["output"].as_str().unwrap();
        assert!(output.starts_with("cities: 2\n\nThe program ended early:\nValueError: bad"), "{output}");
        assert!(output.contains("The person sees these files"), "{output}");
        let file = &first["parts"][1];
        assert_eq!((&file["name"], &file["media_type"]), (&json!("total.txt"), &json!("text/plain")));
        assert!(fs::read_to_string(&given).unwrap().contains("\"code\":\"print(1)\""));

        // The next program reads what the last one wrote.
        let conversation = sent["conversation"]["id"].as_str().unwrap();
        let text = "run_code {\"language\":\"javascript\",\"code\":\"1\",\"files\":[\"total.txt\"]}";
        let more = send_to(&ana, conversation, &first["id"], text, USES).await;
        finished(&ana, &more).await;
        assert_eq!(calls(&answer(&ana, &more).await)[0]["state"], "completed");
        let program = fs::read_to_string(&given).unwrap();
        assert!(program.contains("[[\"total.txt\",3]]") && program.ends_with("\n311"), "{program}");
    }

    async fn a_call_that_cannot_be_made_says_why(store) {
        let (setting, _folder, given) = setting(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let long = "x".repeat(65_537);
        for (arguments, why) in [
            ("{}".to_owned(), "The arguments are wrong: missing field `language`"),
            ("{\"language\":\"perl\",\"code\":\"1\"}".to_owned(), "The arguments are wrong: unknown variant `perl`"),
            (
                "{\"language\":\"python\",\"code\":\"1\",\"files\":[\"none.csv\"]}".to_owned(),
                "There is no file named \"none.csv\" in this chat.",
            ),
            (format!("{{\"language\":\"python\",\"code\":\"{long}\"}}"), "The program is too long."),
        ] {
            let sent = send(&setting, &ana, &format!("run_code {arguments}")).await;
            finished(&ana, &sent).await;
            let call = calls(&answer(&ana, &sent).await).remove(0);
            assert_eq!(call["state"], "failed");
            assert!(call["output"].as_str().unwrap().contains(why), "{}", call["output"]);
        }
        assert!(!given.exists(), "no program was run");
    }
}
