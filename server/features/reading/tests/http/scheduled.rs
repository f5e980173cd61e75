//! Readings as schedules start them.

use area::{ScheduledStart, WorkOutcome};
use serde_json::json;
use testing::for_each_store;

use crate::setting::Setting;

for_each_store! {
    // issue 28: "Anything can be scheduled: … a reading"
    async fn a_schedule_reads_a_page_and_hears_what_it_says(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let services = &setting.server.services;
        let kind = services.schedulables.iter().find(|kind| kind.kind() == "reading").unwrap();
        let refused = kind.check(&ana.payer(), json!({ "url": "moon" })).await.unwrap_err();
        assert_eq!(refused.code(), Some("web_access.invalid_url"));
        let input = json!({ "url": setting.web.url("moon.txt") });
        let input = kind.check(&ana.payer(), input).await.unwrap();
        let wanted = ScheduledStart {
            payer: ana.payer(),
            title: "Moon".to_owned(),
            input,
            run_cap: None,
            budget: None,
            previous: None,
        };
        let prepared = kind.prepare(&wanted).await.unwrap();
        let mut tx = services.db.begin().await.unwrap();
        let work = prepared.start(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
        let report = kind.report(&ana.payer(), &work).await.unwrap();
        assert_eq!(report.outcome, WorkOutcome::Working);
        setting.server.run_jobs().await;
        let reading = ana.get(&format!("/api/reading/readings/{}", work.id)).await.ok();
        setting.ended(&ana, &reading).await;
        let report = kind.report(&ana.payer(), &work).await.unwrap();
        let WorkOutcome::Complete { text: Some(text) } = report.outcome else { panic!("{report:?}") };
        assert!(text.contains("the moon pulls the sea"), "{text}");
        assert!(work.path.ends_with(&work.id.to_string()));
    }
}
