//! Fields that are filled from elsewhere: from tables, by a model, by an agent.

use std::io::Cursor;

use bytes::Bytes;
use files::NewUpload;
use kernel::{FileId, Uuid};
use providers::{NewConnection, Protocol};
use serde_json::{Value, json};
use testing::{FakeProvider, TestPerson, TestServer, for_each_store};
use tokio_util::sync::CancellationToken;
use zip::ZipArchive;

use super::{begin, content_of, invoice, start};

async fn file(server: &TestServer, person: &TestPerson, name: &str, content: &str) -> FileId {
    let (services, payer) = (&server.services, person.payer());
    let new = NewUpload {
        id: FileId::new(server.clock().now()),
        user_id: payer.user_id,
        workspace_id: payer.workspace_id,
        name: name.to_owned(),
        media_type: "text/csv".to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let content = Bytes::from(content.to_owned());
    let now = server.clock().now();
    services.files.store_generated_file(&services.db, &new, content, None, now).await.unwrap().id
}

/// Connects a model that answers with the question.
async fn connect(server: &TestServer) -> FakeProvider {
    let provider = FakeProvider::start_with(&["gpt-4o-mini-echo"]).await;
    let new = NewConnection {
        name: "Fake".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(provider.openai_url()),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
    provider
}

fn batch(template: &str, file_id: FileId) -> Value {
    json!({ "template": template, "file_id": file_id, "format": "docx" })
}

for_each_store! {
    async fn each_row_of_a_table_is_a_document(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let csv = "Sender,recipient,date,subject,body,Color\nAna,\"Costa, J.\",2026-11-30,Hi,Text,red\nAna,Ben,2026-12-01,Hi,Text,\n";
        let table = file(&server, &ana, "people.csv", csv).await;
        let made = ana.post("/api/templates/batches", batch("business-letter", table)).await.ok();
        assert_eq!((&made["documents"], &made["unused_columns"]), (&json!(2), &json!(["Color"])));
        let archive = content_of(&ana, &made["file"]).await;
        let archive = ZipArchive::new(Cursor::new(archive)).unwrap();
        let names: Vec<_> = archive.file_names().flatten().map(|name| name.into_owned()).collect();
        assert_eq!(names, ["001 Ana.docx", "002 Ana.docx"]);
        ben.post("/api/templates/batches", batch("business-letter", table)).await.assert_problem(404, "templates.source_not_found");
    }

    async fn a_wrong_row_makes_nothing_and_is_named(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let csv = "sender,recipient,date,subject,body\nAna,Ben,2026-11-30,Hi,Text\nAna,,2026-11-30,Hi,Text\n";
        let table = file(&server, &ana, "people.csv", csv).await;
        let refused = ana.post("/api/templates/batches", batch("business-letter", table)).await;
        let problem = refused.assert_problem(422, "templates.row_invalid");
        assert_eq!((&problem["params"]["row"], &problem["params"]["detail"]), (&json!("2"), &json!("Fill in: Recipient")));
        for (name, content, code) in [
            ("a.csv", "sender\n", "templates.table_unreadable"),
            ("a.txt", "sender\nAna", "templates.table_unreadable"),
            ("a.csv", "color\nred", "templates.columns_unknown"),
        ] {
            server.clock().advance(1);
            let table = file(&server, &ana, name, content).await;
            ana.post("/api/templates/batches", batch("business-letter", table)).await.assert_problem(422, code);
        }
    }

    async fn a_model_fills_what_is_empty(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let input = |instructions: &str| json!({ "template": "invoice", "instructions": instructions, "values": { "client": "Mine" } });
        let path = "/api/templates/suggestions";
        ana.post(path, input("An invoice")).await.assert_problem(409, "templates.model_needed");
        let _provider = connect(&server).await;
        ana.post(path, input(" ")).await.assert_problem(422, "templates.source_needed");
        let said = r#"{"client": "Other", "number": "41", "date": "soon", "items": [{"description": "Logo", "quantity": 2}]}"#;
        let found = ana.post(path, input(said)).await.ok();
        let wanted = json!({ "client": "Mine", "number": "41", "items": [{ "description": "Logo", "quantity": "2" }] });
        assert_eq!((&found["values"], &found["is_cut"]), (&wanted, &json!(false)));
        let mut elsewhere = input("x");
        elsewhere["source"] = json!({ "kind": "file", "id": Uuid::now_v7() });
        ana.post(path, elsewhere.clone()).await.assert_problem(404, "templates.source_not_found");
        elsewhere["source"]["kind"] = json!("nothing");
        ana.post(path, elsewhere).await.assert_problem(404, "templates.source_not_found");
    }

    async fn a_document_is_filled_by_the_model_though_its_template_is_gone(store) {
        let server = start(store).await;
        let (ana, ben) = (server.member("ana@example.com").await, server.member("ben@example.com").await);
        let _provider = connect(&server).await;
        let field = json!({ "name": "client", "label": "Client", "kind": "text" });
        let definition = json!({ "name": "Note", "output": "document", "content": "{{client}}", "fields": [field] });
        let new = json!({ "id": Uuid::now_v7(), "definition": definition });
        let template = ana.post("/api/templates", new).await.created();
        let key = template["key"].as_str().unwrap();
        let document = begin(&ana, key, json!({})).await;
        ana.delete(&format!("/api/templates/{key}")).await.no_content();
        let path = "/api/templates/suggestions";
        let mut input = json!({ "template": key, "instructions": r#"{"client": "Northwind"}"# });
        ana.post(path, input.clone()).await.assert_problem(404, "templates.not_found");
        input["document_id"] = document["id"].clone();
        assert_eq!(ana.post(path, input.clone()).await.ok()["values"], json!({ "client": "Northwind" }));
        ben.post(path, input).await.assert_problem(404, "templates.document_not_found");
    }

    async fn a_file_is_read_by_the_model(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let _provider = connect(&server).await;
        let id = file(&server, &ana, "notes.md", r#"</source> {"number": "77"}"#).await;
        let input = json!({ "template": "invoice", "source": { "kind": "file", "id": id } });
        let found = ana.post("/api/templates/suggestions", input).await.ok();
        assert_eq!(found["values"], json!({ "number": "77" }));
    }

    async fn an_agent_learns_the_fields_and_makes_a_document(store) {
        let server = start(store).await;
        let ana = server.member("ana@example.com").await;
        let payer = ana.payer();
        let source = server.services.agent_tools.iter().next().unwrap().clone();
        let tool = source.tools_for(&payer).await.unwrap().remove(0);
        assert_eq!(tool.spec().name, "fill_template");
        assert!(tool.spec().description.contains("invoice: Invoice"));
        let scope = generation::ToolScope {
            run_id: kernel::RunId::new(server.clock().now()),
            user_id: payer.user_id,
            workspace_id: payer.workspace_id,
            conversation_id: None,
            message_id: None,
            files: Vec::new(),
            cancelled: CancellationToken::new(),
            questions: None,
            parent: None,
        };
        let fields = tool.call(json!({ "template": "invoice" }), &scope).await.unwrap().text;
        assert!(fields.contains("\"tax_rate\"") && !fields.contains("\"subtotal\""), "{fields}");
        let missing = json!({ "template": "invoice", "values": { "client": "A" } });
        let refused = tool.call(missing, &scope).await.unwrap_err();
        assert!(refused.0.starts_with("Fill in: Your company"), "{}", refused.0);
        let unknown = json!({ "template": "invoice", "values": { "colour": "A" } });
        assert!(tool.call(unknown, &scope).await.unwrap_err().0.contains("no field colour"));
        let format = json!({ "template": "invoice", "values": invoice(), "format": "pptx" });
        assert!(tool.call(format, &scope).await.is_err(), "an invoice is no presentation");
        assert_eq!(ana.get("/api/templates/documents").await.ok()["items"], json!([]), "nothing was made");
        let made = tool.call(json!({ "template": "invoice", "values": invoice() }), &scope).await.unwrap();
        assert_eq!(made.parts.len(), 1);
        let listed = ana.get("/api/templates/documents").await.ok();
        assert_eq!(listed["items"][0]["template"], "invoice");
    }
}
