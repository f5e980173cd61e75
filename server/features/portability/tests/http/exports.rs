//! Exports of one chat: its images, its diagrams, and the language of labels.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use image::GenericImageView;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::account::{ask, chat_about, entries, start_whole, upload};
use crate::setting::{chat_named, import, start};

/// A photo that is rotated, with metadata: place, time and camera.
const PHONE: &[u8] = include_bytes!("../../../../platform/pictures/tests/pictures/phone.jpg");
const DIAGRAM: &[u8] = include_bytes!("../fixtures/diagram.png");

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|at| at == text.as_bytes())
}

for_each_store! {
    async fn attached_pictures_are_in_the_file_upright_and_say_nothing_else(store) {
        let (server, _provider) = start_whole(store).await;
        let ana = server.member("ana@example.com").await;
        let photo = upload(&server, &ana, "photo.jpg", PHONE).await;
        let notes = upload(&server, &ana, "notes.txt", b"Milk").await;
        ask(&server, &ana, "What is on it?", &[&photo, &notes]).await;
        let chat = chat_about(&ana, "What is on it?").await;
        let path = format!("/api/portability/chats/{}", chat["conversation"]["id"].as_str().unwrap());

        let docx = ana.get(&format!("{path}?format=docx")).await.assert_status(200).body;
        let media = entries(&docx, "word/media/");
        let [(name, picture)] = &media[..] else { panic!("one picture") };
        assert_eq!(name, "word/media/picture1.jpeg");
        let before = image::load_from_memory(PHONE).unwrap().dimensions();
        let (width, height) = image::load_from_memory(picture).unwrap().dimensions();
        assert_eq!((height, width), before);
        assert!(holds(PHONE, "Phonemaker") && !holds(picture, "Phonemaker"));

        let html = ana.get(&format!("{path}?format=html")).await;
        let html = html.text();
        let shown = html.split("data:image/jpeg;base64,").nth(1).unwrap().split('"').next().unwrap();
        assert!(STANDARD.decode(shown).unwrap() == *picture);
        assert!(html.contains("📎 <bdi>notes.txt</bdi>") && html.contains("img-src data:"));
        let markdown = ana.get(&format!("{path}?format=markdown")).await;
        assert!(markdown.text().contains("📎 photo.jpg"));
    }

    async fn drawn_diagrams_are_in_the_document(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let mut chats: Value = serde_json::from_slice(include_bytes!("../fixtures/claude.json")).unwrap();
        chats[0]["chat_messages"][2]["text"] = json!("So:\n\n```mermaid\ngraph TD\n  A --> B\n```");
        import(&server, &ana, chats.to_string().as_bytes()).await;
        let chat = chat_named(&ana, "A recipe").await;
        let path = format!("/api/portability/chats/{}?format=docx", chat["conversation"]["id"].as_str().unwrap());
        let drawn = |content: &[u8]| {
            let picture = STANDARD.encode(content);
            json!({ "diagrams": [{ "code": "graph TD\n  A --> B\n", "picture": picture }] })
        };

        let docx = ana.post(&path, drawn(DIAGRAM)).await.assert_status(200).body;
        let media = entries(&docx, "word/media/");
        assert_eq!(media, [("word/media/picture1.png".to_owned(), DIAGRAM.to_vec())]);
        let text = String::from_utf8(entries(&docx, "word/document.xml").remove(0).1).unwrap();
        assert!(text.contains("descr=\"graph TD\n  A --&gt; B\""), "{text}");
        let plain = ana.get(&path).await.assert_status(200).body;
        assert!(entries(&plain, "word/media/").is_empty(), "without a picture it stays code");

        ana.post(&path, drawn(b"<svg onload='alert(1)'/>")).await
            .assert_problem(422, "portability.diagram_wrong");
        ben.post(&path, drawn(DIAGRAM)).await.assert_problem(404, "portability.chat_not_found");
    }

    async fn a_file_speaks_the_language_of_who_asks(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        import(&server, &ana, include_bytes!("../fixtures/claude.json")).await;
        let chat = chat_named(&ana, "A recipe").await;
        let path = format!("/api/portability/chats/{}", chat["conversation"]["id"].as_str().unwrap());
        for (locale, you, root) in [
            ("ar", "أنت", "<html lang=\"ar\" dir=\"rtl\">"),
            ("zh-CN", "您", "<html lang=\"zh-CN\" dir=\"ltr\">"),
            ("fr", "You", "<html lang=\"en\" dir=\"ltr\">"),
        ] {
            let html = ana.get(&format!("{path}?format=html&locale={locale}")).await;
            assert!(html.text().contains(root) && html.text().contains(&format!("<bdi>{you}</bdi>")));
        }
    }
}
