//! The other formats: Anthropic's messages, Ollama's API, text completions.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{REFUSES, SAYS_HI, Setting};

fn lines(text: &str, prefix: &str) -> Vec<Value> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(prefix));
    lines
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn message(model: &str) -> Value {
    json!({ "model": model, "max_tokens": 100, "messages": [{ "role": "user", "content": "Hello?" }] })
}

for_each_store! {
    async fn a_key_opens_in_the_headers_of_other_services(store) {
        let setting = Setting::new(store).await;
        let new = json!({ "name": "p", "scopes": ["models"] });
        let key = setting.ana.post("/api/gateway/keys", new).await.created();
        let key = key["secret"].as_str().unwrap();
        let visitor = || setting.program_with("").with_header("authorization", "");
        for name in ["x-api-key", "api-key"] {
            visitor().with_header(name, key).get("/v1/models").await.ok();
            visitor().with_header(name, "ens_wrong").get("/v1/models").await.assert_status(401);
        }
        let both = setting.program_with("sk-other").with_header("x-api-key", key);
        both.get("/v1/models").await.ok();
    }

    async fn a_message_has_anthropics_shape(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let made = program.post("/v1/messages", message(SAYS_HI)).await.ok();

        assert_eq!((&made["type"], &made["role"]), (&json!("message"), &json!("assistant")));
        assert_eq!(made["content"], json!([{ "type": "text", "text": "Hi there" }]));
        assert_eq!(made["stop_reason"], "end_turn");
        assert!(made["usage"]["input_tokens"].as_i64().unwrap() > 0);

        let counted = program.post("/v1/messages/count_tokens", message(SAYS_HI)).await.ok();
        assert!(counted["input_tokens"].as_i64().unwrap() > 0);
    }

    async fn a_streamed_message_tells_reasoning_to_who_asks_for_it(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut request = message("fake/k2-t3");
        request["stream"] = json!(true);
        request["thinking"] = json!({ "type": "enabled", "budget_tokens": 1024 });

        let text = program.post("/v1/messages", request).await.assert_status(200).text();

        let events = lines(&text, "data: ");
        let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(kinds.first(), Some(&"message_start"));
        assert_eq!(kinds[kinds.len() - 2..], ["message_delta", "message_stop"]);
        let told = |field: &str| -> String {
            events.iter().filter_map(|event| event["delta"][field].as_str()).collect()
        };
        assert_eq!((told("thinking"), told("text")), ("hm hm ".into(), "the quick brown ".into()));
        assert_eq!(text.lines().filter(|line| line.starts_with("event: ")).count(), events.len());
    }

    async fn a_program_uses_its_own_tools_in_messages(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut request = message("fake/use-echo");
        request["messages"][0]["content"] = json!("weather {\"city\": \"Oslo\"}");
        request["tools"] = json!([{ "name": "weather", "input_schema": { "type": "object" } }]);

        let made = program.post("/v1/messages", request.clone()).await.ok();
        assert_eq!(made["stop_reason"], "tool_use");
        let call = &made["content"][0];
        assert_eq!((&call["name"], &call["input"]), (&json!("weather"), &json!({ "city": "Oslo" })));

        let result = json!({ "type": "tool_result", "tool_use_id": call["id"], "content": "rain" });
        request["messages"].as_array_mut().unwrap().extend([
            json!({ "role": "assistant", "content": made["content"] }),
            json!({ "role": "user", "content": [result] }),
        ]);
        let made = program.post("/v1/messages", request).await.ok();
        assert_eq!(made["content"][0]["text"], "rain");
    }

    async fn errors_of_messages_have_anthropics_shape(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let visitor = setting.program_with("ens_wrong");
        for (client, request, status, kind) in [
            (&visitor, message(SAYS_HI), 401, "authentication_error"),
            (&program, message("fake/nobody"), 404, "not_found_error"),
            (&program, message(REFUSES), 502, "api_error"),
            (&program, json!({ "model": SAYS_HI, "messages": [] }), 400, "invalid_request_error"),
            (&program, json!([]), 400, "invalid_request_error"),
        ] {
            let answer = client.post("/v1/messages", request).await.assert_status(status).json();
            assert_eq!((&answer["type"], &answer["error"]["type"]), (&json!("error"), &json!(kind)));
        }
    }

    async fn models_are_listed_and_described_as_ollama_does(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;

        let tags = program.get("/api/tags").await.ok();
        assert!(tags["models"].as_array().unwrap().iter().any(|model| model["name"] == SAYS_HI));
        let shown = program.post("/api/show", json!({ "model": SAYS_HI })).await.ok();
        assert_eq!(shown["capabilities"][0], "completion");
        let unknown = program.post("/api/show", json!({ "model": "fake/nobody" })).await;
        assert!(unknown.assert_status(404).json()["error"].is_string());
        assert!(program.get("/api/version").await.ok()["version"].is_string());
    }

    async fn ollamas_chat_and_generate_are_answered_line_by_line_or_at_once(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut chat = message(SAYS_HI);

        let text = program.post("/api/chat", chat.clone()).await.assert_status(200).text();
        let told = lines(&text, "");
        let said: String =
            told.iter().filter_map(|line| line["message"]["content"].as_str()).collect();
        assert_eq!((said.as_str(), &told.last().unwrap()["done"]), ("Hi there", &json!(true)));

        chat["stream"] = json!(false);
        let whole = program.post("/api/chat", chat).await.ok();
        assert_eq!((&whole["message"]["content"], &whole["done"]), (&json!("Hi there"), &json!(true)));

        let prompt = json!({ "model": SAYS_HI, "prompt": "Hello?", "stream": false });
        assert_eq!(program.post("/api/generate", prompt).await.ok()["response"], "Hi there");
    }

    async fn texts_are_completed(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let request = json!({ "model": SAYS_HI, "prompt": ["a", "b"], "echo": true });

        let made = program.post("/v1/completions", request).await.ok();
        assert_eq!(made["object"], "text_completion");
        assert_eq!(made["choices"][0]["text"], "aHi there");
        assert_eq!(made["choices"][1]["text"], "bHi there");

        let request = json!({ "model": SAYS_HI, "prompt": "a", "stream": true });
        let text = program.post("/v1/completions", request).await.assert_status(200).text();
        let said: String =
            lines(&text, "data: ").iter().filter_map(|c| c["choices"][0]["text"].as_str()).collect();
        assert_eq!(said, "Hi there");
        assert!(text.ends_with("data: [DONE]\n\n"));
    }

    async fn tokens_of_the_cache_and_of_reasoning_are_told_in_all_formats(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let model = "fake/k2-t3-c1";

        let chat = program.post("/v1/chat/completions", message(model)).await.ok();
        assert_eq!(chat["usage"]["prompt_tokens_details"]["cached_tokens"], 1);
        assert_eq!(chat["usage"]["completion_tokens_details"]["reasoning_tokens"], 2);

        let mut stream = message(model);
        stream["stream"] = json!(true);
        stream["stream_options"] = json!({ "include_usage": true });
        let text = program.post("/v1/chat/completions", stream).await.assert_status(200).text();
        let last = lines(&text, "data: ").pop().unwrap();
        assert_eq!(last["usage"]["prompt_tokens_details"]["cached_tokens"], 1);

        let request = json!({ "model": model, "input": "Hello?" });
        let made = program.post("/v1/responses", request).await.ok();
        assert_eq!(made["usage"]["input_tokens_details"]["cached_tokens"], 1);
        assert_eq!(made["usage"]["output_tokens_details"]["reasoning_tokens"], 2);

        let made = program.post("/v1/messages", message(model)).await.ok();
        let sum = chat["usage"]["prompt_tokens"].as_i64().unwrap();
        assert_eq!(made["usage"]["cache_read_input_tokens"], 1);
        assert_eq!(made["usage"]["input_tokens"], sum - 1, "the cache is no input here");
    }

    async fn lists_are_no_objects_in_any_format(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let content = |part: Value| json!([{ "role": "user", "content": part }]);
        for (path, request) in [
            ("/v1/chat/completions", json!({ "model": SAYS_HI, "messages": [["user", null, "Hi"]] })),
            ("/v1/chat/completions", json!({ "model": SAYS_HI, "messages": content(json!([["text", "Hi"]])) })),
            ("/v1/messages", json!({ "model": SAYS_HI, "messages": [["user", "Hi"]] })),
            ("/v1/messages", json!({ "model": SAYS_HI, "messages": content(json!([["text", "Hi"]])) })),
            ("/v1/responses", json!({ "model": SAYS_HI, "input": [["message", "user", "Hi"]] })),
            ("/v1/responses", json!({ "model": SAYS_HI, "input": content(json!([["input_text", "Hi"]])) })),
            ("/api/chat", json!({ "model": SAYS_HI, "messages": [["user", "Hi"]] })),
            ("/api/chat", json!({ "model": SAYS_HI, "messages": [], "options": [1] })),
            ("/v1/completions", json!([SAYS_HI, "Hi"])),
            ("/v1/embeddings", json!(["fake/text-embedding-1", "Hi"])),
        ] {
            program.post(path, request).await.assert_status(400);
        }
        assert_eq!(setting.provider.call_count(), 0);
    }

    async fn options_that_cannot_be_fulfilled_are_refused_by_name(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        for (path, field, value) in [
            ("/v1/chat/completions", "logprobs", json!(true)),
            ("/v1/messages", "mcp_servers", json!([{ "type": "url", "url": "https://a.example" }])),
            ("/v1/messages", "container", json!("c")),
            ("/v1/responses", "truncation", json!("auto")),
            ("/v1/responses", "conversation", json!("conv_1")),
        ] {
            let mut request = message(SAYS_HI);
            request["input"] = json!("Hi");
            request[field] = value;
            let refused = program.post(path, request).await.assert_status(400).json();
            let words = refused["error"].to_string();
            assert!(words.contains(field), "{words}");
        }
    }

    async fn one_tool_is_called_at_a_time_if_a_program_wants_that(store) {
        let setting = Setting::new(store).await;
        let program = setting.program(None).await;
        let mut request = message("fake/use-echo");
        request["messages"][0]["content"] = json!("look {}\nlook {\"a\": 1}");
        request["tools"] = json!([{ "type": "function", "function": { "name": "look" } }]);
        let both = program.post("/v1/chat/completions", request.clone()).await.ok();
        assert_eq!(both["choices"][0]["message"]["tool_calls"].as_array().unwrap().len(), 2);
        request["parallel_tool_calls"] = json!(false);
        let one = program.post("/v1/chat/completions", request).await.ok();
        assert_eq!(one["choices"][0]["message"]["tool_calls"].as_array().unwrap().len(), 1);
    }

    async fn who_has_no_key_is_refused_before_the_body_is_read(store) {
        let setting = Setting::new(store).await;
        let visitor = setting.program_with("ens_wrong");
        for path in ["/v1/messages", "/v1/messages/count_tokens", "/v1/chat/completions", "/api/chat", "/api/show", "/mcp"] {
            let never = futures::stream::pending::<Result<bytes::Bytes, std::convert::Infallible>>();
            let request = http::Request::post(path).body(axum::body::Body::from_stream(never)).unwrap();
            visitor.send(request).await.assert_status(401);
        }
        let program = setting.program(None).await;
        let never = futures::stream::pending::<Result<bytes::Bytes, std::convert::Infallible>>();
        let request = http::Request::post("/v1/messages").header("content-length", "99999999");
        let request = request.body(axum::body::Body::from_stream(never)).unwrap();
        let refused = program.send(request).await.assert_status(413).json();
        assert_eq!(refused["error"]["type"], "request_too_large");
    }
}
