//! A whole account: out of one server, into another.

use std::io::{Cursor, Read};

use axum::body::Body;
use http::{Method, Request};
use image::{DynamicImage, ImageFormat, RgbImage};
use kernel::{ConversationId, FileId, MessageId};
use serde_json::{Value, json};
use testing::{FakeProvider, NOW, TestPerson, TestServer, TestStore, for_each_store};
use zip::ZipArchive;

use crate::setting::{archive_of, chats, import, text_of, zip};

pub async fn start_whole(store: TestStore) -> (TestServer, FakeProvider) {
    let server = TestServer::with(store, |services| {
        vec![
            chat::area(services),
            documents::area(services, documents::Settings::default()),
            bots::area(services, bots::Settings::default()),
            prompts::area(services),
            runs::area(),
            portability::area(services),
        ]
    })
    .await;
    let provider = FakeProvider::start_with(&["gpt-4o-mini-echo"]).await;
    let new = providers::NewConnection {
        name: "Fake".to_owned(),
        protocol: providers::Protocol::OpenaiCompatible,
        base_url: Some(provider.openai_url()),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
    (server, provider)
}

pub async fn upload(server: &TestServer, person: &TestPerson, name: &str, content: &[u8]) -> Value {
    upload_as(server, person, FileId::new(NOW), name, content).await
}

async fn upload_as(
    server: &TestServer,
    person: &TestPerson,
    id: FileId,
    name: &str,
    content: &[u8],
) -> Value {
    let body = json!({ "id": id, "name": name, "size_bytes": content.len() });
    let begun = person.post("/api/documents/files", body).await.created();
    let path = format!("/api/documents/files/{}", begun["id"].as_str().unwrap());
    for (index, chunk) in content.chunks(1_048_576).enumerate() {
        let request = Request::builder()
            .method(Method::PATCH)
            .uri(&path)
            .header("content-type", "application/offset+octet-stream")
            .header("upload-offset", (index * 1_048_576).to_string())
            .body(Body::from(chunk.to_vec()));
        person.send(request.unwrap()).await.ok();
    }
    server.run_jobs().await;
    person.get(&path).await.ok()
}

/// Asks about files in a new conversation, and waits for the answer.
pub async fn ask(server: &TestServer, person: &TestPerson, text: &str, files: &[&Value]) {
    let attachments: Vec<&Value> = files.iter().map(|file| &file["id"]).collect();
    let body = json!({ "id": MessageId::new(NOW), "parent_id": null, "text": text,
        "model": "fake/gpt-4o-mini-echo", "attachments": attachments });
    let path = format!("/api/chat/conversations/{}/messages", ConversationId::new(NOW));
    person.post(&path, body).await.accepted();
    server.services.generation.wait_idle().await;
    server.run_jobs().await;
}

fn png() -> Vec<u8> {
    let mut content = Cursor::new(Vec::new());
    let picture = RgbImage::from_fn(300, 200, |x, y| image::Rgb([x as u8, y as u8, 7]));
    DynamicImage::from(picture).write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}

async fn put_icon(person: &TestPerson, bot: &str) {
    let request = Request::put(format!("{bot}/icon")).header("content-type", "image/png");
    person.send(request.body(Body::from(png())).unwrap()).await.ok();
}

/// Returns the chat that began with these words, whatever a model named it.
pub async fn chat_about(person: &TestPerson, words: &str) -> Value {
    for chat in chats(person).await {
        let path = format!("/api/chat/conversations/{}", chat["id"].as_str().unwrap());
        let chat = person.get(&path).await.ok();
        if text_of(&chat["messages"][0]).contains(words) {
            return chat;
        }
    }
    panic!("no chat about {words}");
}

/// Returns the bytes of the files in an archive whose names begin so.
pub fn entries(archive: &[u8], start: &str) -> Vec<(String, Vec<u8>)> {
    let mut zip = ZipArchive::new(Cursor::new(archive)).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    let wanted = names.into_iter().filter(|name| name.starts_with(start));
    wanted
        .map(|name| {
            let mut bytes = Vec::new();
            zip.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
            (name, bytes)
        })
        .collect()
}

async fn content_of(person: &TestPerson, file: &Value) -> Vec<u8> {
    let path = format!("/api/documents/files/{}/content", file["id"].as_str().unwrap());
    person.get(&path).await.assert_status(200).body.to_vec()
}

for_each_store! {
    // issue 3: "the whole account as an archive that comes back byte for byte, proved by a test"
    async fn attached_files_come_back_byte_for_byte(store) {
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        let lease = upload(&here, &ana, "عقد lease.md", "# Lease\nThe rent is 900.".as_bytes()).await;
        let long = "The river is long.\n\n".repeat(150_000);
        let rivers = upload(&here, &ana, "rivers.txt", long.as_bytes()).await;
        let photo = upload(&here, &ana, "photo.png", &png()).await;
        let draft = upload(&here, &ana, "draft.txt", b"never sent").await;
        ask(&here, &ana, "How much is the rent?", &[&lease, &photo]).await;
        let photo_bytes = content_of(&ana, &photo).await;
        ask(&here, &ana, "And the rivers?", &[&lease]).await;
        let archive = archive_of(&ana).await;
        let mut blobs = entries(&archive, "blobs/");
        blobs.sort();
        let mut wanted = vec![
            (format!("blobs/documents/{}", lease["id"].as_str().unwrap()), b"# Lease\nThe rent is 900.".to_vec()),
            (format!("blobs/documents/{}", photo["id"].as_str().unwrap()), photo_bytes.clone()),
        ];
        wanted.sort();
        assert!(blobs == wanted, "what messages have, and neither drafts ({}) nor others ({})", draft["id"], rivers["id"]);

        let (there, provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        let done = import(&there, &other, &archive).await;
        assert_eq!(done["report"]["unmapped"], json!([]), "{done}");
        assert_eq!(done["report"]["other"]["documents"], 2);
        assert_eq!(done["report"]["other"]["blobs"], 2);
        assert!(archive_of(&other).await == archive, "byte for byte");
        assert!(content_of(&other, &photo).await == photo_bytes);
        let read = other.get(&format!("/api/documents/files/{}", lease["id"].as_str().unwrap())).await.ok();
        assert_eq!((&read["state"], &read["name"]), (&json!("parsed"), &lease["name"]));
        assert_eq!(read["words"], lease["words"]);

        // It continues where it ended: the model reads the file as before.
        let chat = chat_about(&other, "And the rivers?").await;
        let path = format!("/api/chat/conversations/{}/messages", chat["conversation"]["id"].as_str().unwrap());
        let next = json!({ "id": MessageId::new(NOW), "parent_id": chat["leaf_id"], "text": "Sure?", "model": "fake/gpt-4o-mini-echo" });
        other.post(&path, next).await.accepted();
        there.services.generation.wait_idle().await;
        let given = provider.calls().last().unwrap().body["messages"].to_string();
        assert!(given.contains("The rent is 900."), "{given}");

        // Twice is once; and a file that a message has stays.
        assert_eq!(import(&there, &other, &archive).await["report"]["unmapped"], json!([]));
        other.delete(&format!("/api/documents/files/{}", lease["id"].as_str().unwrap())).await
            .assert_problem(409, "files.in_use");

        // On the same server the files are Ana's.
        let ben = here.member("ben@example.com").await;
        import(&here, &ben, &archive).await;
        ben.get(&format!("/api/documents/files/{}", lease["id"].as_str().unwrap())).await
            .assert_problem(404, "files.not_found");
        assert!(archive_of(&ana).await == archive, "untouched");
    }

    // issue 3: "the whole account as an archive that comes back byte for byte, proved by a test"
    async fn documents_come_back_with_their_chats_and_collections(store) {
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        let lease = b"%PDF-plain\nThe rent is 900.\x0cPets are welcome.";
        let (id, file_id) = (FileId::new(NOW), FileId::new(NOW));
        let source = json!({ "type": "upload", "file_id": file_id, "name": "lease.pdf", "size_bytes": lease.len() });
        ana.post("/api/documents/library", json!({ "id": id, "source": source })).await.created();
        upload_as(&here, &ana, file_id, "lease.pdf", lease).await;
        let path = format!("/api/documents/library/{id}");
        let collection = json!({ "id": FileId::new(NOW), "name": "Flats", "document_ids": [id] });
        let collection = ana.post("/api/documents/collections", collection).await.created();
        let conversation = ConversationId::new(NOW);
        ana.call(Method::PUT, &format!("{path}/chats/{conversation}"), None).await.no_content();
        let body = json!({ "id": MessageId::new(NOW), "parent_id": null, "text": "How much is the rent?",
            "model": "fake/gpt-4o-mini-echo" });
        ana.post(&format!("/api/chat/conversations/{conversation}/messages"), body).await.accepted();
        here.services.generation.wait_idle().await;
        here.run_jobs().await;
        let archive = archive_of(&ana).await;
        assert!(entries(&archive, "blobs/") == [(format!("blobs/library/{id}"), lease.to_vec())]);

        let (there, _provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        for _ in 0..2 {
            let done = import(&there, &other, &archive).await;
            assert_eq!(done["report"]["unmapped"], json!([]), "{done}");
            assert!(archive_of(&other).await == archive, "byte for byte");
        }
        assert_eq!(other.get(&path).await.ok(), ana.get(&path).await.ok());
        let flats = format!("/api/documents/collections/{}", collection["id"].as_str().unwrap());
        assert_eq!(other.get(&flats).await.ok(), ana.get(&flats).await.ok());
        let chats = other.get(&format!("{path}/chats")).await.ok();
        assert_eq!(chats["items"][0]["conversation_id"], json!(conversation));
        let content = format!("/api/documents/files/{file_id}/content");
        assert!(other.get(&content).await.assert_status(200).body == lease[..]);
    }

    // issue 3: "the whole account as an archive that comes back byte for byte, proved by a test"
    async fn bots_and_prompts_come_back_as_they_were(store) {
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        let chef = json!({ "name": "Chef 厨师", "description": "Cooks", "welcome": "What is in the fridge?",
            "prompt": "Answer with one recipe.", "model": "fake/gpt-4o-mini-echo", "accessibility": "link", "cap": 50, "published": true,
            "starters": ["What can I cook?"], "tools": ["web_search"] });
        let bot = ana.post("/api/bots", chef).await.created();
        let bot = format!("/api/bots/{}", bot["id"].as_str().unwrap());
        put_icon(&ana, &bot).await;
        let guide = upload(&here, &ana, "guide.txt", b"Eggs keep for three weeks.").await;
        ana.post(&format!("{bot}/files"), json!({ "file_id": guide["id"] })).await.ok();
        ana.patch(&format!("{bot}/marks"), json!({ "favorited": true, "pinned": true })).await.ok();
        let draft = json!({ "name": "Draft", "description": "", "welcome": "", "prompt": "", "model": null,
            "accessibility": "only_me", "published": false });
        ana.post("/api/bots", draft).await.created();
        let mail = json!({ "name": "Mail", "description": "Polite", "content": "Write to {{name}}." });
        let prompt = ana.post("/api/prompts", mail).await.created();
        let prompt = format!("/api/prompts/{}", prompt["id"].as_str().unwrap());
        ana.patch(&format!("{prompt}/marks"), json!({ "favorited": true })).await.ok();
        here.clock().advance(60 * kernel::SECOND);
        ana.patch(&prompt, json!({ "content": "Write kindly to {{name}}." })).await.ok();
        let archive = archive_of(&ana).await;
        assert_eq!(entries(&archive, "blobs/bots/").len(), 1);

        let (there, _provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        let done = import(&there, &other, &archive).await;
        assert_eq!(done["report"]["unmapped"], json!([]), "{done}");
        assert_eq!(done["report"]["other"]["bots"], 2);
        assert_eq!(done["report"]["other"]["prompts"], 1);
        assert!(archive_of(&other).await == archive, "byte for byte");

        let icon = ana.get(&format!("{bot}/icon")).await.assert_status(200).body;
        assert_eq!(other.get(&format!("{bot}/icon")).await.assert_status(200).body, icon);
        let (mine, theirs) = (ana.get(&bot).await.ok(), other.get(&bot).await.ok());
        for field in ["name", "description", "welcome", "prompt", "model", "accessibility", "published", "icon", "favorited", "pinned", "budget", "starters", "tools", "files"] {
            assert_eq!(mine[field], theirs[field], "{field}");
        }
        assert_eq!(theirs["files"][0]["name"], "guide.txt");
        assert_eq!(content_of(&other, &guide).await, b"Eggs keep for three weeks.");
        for path in [prompt.clone(), format!("{prompt}/versions")] {
            assert_eq!(ana.get(&path).await.ok(), other.get(&path).await.ok(), "{path}");
        }
        assert_eq!(import(&there, &other, &archive).await["report"]["unmapped"], json!([]));
        assert!(archive_of(&other).await == archive, "byte for byte");

        // Changes made since stay.
        there.clock().advance(60 * kernel::SECOND);
        other.delete(&format!("{bot}/icon")).await.no_content();
        there.run_jobs().await;
        import(&there, &other, &archive).await;
        assert_eq!(other.get(&bot).await.ok()["icon"], json!(null));
        assert!(there.services.files.list(Some("bots")).await.unwrap().is_empty());
    }

    async fn summaries_come_back_behind_the_messages_that_they_cover(store) {
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        ask(&here, &ana, "Tell me of rivers", &[]).await;
        let chat = chat_about(&ana, "Tell me of rivers").await;
        let summary = json!({ "id": FileId::new(NOW), "conversation_id": chat["conversation"]["id"],
            "until_message_id": chat["messages"][1]["id"], "text": "Ana asks of rivers.", "edited": true,
            "model": "fake/gpt-4o-mini-echo", "model_name": "gpt-4o-mini-echo",
            "created_at": "2026-11-21T10:00:00.000000Z", "updated_at": "2026-11-21T11:00:00.000000Z" });
        let lines = format!("{summary}\n");
        let archive = entries(&archive_of(&ana).await, "");
        let with_summary: Vec<(&str, &[u8])> = archive
            .iter()
            .map(|(path, bytes)| {
                let is_it = path == "summaries.jsonl";
                (path.as_str(), if is_it { lines.as_bytes() } else { bytes.as_slice() })
            })
            .collect();

        let (there, _provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        let done = import(&there, &other, &zip(&with_summary)).await;
        assert_eq!(done["report"]["unmapped"], json!([]), "{done}");
        assert_eq!(done["report"]["other"]["summaries"], 1);
        let again = entries(&archive_of(&other).await, "summaries.jsonl").remove(0).1;
        assert_eq!(serde_json::from_slice::<Value>(&again).unwrap(), summary);
    }

    // A person's marks on others' things refer to things that exist here, or are listed.
    async fn favourites_of_others_come_back_where_these_are(store) {
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        let ben = here.member("ben@example.com").await;
        let chef = json!({ "name": "Chef", "description": "", "welcome": "", "prompt": "Cook.", "model": null,
            "accessibility": "public", "published": true });
        let bot = ben.post("/api/bots", chef).await.created();
        let bot = format!("/api/bots/{}", bot["id"].as_str().unwrap());
        let mail = json!({ "name": "Mail", "description": "", "content": "Write to {{name}}.", "public": true });
        let prompt = ben.post("/api/prompts", mail).await.created();
        let prompt = format!("/api/prompts/{}", prompt["id"].as_str().unwrap());
        let given = ana.get("/api/prompts?tab=public").await.ok();
        let given = given["items"].as_array().unwrap().iter().find(|one| one["built_in"] == true).unwrap();
        let given = format!("/api/prompts/{}", given["id"].as_str().unwrap());
        let mark = async |person: &TestPerson, path: &str, marks: Value| {
            person.patch(&format!("{path}/marks"), marks).await.ok();
        };
        mark(&ana, &bot, json!({ "favorited": true, "pinned": true })).await;
        mark(&ana, &prompt, json!({ "favorited": true })).await;
        mark(&ana, &given, json!({ "favorited": true })).await;
        let archive = archive_of(&ana).await;

        // A person with access to the same things.
        let cat = here.member("cat@example.com").await;
        let done = import(&here, &cat, &archive).await;
        assert_eq!(done["report"]["unmapped"], json!([]), "{done}");
        assert_eq!(done["report"]["other"]["marked_bots"], 1);
        assert_eq!(done["report"]["other"]["favorite_prompts"], 2);
        let seen = cat.get(&bot).await.ok();
        assert_eq!((&seen["favorited"], &seen["pinned"], &seen["mine"]), (&json!(true), &json!(true), &json!(false)));
        for path in [&prompt, &given] {
            assert_eq!(cat.get(path).await.ok()["favorited"], true);
        }
        assert!(archive_of(&cat).await == archive, "byte for byte");

        // Changes made since stay, and things no longer accessible are listed.
        mark(&cat, &bot, json!({ "favorited": false, "pinned": false })).await;
        ben.patch(&prompt, json!({ "public": false })).await.ok();
        let again = import(&here, &cat, &archive).await;
        assert_eq!(cat.get(&bot).await.ok()["favorited"], false);
        assert_eq!(again["report"]["unmapped_counts"], json!({ "not_here": 1 }));

        let (there, _provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        let done = import(&there, &other, &archive).await;
        assert_eq!(done["report"]["unmapped_counts"], json!({ "not_here": 2 }), "{done}");
        let unmapped = done["report"]["unmapped"].to_string();
        assert!(unmapped.contains("Chef") && unmapped.contains("Mail"), "{unmapped}");
        assert_eq!(other.get(&given).await.ok()["favorited"], true);
    }

    async fn what_is_no_picture_becomes_no_bot_s_picture(store) {
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        let chef = json!({ "name": "Chef", "description": "", "welcome": "", "prompt": "Cook.", "model": null,
            "accessibility": "public", "published": true });
        let bot = ana.post("/api/bots", chef).await.created();
        let bot = format!("/api/bots/{}", bot["id"].as_str().unwrap());
        put_icon(&ana, &bot).await;
        let archive = entries(&archive_of(&ana).await, "");
        let files: Vec<(&str, &[u8])> = archive
            .iter()
            .map(|(path, bytes)| {
                let is_icon = path.starts_with("blobs/");
                (path.as_str(), if is_icon { &b"<svg onload='alert(1)'/>"[..] } else { bytes.as_slice() })
            })
            .collect();

        let (there, _provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        let done = import(&there, &other, &zip(&files)).await;
        assert_eq!(done["report"]["unmapped_counts"], json!({ "file": 1 }));
        assert_eq!(other.get(&bot).await.ok()["icon"], json!(null));
        assert!(there.services.files.list(Some("bots")).await.unwrap().is_empty());
    }
}

// On one database: its bytes lie in the storage of files, and take a minute on a slow machine.
#[test]
fn a_large_file_comes_back_and_a_false_one_does_not() {
    testing::run(async {
        let store = TestStore::Sqlite;
        let (here, _provider) = start_whole(store).await;
        let ana = here.member("ana@example.com").await;
        // More than one part of storage.
        let noise: Vec<u8> = (0..5_300_000_u32)
            .map(|at| if at % 90_000 == 0 { b' ' } else { b'a' + (at.wrapping_mul(at) % 26) as u8 })
            .collect();
        let file = upload(&here, &ana, "noise.txt", &noise).await;
        assert_eq!(file["state"], "parsed", "{file}");
        ask(&here, &ana, "Noise", &[&file]).await;
        let archive = archive_of(&ana).await;

        let (there, _provider) = start_whole(store).await;
        let other = there.member("other@example.com").await;
        import(&there, &other, &archive).await;
        assert!(content_of(&other, &file).await == noise);

        let name = format!("blobs/documents/{}", file["id"].as_str().unwrap());
        let lines = entries(&archive, "");
        for false_bytes in [&b"other"[..], &noise[..noise.len() - 1], &[&noise[..], b"!"].concat()]
        {
            let files: Vec<(&str, &[u8])> = lines
                .iter()
                .map(|(path, bytes)| {
                    (path.as_str(), if *path == name { false_bytes } else { bytes.as_slice() })
                })
                .collect();
            let (third, _provider) = start_whole(store).await;
            let cat = third.member("cat@example.com").await;
            let done = import(&third, &cat, &zip(&files)).await;
            assert_eq!(done["report"]["unmapped_counts"], json!({ "file": 1 }), "{done}");
            assert_eq!(text_of(&chat_about(&cat, "Noise").await["messages"][0]), "Noise");
            assert!(third.services.files.list(Some("documents")).await.unwrap().is_empty());
        }
    });
}
