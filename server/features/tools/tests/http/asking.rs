//! Questions of servers to the person while their tools run.

use serde_json::{Value, json};
use testing::{Answer, Client, for_each_store};

use crate::setting::{Setting, USES, allow, answer, calls, finished, run_path, send};

fn form(properties: &Value) -> Value {
    let schema = json!({ "type": "object", "properties": properties, "required": ["name"] });
    json!({ "message": "Who are you?", "requestedSchema": schema })
}

fn name_form() -> Value {
    form(&json!({
        "name": { "type": "string", "title": "Name", "maxLength": 10 },
        "age": { "type": "integer", "minimum": 18 },
    }))
}

/// Connects the server at `way`, whose tool needs no approval.
async fn connect(setting: &Setting, person: &Client, way: &str) {
    let url = setting.mcp.url().replace("/mcp", &format!("/{way}"));
    let connected = person.post("/api/tools/servers", json!({ "name": way, "url": url })).await;
    let connected = connected.created();
    assert_eq!(connected["problem"], json!(null), "{way}");
    allow(person, connected["key"].as_str().unwrap(), "ask").await;
}

async fn ask(person: &Client, way: &str, questions: &[Value]) -> Value {
    let arguments = json!({ "questions": questions });
    send(person, &format!("{way}__ask {arguments}"), USES).await
}

/// Returns the first `count` questions of a run, as readers of its events see them.
async fn questions(person: &Client, sent: &Value, count: usize) -> Vec<Value> {
    let mut events = person.events(&format!("{}/events", run_path(sent))).await;
    let mut questions = Vec::new();
    while questions.len() < count {
        let part = events.next_of("part.started").await.data["part"].clone();
        if part["kind"] == "question" {
            questions.push(part);
        }
    }
    questions
}

async fn reply(person: &Client, sent: &Value, question: &Value, body: Value) -> Answer {
    let id = question["question_id"].as_str().unwrap();
    person.post(&format!("{}/questions/{id}", run_path(sent)), body).await
}

fn states(answer: &Value) -> Vec<Value> {
    let parts = answer["parts"].as_array().unwrap().iter();
    parts.filter(|part| part["kind"] == "question").map(|part| part["state"].clone()).collect()
}

/// Returns the server's answer: what it heard.
fn heard(answer: &Value) -> Value {
    serde_json::from_str(calls(answer)[0]["output"].as_str().unwrap()).unwrap()
}

for_each_store! {
    async fn a_server_asks_the_person_in_every_way_that_servers_ask(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        for way in ["ask", "ask-old", "ask-again"] {
            connect(&setting, &ana, way).await;
            let sent = ask(&ana, way, &[name_form()]).await;
            let question = questions(&ana, &sent, 1).await.remove(0);

            assert_eq!((&question["source"], &question["state"]), (&json!(way), &json!("waiting")));
            assert_eq!(question["message"], "Who are you?");
            let fields = question["fields"].as_array().unwrap();
            let age = fields.iter().find(|field| field["name"] == "age").unwrap();
            assert_eq!((&age["input"], &age["required"], &age["minimum"]),
                (&json!("number"), &json!(false), &json!(18.0)));
            assert_eq!(questions(&ana, &sent, 1).await[0], question, "a second window sees it");

            let body = json!({ "action": "accept", "content": { "name": "Ana", "age": 30 } });
            reply(&ana, &sent, &question, body.clone()).await.assert_status(202);
            finished(&ana, &sent).await;
            let answer = answer(&ana, &sent).await;
            assert_eq!(heard(&answer), json!([body]), "{way}");
            assert_eq!(states(&answer), ["accepted"], "{way}");
            reply(&ana, &sent, &question, body).await
                .assert_problem(409, "generation.question_not_waiting");
        }
        assert_eq!(*setting.mcp.asking().capabilities.lock().unwrap(), json!({ "elicitation": { "form": {}, "url": {} } }));
    }

    async fn an_answer_that_does_not_fit_changes_nothing_and_others_cannot_answer(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        connect(&setting, &ana, "ask").await;
        let sent = ask(&ana, "ask", &[name_form()]).await;
        let question = questions(&ana, &sent, 1).await.remove(0);

        for (content, field, reason) in [
            (json!({}), "name", "missing"),
            (json!({ "name": "A very long name" }), "name", "too_long"),
            (json!({ "name": "Ana", "age": 17 }), "age", "too_small"),
            (json!({ "name": "Ana", "other": 1 }), "other", "unknown"),
        ] {
            let refused = reply(&ana, &sent, &question, json!({ "action": "accept", "content": content })).await;
            let problem = refused.assert_problem(422, "generation.answer_invalid");
            assert_eq!((&problem["params"]["field"], &problem["params"]["reason"]), (&json!(field), &json!(reason)));
        }
        let decline = json!({ "action": "decline" });
        reply(&ben, &sent, &question, decline.clone()).await.assert_problem(404, "generation.run_not_found");
        reply(&ana, &sent, &question, json!({ "action": "maybe" })).await.assert_problem(400, "api.malformed_json");
        let other = json!({ "question_id": kernel::Uuid::nil() });
        reply(&ana, &sent, &other, decline.clone()).await
            .assert_problem(409, "generation.question_not_waiting");

        reply(&ana, &sent, &question, decline).await.assert_status(202);
        finished(&ana, &sent).await;
        let answer = answer(&ana, &sent).await;
        assert_eq!(heard(&answer), json!([{ "action": "decline" }]));
        assert_eq!(states(&answer), ["declined"]);
    }

    async fn two_questions_at_once_are_answered_apart(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        connect(&setting, &ana, "ask").await;
        let page = json!({ "mode": "url", "message": "Sign in", "url": "https://bank.example/in?x=1" });
        let sent = ask(&ana, "ask", &[name_form(), page]).await;
        let both = questions(&ana, &sent, 2).await;
        let page = both.iter().find(|one| !one["url"].is_null()).unwrap();
        let form = both.iter().find(|one| one["url"].is_null()).unwrap();
        assert_eq!(page["url"], "https://bank.example/in?x=1");

        reply(&ana, &sent, page, json!({ "action": "accept" })).await.assert_status(202);
        reply(&ana, &sent, form, json!({ "action": "cancel" })).await.assert_status(202);
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(heard(&answer), json!([{ "action": "cancel" }, { "action": "accept" }]));
        let mut states = states(&answer);
        states.sort_by_key(Value::to_string);
        assert_eq!(states, ["accepted", "cancelled"]);
        assert_eq!(setting.canary.reached(), 0, "nobody opens the page but the person");
    }

    async fn a_run_that_is_stopped_cancels_its_question(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        for way in ["ask", "ask-old"] {
            connect(&setting, &ana, way).await;
            let sent = ask(&ana, way, &[name_form()]).await;
            let question = questions(&ana, &sent, 1).await.remove(0);

            ana.post(&format!("{}/cancel", run_path(&sent)), json!({})).await.assert_status(202);
            finished(&ana, &sent).await;

            assert_eq!(states(&answer(&ana, &sent).await), ["cancelled"]);
            let asking = setting.mcp.asking();
            asking.wait_until_got(|got| got["result"]["action"] == "cancel").await;
            asking.wait_until_got(|got| got["method"] == "notifications/cancelled").await;
            reply(&ana, &sent, &question, json!({ "action": "decline" })).await
                .assert_problem(409, "generation.question_not_waiting");
            asking.got.send_modify(Vec::clear);
        }
    }

    async fn a_question_that_nobody_answers_is_cancelled_in_ten_minutes(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        connect(&setting, &ana, "ask").await;
        let sent = ask(&ana, "ask", &[name_form()]).await;
        questions(&ana, &sent, 1).await;

        setting.server.clock().advance(10 * kernel::MINUTE);
        finished(&ana, &sent).await;

        let answer = answer(&ana, &sent).await;
        assert_eq!(heard(&answer), json!([{ "action": "cancel" }]));
        assert_eq!(states(&answer), ["cancelled"]);
        let took = answer["receipt"]["duration_ms"].as_i64().unwrap();
        assert!(took < 60_000, "the time of the person is not the answer's: {took} ms");
    }

    async fn what_no_form_can_show_is_refused_without_asking_and_too_many_are_cancelled(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        connect(&setting, &ana, "ask").await;
        let nested = form(&json!({ "a": { "type": "object", "properties": { "b": { "type": "string" } } } }));
        let huge = form(&json!({ "a": { "type": "string", "description": "x".repeat(40_000) } }));
        let script = json!({ "mode": "url", "message": "Look", "url": "javascript:alert(1)" });
        let sent = ask(&ana, "ask", &[nested, huge, script]).await;
        finished(&ana, &sent).await;
        let refused = answer(&ana, &sent).await;
        assert_eq!(heard(&refused), json!([-32602, -32602, -32602]));
        assert_eq!(states(&refused), Vec::<Value>::new());

        let many: Vec<_> = (0..6).map(|_| name_form()).collect();
        let sent = ask(&ana, "ask", &many).await;
        for question in questions(&ana, &sent, 5).await {
            reply(&ana, &sent, &question, json!({ "action": "decline" })).await.assert_status(202);
        }
        finished(&ana, &sent).await;
        let heard = heard(&answer(&ana, &sent).await);
        let actions: Vec<_> = heard.as_array().unwrap().iter().map(|one| one["action"].clone()).collect();
        assert_eq!(actions.iter().filter(|action| *action == "cancel").count(), 1, "{actions:?}");
    }

    async fn a_question_that_its_server_takes_back_or_leaves_is_over(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        for (way, more) in [("ask", "withdraw"), ("ask", "leave"), ("ask-old", "leave")] {
            if more == "withdraw" || way == "ask-old" {
                connect(&setting, &ana, way).await;
            }
            let arguments = json!({ "questions": [name_form()], more: true, "leave": true });
            let sent = send(&ana, &format!("{way}__ask {arguments}"), USES).await;
            finished(&ana, &sent).await;
            let answer = answer(&ana, &sent).await;
            assert_eq!(calls(&answer)[0]["output"], "left", "{way} {more}");
            assert!(states(&answer).iter().all(|state| state == "cancelled"), "{way} {more}");
        }
    }

    async fn a_question_ends_with_the_process_that_asks_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.member("ana@example.com").await;
        connect(&setting, &ana, "ask").await;
        let sent = ask(&ana, "ask", &[name_form()]).await;
        let question = questions(&ana, &sent, 1).await.remove(0);

        setting.server.services.generation.stop(std::time::Duration::ZERO).await;

        finished(&ana, &sent).await;
        let ended = answer(&ana, &sent).await;
        assert_eq!((&ended["state"], states(&ended)), (&json!("interrupted"), vec![json!("cancelled")]));
        reply(&ana, &sent, &question, json!({ "action": "decline" })).await
            .assert_problem(409, "generation.question_not_waiting");
    }
}
