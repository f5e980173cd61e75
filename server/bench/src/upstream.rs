//! A model provider in the OpenAI shape that always answers the same: `TOKENS` tokens, one every `TOKEN_EVERY`.

use std::net::SocketAddr;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::{Instant, MissedTickBehavior};

use crate::serve::{Body, event_stream, plain};

pub const MODEL: &str = "steady";
pub const TOKENS: usize = 200;
pub const TOKEN: &str = "word ";
const TOKEN_EVERY: Duration = Duration::from_millis(20);

pub async fn serve(listen: SocketAddr) -> anyhow::Result<()> {
    crate::serve::serve(listen, answer).await
}

async fn answer(request: Request<Incoming>) -> Response<Body> {
    match request.uri().path() {
        "/v1/models" => {
            let body =
                format!(r#"{{"object":"list","data":[{{"id":"{MODEL}","object":"model"}}]}}"#);
            plain(StatusCode::OK, "application/json", body)
        }
        "/v1/chat/completions" => match request.into_body().collect().await {
            Ok(_) => event_stream(tokens()),
            Err(_) => plain(StatusCode::BAD_REQUEST, "text/plain", "unreadable body"),
        },
        _ => plain(StatusCode::NOT_FOUND, "text/plain", "no such path"),
    }
}

fn tokens() -> impl futures::Stream<Item = Bytes> + Send {
    async_stream::stream! {
        let token = chunk(&format!(r#"{{"index":0,"delta":{{"content":"{TOKEN}"}},"finish_reason":null}}"#));
        let mut ticks = tokio::time::interval_at(Instant::now() + TOKEN_EVERY, TOKEN_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        for _ in 0..TOKENS {
            ticks.tick().await;
            yield token.clone();
        }
        yield chunk(r#"{"index":0,"delta":{},"finish_reason":"stop"}"#);
        yield usage();
        yield Bytes::from_static(b"data: [DONE]\n\n");
    }
}

fn chunk(choice: &str) -> Bytes {
    Bytes::from(format!(
        "data: {{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"{MODEL}\",\"choices\":[{choice}]}}\n\n"
    ))
}

fn usage() -> Bytes {
    Bytes::from(format!(
        "data: {{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"{MODEL}\",\"choices\":[],\
         \"usage\":{{\"prompt_tokens\":8,\"completion_tokens\":{TOKENS},\"total_tokens\":{}}}}}\n\n",
        TOKENS + 8
    ))
}
