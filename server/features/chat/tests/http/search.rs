//! Finding a past conversation by its words.

use conversations::{Conversation, Filter, ImportedConversation, NewConversation};
use kernel::{ConversationId, Timestamp};
use serde_json::{Value, json};
use store::{Conn, Cursor};
use testing::{Client, TestPerson, TestServer, for_each_store};

use crate::setting::{ECHO, Setting, conversation_path, converse, new_conversation};

async fn titles(client: &Client, query: &str) -> Vec<Value> {
    let found = client.get(&format!("/api/chat/search?q={query}")).await.ok();
    found["items"].as_array().unwrap().iter().map(|hit| hit["title"].clone()).collect()
}

/// More rows than PostgreSQL scans before it uses its index.
const MANY: usize = 2_300;
/// Number of repetitions on one connection: by then PostgreSQL uses a generic plan for the statement.
const TIMES: usize = 7;

/// Creates conversations with `titles`, the oldest first. The fifth is pinned.
async fn write_many(server: &TestServer, person: &TestPerson, titles: &[String]) {
    let began = Timestamp::from_micros(1_780_000_000_000_000);
    let imported: Vec<ImportedConversation> = titles
        .iter()
        .enumerate()
        .map(|(place, title)| {
            let at = began.plus(place as i64);
            let new = NewConversation {
                id: ConversationId::new(at),
                user_id: person.user_id,
                workspace_id: person.workspace_id,
                title: title.clone(),
                model: None,
                bot_id: None,
                temporary: false,
            };
            let pinned = place == 4;
            ImportedConversation::new(
                Conversation { pinned, ..Conversation::new(new, at) },
                Vec::new(),
            )
        })
        .collect();
    let mut tx = server.db().begin().await.unwrap();
    for some in imported.chunks(500) {
        conversations::insert_all_imported(&mut tx, person.user_id, some).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Returns all titles that are found, page by page.
async fn found(conn: &mut Conn, person: &TestPerson, query: &str, filter: &Filter) -> Vec<String> {
    let mut titles = Vec::new();
    let mut cursor = Cursor::FIRST;
    loop {
        let user_id = person.user_id;
        let page = conversations::search_filtered(conn, user_id, query, filter, cursor, 10);
        let page = page.await.unwrap();
        assert!(page.items.len() <= 10);
        titles.extend(page.items.into_iter().map(|hit| hit.title));
        match page.next {
            Some(next) if titles.len() < 60 => cursor = next,
            _ => return titles,
        }
    }
}

for_each_store! {
    async fn rare_and_common_words_are_found_among_many_however_often_they_are_asked_for(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        let title = |place: usize| match place {
            7 => "Number 7 xylophonist".to_owned(),
            20..55 => format!("Number {place} heron"),
            _ => format!("Number {place} sparrow"),
        };
        let titles: Vec<String> = (0..MANY).map(title).collect();
        write_many(&setting.server, &ana, &titles).await;
        write_many(&setting.server, &ben, &["A xylophonist of his own".to_owned()]).await;
        let newest = |word: &str, most: usize| -> Vec<String> {
            titles.iter().rev().filter(|title| title.contains(word)).take(most).cloned().collect()
        };

        let mut conn = setting.server.db().read().await.unwrap();
        let all = Filter::default();
        let pinned = Filter { pinned: Some(true), ..Filter::default() };
        for _ in 0..TIMES {
            assert_eq!(found(&mut conn, &ana, "xylophonist", &all).await, [titles[7].as_str()]);
            assert_eq!(found(&mut conn, &ana, "heron", &all).await, newest("heron", 35));
            assert_eq!(found(&mut conn, &ana, "sparrow", &all).await, newest("sparrow", 60));
            assert_eq!(found(&mut conn, &ana, "number spar", &pinned).await, [titles[4].as_str()]);
            assert!(found(&mut conn, &ana, "albatross", &all).await.is_empty());
            assert_eq!(found(&mut conn, &ben, "xylo", &all).await, ["A xylophonist of his own"]);
            assert!(found(&mut conn, &ben, "heron", &all).await.is_empty());
        }
    }

    async fn a_conversation_is_found_by_words_of_its_messages(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "About the ownership of memory", ECHO, None).await;
        converse(&ana, new_conversation(), "About tea", ECHO, None).await;

        let found = ana.get("/api/chat/search?q=memory+owner").await.ok();

        let hits = found["items"].as_array().unwrap();
        // The title, the question and the answer that repeats it.
        assert_eq!(hits.len(), 3);
        assert_eq!(hits[0]["title"], "About the ownership of memory");
        let snippet = hits[0]["snippet"].as_str().unwrap();
        let [from, to] = [0, 1].map(|n| hits[0]["marks"][0][n].as_u64().unwrap() as usize);
        assert_eq!(&snippet[from..to], "owner");
        assert!(titles(&ana, "memory+coffee").await.is_empty());
        assert!(titles(&ana, "").await.is_empty());
    }

    async fn words_of_scripts_without_spaces_are_found(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "我喜欢人工智能技术", ECHO, None).await;
        converse(&ana, new_conversation(), "مرحبا بالعالم", ECHO, None).await;

        assert_eq!(titles(&ana, "%E4%BA%BA%E5%B7%A5").await.len(), 3);
        assert_eq!(titles(&ana, "%D9%85%D8%B1%D8%AD%D8%A8%D8%A7").await.len(), 3);
    }

    async fn accents_and_points_need_not_be_typed(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        converse(&ana, new_conversation(), "Une visite au café de Bogotá", ECHO, None).await;
        converse(&ana, new_conversation(), "أَهْلًا بكم", ECHO, None).await;
        converse(&ana, new_conversation(), "ฉันชอบปัญญาประดิษฐ์มาก", ECHO, None).await;

        assert_eq!(titles(&ana, "cafe+bogota").await.len(), 3);
        assert_eq!(titles(&ana, "caf%C3%A9").await.len(), 3);
        assert_eq!(titles(&ana, "%D8%A7%D9%87%D9%84%D8%A7").await.len(), 3, "without points");
        assert_eq!(titles(&ana, "%E0%B8%9B%E0%B8%B1%E0%B8%8D%E0%B8%8D%E0%B8%B2").await.len(), 3);
    }

    async fn filters_narrow_what_is_found(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (old, new) = (new_conversation(), new_conversation());
        converse(&ana, old, "Green tea", ECHO, None).await;
        setting.server.clock().advance(3 * kernel::DAY);
        converse(&ana, new, "Black tea", ECHO, None).await;
        let group = ana.post("/api/chat/groups", json!({ "name": "Hot drinks" })).await.created();
        let change = json!({ "group_id": group["id"], "pinned": true, "favorited": true });
        ana.patch(&conversation_path(old), change).await.ok();

        let (green, black) = (json!("Green tea"), json!("Black tea"));
        let first_of = async |query: &str| titles(&ana, query).await.first().cloned();
        assert_eq!(first_of("tea").await.as_ref(), Some(&black));
        for filter in ["group:%22hot+drinks%22", "group:hot", "is:pinned", "is:favorite", "before:2026-11-21"] {
            let found = titles(&ana, &format!("tea+{filter}")).await;
            assert!(found.len() == 3 && found.iter().all(|title| *title == green), "{filter}");
            assert_eq!(titles(&ana, filter).await, std::slice::from_ref(&green), "without words: {filter}");
        }
        assert!(titles(&ana, "tea+after:2026-11-21").await.iter().all(|title| *title == black));
        assert!(titles(&ana, "tea+group:cold").await.is_empty());
        assert!(titles(&ana, "tea+bot:nobody").await.is_empty());
        ana.get("/api/chat/search?q=tea+before:soon").await
            .assert_problem(422, "chat.date_unreadable");
    }

    async fn nobody_finds_what_another_wrote(store) {
        let setting = Setting::new(store).await;
        let (ana, ben) = (setting.ana().await, setting.ben().await);
        converse(&ana, new_conversation(), "A secret garden", ECHO, None).await;

        assert_eq!(titles(&ana, "garden").await.len(), 3);
        assert!(titles(&ben, "garden").await.is_empty());
        let owner = format!("u{}", ana.user_id.0.simple());
        assert!(titles(&ben, &owner).await.is_empty());
    }

    async fn a_new_title_is_found_instead_of_the_old_one(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let conversation = new_conversation();
        converse(&ana, conversation, "x", ECHO, None).await;
        let path = conversation_path(conversation);
        ana.patch(&path, json!({ "title": "Zebra crossing" })).await.ok();
        ana.patch(&path, json!({ "title": "Giraffe" })).await.ok();

        assert_eq!(titles(&ana, "giraffe").await.len(), 1);
        assert!(titles(&ana, "zebra").await.is_empty());
    }

    async fn pages_of_hits_do_not_overlap(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        for _ in 0..3 {
            converse(&ana, new_conversation(), "common word", ECHO, None).await;
        }

        let first = ana.get("/api/chat/search?q=common&limit=5").await.ok();
        let cursor = first["next_cursor"].as_str().unwrap();
        let second = ana.get(&format!("/api/chat/search?q=common&limit=5&cursor={cursor}")).await;

        assert_eq!(first["items"].as_array().unwrap().len(), 5);
        assert_eq!(second.ok()["items"].as_array().unwrap().len(), 4);
    }

    async fn words_are_found_in_every_script_from_their_first_letter_on(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let titles = [
            "서울에서 살아요", "한국어교육을 공부한다", "party 🎉 now", "An AI model", "これは猫",
            "مرحبا بالعالم", "code review",
        ];
        write_many(&setting.server, &ana, &titles.map(str::to_owned)).await;
        let db = setting.server.db();
        let mut conn = db.read().await.unwrap();
        for (query, wanted) in [
            ("서울", 0), ("교육", 1), ("🎉", 2), ("party 🎉", 2), ("ai", 3), ("猫", 4), ("العالم", 5), ("co", 6), ("c", 6),
        ] {
            let found = found(&mut conn, &ana, query, &Filter::default()).await;
            assert_eq!(found, [titles[wanted]], "{query}");
        }
        for query in ["부산", "🎊", "ode"] {
            let found = found(&mut conn, &ana, query, &Filter::default()).await;
            assert!(found.is_empty(), "{query}: {found:?}");
        }
    }
}
