//! Videos that a provider works at, and the history of a person's images (issue 27): what asking the provider costs, and how
//! soon the first image of a page is there.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::ensemble::{Ensemble, Person, free_address};
use crate::figures::{Figure, percentile};
use crate::http_client::Connection;
use crate::serve::{Body, plain};
use crate::upstream;

/// Issue 27: "50 tasks polled at once at under 5 % of a core", "first picture of a history page within 100 ms".
const TASKS: usize = 50;
const CORE_PERCENT: f64 = 5.0;
const FIRST_IMAGE_MS: f64 = 100.0;
/// As many as one person may have open.
const TASKS_PER_PERSON: usize = 10;
const MODEL: &str = "sora-2";
/// Time for which the tasks are polled while the processor's time is counted, and before that.
const POLLED: Duration = Duration::from_secs(30);
const SETTLED: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(60);
/// Images of the history, of which each round shows another one first.
const IMAGES: usize = 200;
const ROUNDS: usize = 50;

/// Videos that the provider began, and questions how far one is.
static BEGUN: AtomicUsize = AtomicUsize::new(0);
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Measures a server of its own. `image`: a PNG for the history.
pub async fn measure(program: &Path, image: &[u8]) -> anyhow::Result<Vec<Figure>> {
    let program = program.canonicalize().context("--server is not a program")?;
    let folder = TempDir::new()?;
    let address = free_address()?;
    let _provider = tokio::spawn(crate::serve::serve(address, answer));
    // Nothing is sold, so nobody runs out of credits.
    let settings = [("ENSEMBLE__PAYMENTS__ENABLED", "false".to_owned())];
    let server = Ensemble::start_with(&program, folder.path(), &settings).await?;
    let operator = server.sign_up_operator().await?;
    server.connect(&operator, address).await?;
    let mut figures = show_history(&server, &operator, image).await?;
    figures.extend(poll_tasks(&server).await?);
    Ok(figures)
}

/// A provider whose videos are never done.
async fn answer(request: Request<Incoming>) -> Response<Body> {
    let said = match (request.method(), request.uri().path()) {
        (_, "/v1/models") => {
            json!({ "object": "list", "data": [{ "id": upstream::MODEL }, { "id": MODEL }] })
        }
        (&Method::POST, "/v1/videos") => {
            let number = BEGUN.fetch_add(1, Ordering::Relaxed);
            json!({ "id": format!("video_{number}"), "status": "queued", "progress": 0 })
        }
        (&Method::GET, path) if path.starts_with("/v1/videos/") => {
            ASKED.fetch_add(1, Ordering::Relaxed);
            json!({ "id": path.rsplit('/').next(), "status": "in_progress", "progress": 40 })
        }
        _ => return plain(StatusCode::NOT_FOUND, "text/plain", "no such path"),
    };
    plain(StatusCode::OK, "application/json", said.to_string())
}

async fn poll_tasks(server: &Ensemble) -> anyhow::Result<Vec<Figure>> {
    for number in 0..TASKS / TASKS_PER_PERSON {
        let person = server.create_person(&format!("maker{number}@example.com")).await?;
        let mut connection = Connection::open(server.address, Some(person.cookie)).await?;
        for _ in 0..TASKS_PER_PERSON {
            let work =
                json!({ "model": format!("bench/{MODEL}"), "prompt": "Waves", "seconds": 4 });
            let task = json!({ "id": Uuid::now_v7(), "work": work });
            connection.call(Method::POST, "/api/videos/tasks", Some(&task)).await?;
        }
    }
    let started = Instant::now();
    while BEGUN.load(Ordering::Relaxed) < TASKS {
        if started.elapsed() > PATIENCE {
            bail!("{} of {TASKS} videos were begun", BEGUN.load(Ordering::Relaxed));
        }
        sleep(Duration::from_millis(100)).await;
    }
    sleep(SETTLED).await;
    let (cpu, asked) = (server.process.cpu_seconds()?, ASKED.load(Ordering::Relaxed));
    sleep(POLLED).await;
    let seconds = POLLED.as_secs_f64();
    let percent = (server.process.cpu_seconds()? - cpu) / seconds * 100.0;
    let asked = (ASKED.load(Ordering::Relaxed) - asked) as f64 / seconds;
    Ok(vec![
        Figure::new(format!("videos: {TASKS} tasks polled"), "% of a core", CORE_PERCENT, percent),
        Figure::new("videos: questions to their provider", "a second", None, asked),
    ])
}

/// Opens the history, and loads the thumbnail of an image that nobody has looked at.
async fn show_history(
    server: &Ensemble,
    person: &Person,
    image: &[u8],
) -> anyhow::Result<Vec<Figure>> {
    let mut connection = Connection::open(server.address, Some(person.cookie.clone())).await?;
    for _ in 0..IMAGES {
        let id = Uuid::now_v7();
        connection.put_bytes(&format!("/api/images/files/{id}?name=a.png"), image).await?;
        let upload = json!({ "file_id": id });
        connection.call(Method::POST, "/api/images/uploads", Some(&upload)).await?;
    }
    let mut times = Vec::with_capacity(ROUNDS);
    for round in 0..ROUNDS {
        let began = Instant::now();
        let (_, page) = connection.call(Method::GET, "/api/images?limit=100", None).await?;
        let id = page["items"][round]["id"].as_str().context("the page has too few images")?;
        load_thumbnail(&mut connection, id).await?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let name = format!("images: first of {IMAGES} in the history");
    let (middle, late) = (percentile(&times, 0.5), percentile(&times, 0.95));
    Ok(vec![
        Figure::new(format!("{name}, p50"), "ms", FIRST_IMAGE_MS, middle),
        Figure::new(format!("{name}, p95"), "ms", None, late),
    ])
}

async fn load_thumbnail(connection: &mut Connection, id: &str) -> anyhow::Result<()> {
    let path = format!("/api/images/{id}/thumbnail");
    let response = connection.send(Method::GET, &path, None::<&Value>).await?;
    ensure!(response.status().is_success(), "a thumbnail is not there: {}", response.status());
    response.into_body().collect().await?;
    Ok(())
}
