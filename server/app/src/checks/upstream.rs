//! The other servers that this one needs.

use std::time::Duration;

use area::{Finding, HealthCheck, Services};
use async_trait::async_trait;
use futures::future::join_all;
use outbound::with_causes;
use providers::{Connection, Probe};
use tokio::time::timeout;

const BUS_PATIENCE: Duration = Duration::from_secs(5);
/// Models may be asked as long as a check may take; the others are told sooner.
const PROVIDER_PATIENCE: Duration = Duration::from_secs(12);

/// Writes, reads and deletes a file.
pub struct Storage;

#[async_trait]
impl HealthCheck for Storage {
    fn name(&self) -> &'static str {
        "files"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let kind = services.files.kind();
        let advice = match kind {
            "s3" => "Check files.url: the bucket, its region, the endpoint and the keys.",
            _ => "Check files.url, and that the server's user may write there.",
        };
        vec![match services.files.check().await {
            Ok(()) => Finding::ok(self.name(), format!("{kind}: written, read and deleted")),
            Err(error) => Finding::failed(self.name(), with_causes(&error), advice),
        }]
    }
}

/// Waits until the bus is connected.
pub struct HintBus;

#[async_trait]
impl HealthCheck for HintBus {
    fn name(&self) -> &'static str {
        "bus"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let connected = services.bus.wait_until_connected();
        let is_connected = timeout(BUS_PATIENCE, connected).await.is_ok();
        let described = services.bus.describe();
        vec![match is_connected {
            true => Finding::ok(self.name(), described),
            false => Finding::failed(
                self.name(),
                described,
                "Check bus.url, and that it runs; the log says why it is not reached.",
            ),
        }]
    }
}

/// Says how other servers are reached.
pub struct Outgoing;

#[async_trait]
impl HealthCheck for Outgoing {
    fn name(&self) -> &'static str {
        "outgoing"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        vec![Finding::ok(self.name(), services.outbound.describe())]
    }
}

/// Signs in to the mail server, and looks at what was not sent.
pub struct MailServer;

#[async_trait]
impl HealthCheck for MailServer {
    fn name(&self) -> &'static str {
        "mail"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let server = match services.mail.check().await {
            Ok(described) => Finding::ok(self.name(), described),
            Err(error) => Finding::failed(self.name(), error, "Check mail.url."),
        };
        let mut findings = vec![server];
        let Ok(mut conn) = services.db.read().await else { return findings };
        if let Ok(backlog) = services.mail.backlog(&mut conn).await
            && backlog.failed > 0
        {
            let detail = format!("{} mails of the last 30 days were given up", backlog.failed);
            let advice = "The outbox has the reason beside each: `ensemble outbox`.";
            findings.push(Finding::warning("outbox", detail, advice));
        }
        findings
    }
}

/// Asks each connected provider for its models.
pub struct Models;

#[async_trait]
impl HealthCheck for Models {
    fn name(&self) -> &'static str {
        "models"
    }

    async fn run(&self, services: &Services) -> Vec<Finding> {
        let connections = match services.providers.list_connections().await {
            Ok(connections) => connections,
            Err(error) => {
                return vec![Finding::failed(
                    self.name(),
                    error.to_string(),
                    "See store and schema.",
                )];
            }
        };
        let enabled: Vec<_> =
            connections.into_iter().filter(|connection| connection.enabled).collect();
        if enabled.is_empty() {
            let advice = "Connect one in the app, or run `ensemble provider add`.";
            return vec![Finding::warning(self.name(), "no provider is connected", advice)];
        }
        join_all(enabled.iter().map(|connection| ask(services, connection))).await
    }
}

async fn ask(services: &Services, connection: &Connection) -> Finding {
    let name = format!("models of {}", connection.name);
    let probe = Probe {
        protocol: connection.protocol,
        base_url: None,
        api_key: None,
        connection_id: Some(connection.id),
    };
    let asked = timeout(PROVIDER_PATIENCE, services.providers.test_connection(probe)).await;
    let result = match asked {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => return Finding::failed(name, error.to_string(), "See the log."),
        Err(_) => {
            let detail = format!("{} does not answer", connection.base_url);
            return Finding::failed(
                name,
                detail,
                "Check that it runs, and that no firewall is between.",
            );
        }
    };
    match result.problem {
        None => {
            let detail = format!("{} models, after {} ms", result.models, result.latency_ms);
            Finding::ok(name, detail)
        }
        Some(problem) => {
            let said = problem.params.get("message");
            let said = said.map_or_else(String::new, |said| format!(" It says: {said}"));
            let detail = format!("{}: {}{said}", connection.base_url, problem.message());
            Finding::failed(name, detail, advice(problem.kind.code))
        }
    }
}

fn advice(code: &str) -> &'static str {
    match code {
        "providers.key_refused" | "providers.key_missing" | "providers.key_unreadable" => {
            "Enter its key again, in the app under AI models."
        }
        "providers.untrusted" => "Name the authority of its certificate in outbound.extra_ca.",
        "providers.out_of_quota" => "Top up the account at the provider.",
        _ => "Check its address, that it runs, and the proxy under `outgoing`.",
    }
}
