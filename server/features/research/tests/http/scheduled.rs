//! Researches as schedules do them again.

use area::{ScheduledStart, WorkOutcome};
use serde_json::json;
use testing::for_each_store;

use crate::setting::Setting;

for_each_store! {
    // issue 28: "Anything can be scheduled: … a research again"
    async fn a_schedule_does_a_research_again_and_hears_its_report(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let services = &setting.server.services;
        let kind = services.schedulables.iter().find(|kind| kind.kind() == "research").unwrap();
        let planned = setting.planned(&ana, json!({})).await;
        let unfinished = json!({ "research_id": planned["id"] });
        let refused = kind.check(&ana.payer(), unfinished).await.unwrap_err();
        assert_eq!(refused.code(), Some("research.not_now"));
        let first = setting.done(&ana, json!({})).await;
        let input = json!({ "research_id": first["id"] });
        let input = kind.check(&ana.payer(), input).await.unwrap();
        let payer = ana.payer();
        let wanted =
            ScheduledStart { payer, title: "Tides".to_owned(), input, run_cap: None, budget: None, previous: None };
        let prepared = kind.prepare(&wanted).await.unwrap();
        assert!(prepared.charge().amount > 0);
        let mut tx = services.db.begin().await.unwrap();
        let work = prepared.start(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        setting.settle().await;
        let report = kind.report(&ana.payer(), &work).await.unwrap();
        let WorkOutcome::Complete { text: Some(text) } = report.outcome else { panic!("{report:?}") };
        assert!(!text.is_empty());
        let ben = setting.server.member("ben@example.com").await;
        let theirs = kind.report(&ben.payer(), &work).await.unwrap();
        assert_eq!(theirs.outcome, WorkOutcome::Stopped);
    }
}
