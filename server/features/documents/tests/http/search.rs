use kernel::FileId;
use parsing::{Page, Parsed};
use retrieval::{Passages, find_passages, nearest, store_passages, store_vectors};
use testing::{TestPerson, for_each_store};

use crate::setting::{Setting, begin};

for_each_store! {
    async fn among_many_passages_rare_words_decide_and_common_ones_still_find(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let file_id = begin_file(&ana, "log.txt").await;
        let text = |number: u32| match number {
            4_000 => "The boat of the keeper was the Albatross.".to_owned(),
            _ => format!("The keeper wrote the height of the tide, {number}."),
        };
        let pages = (1..=5_001).map(|number| Page { number, title: None, text: text(number) });
        let log = Parsed::of_pages(pages.collect());
        let services = &setting.server.services;
        let mut tx = services.db.begin().await.unwrap();
        store_passages(&mut tx, Passages::of(file_id, &log)).await.unwrap();
        tx.commit().await.unwrap();

        let mut conn = services.db.read().await.unwrap();
        let mut find = async |question: &str| {
            let found = find_passages(&mut conn, &[file_id], question, 5).await.unwrap();
            found.into_iter().map(|passage| passage.page).collect::<Vec<_>>()
        };
        assert_eq!(find("What was the name of the keeper's Albatross?").await, [4_000]);
        assert_eq!(find("the tide of the keeper").await.len(), 5, "all of its words are common");
        assert_eq!(find("the tide of Venus").await.len(), 5, "one of its words is nowhere");
        assert!(find("Venus").await.is_empty());
    }

    async fn the_nearest_are_those_that_a_look_at_every_vector_gives(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let (old, sketched) = (begin_file(&ana, "a.txt").await, begin_file(&ana, "b.txt").await);
        let db = &setting.server.services.db;
        let mut random = Random(7);
        let mut known: Vec<(FileId, i64, Vec<f32>)> = Vec::new();
        let mut tx = db.begin().await.unwrap();
        for (file_id, count) in [(old, 520), (sketched, 300)] {
            let vectors: Vec<(i64, Vec<f32>)> = (0..count).map(|at| (at, random.vector())).collect();
            store_vectors(&mut tx, file_id, "small", &vectors).await.unwrap();
            known.extend(vectors.into_iter().map(|(at, vector)| (file_id, at, vector)));
        }
        // As before there were sketches.
        let sql = "DELETE FROM passage_sketches WHERE file_id = $1";
        ::store::sql!(&mut tx, execute, sql, old).unwrap();
        // One is made again, and one by another model.
        let again = random.vector();
        store_vectors(&mut tx, sketched, "small", &[(7, again.clone())]).await.unwrap();
        store_vectors(&mut tx, sketched, "other", &[(8, random.vector())]).await.unwrap();
        tx.commit().await.unwrap();
        known.retain(|(file_id, at, _)| *file_id == old || ![7, 8].contains(at));
        known.push((sketched, 7, again));

        let mut conn = db.read().await.unwrap();
        for _ in 0..3 {
            let wanted = random.vector();
            let found = nearest(&mut conn, &[old, sketched], "small", &wanted, 50).await.unwrap();
            assert_eq!(found, nearest_of(&known, &wanted, 50));
        }
        let wanted = random.vector();
        let found = nearest(&mut conn, &[old, sketched], "other", &wanted, 50).await.unwrap();
        assert_eq!(found, [(sketched, 8)]);
        drop(conn);

        let newest = random.vector();
        let mut tx = db.begin().await.unwrap();
        store_vectors(&mut tx, old, "small", &[(600, newest.clone())]).await.unwrap();
        let sql = "SELECT COUNT(*) FROM passage_sketches WHERE file_id = $1";
        let (blocks,) = ::store::sql!(&mut tx, one(i64,), sql, old).unwrap();
        assert_eq!(blocks, 3, "with its next vector all of a file is sketched, 256 passages in a row");
        tx.commit().await.unwrap();
        known.push((old, 600, newest));
        let mut conn = db.read().await.unwrap();
        let found = nearest(&mut conn, &[old, sketched], "small", &wanted, 50).await.unwrap();
        assert_eq!(found, nearest_of(&known, &wanted, 50));
    }
}

async fn begin_file(person: &TestPerson, name: &str) -> FileId {
    let begun = begin(person, name, 5).await.created();
    begun["id"].as_str().unwrap().parse().unwrap()
}

/// Returns every passage, sorted by similarity.
fn nearest_of(
    known: &[(FileId, i64, Vec<f32>)],
    wanted: &[f32],
    limit: usize,
) -> Vec<(FileId, i64)> {
    let times = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let mut scored: Vec<(f64, FileId, i64)> = known
        .iter()
        .map(|(file_id, at, vector)| {
            (times(wanted, vector) / times(vector, vector).sqrt(), *file_id, *at)
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(limit).map(|(_, file_id, at)| (file_id, at)).collect()
}

/// Vectors that are the same in every run.
struct Random(u64);

impl Random {
    fn vector(&mut self) -> Vec<f32> {
        let mut number = || {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..24).map(|_| number()).collect()
    }
}
