//! Logs to standard error, and traces. No crate logs what people write.

use std::sync::OnceLock;

use tracing::Subscriber;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Registry};
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt};

use crate::settings::{Log, LogFormat, Traces};
use crate::traces;

/// The filter of the log that runs.
static FILTER: OnceLock<Handle<EnvFilter, Registry>> = OnceLock::new();

/// Changes what is logged from now on.
pub fn set_filter(filter: &str) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(filter)?;
    let running = FILTER.get().ok_or_else(|| anyhow::anyhow!("nothing is logged"))?;
    Ok(running.reload(filter)?)
}

/// A layer, and what changes its filter.
type Filtered<S> = (Box<dyn Layer<S> + Send + Sync>, Handle<EnvFilter, S>);

/// Starts logging and tracing; once per process.
pub fn start(log: &Log, traces: &Traces) -> anyhow::Result<()> {
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let (lines, filter) = lines(log, is_terminal, std::io::stderr)?;
    // Only the first log of a process is changed later: there is no other.
    FILTER.get_or_init(|| filter);
    Registry::default().with(lines).with(traces::layer(traces)?).init();
    Ok(())
}

/// Returns the layer that writes the log. In JSON each line has the spans that it is within: the id of its request.
fn lines<S, W>(log: &Log, is_terminal: bool, writer: W) -> anyhow::Result<Filtered<S>>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(&log.filter)
        .map_err(|error| anyhow::anyhow!("log.filter = {:?}: {error}", log.filter))?;
    let (filter, handle) = reload::Layer::new(filter);
    let layer = fmt::layer().with_ansi(is_terminal).with_writer(writer);
    let layer = match log.format {
        LogFormat::Text => layer.with_target(false).with_filter(filter).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).with_filter(filter).boxed(),
    };
    Ok((layer, handle))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_line_of_json_has_the_id_of_its_request() {
        let kept = Kept::default();
        let writer = kept.clone();
        let log = Log { filter: "info".to_owned(), format: LogFormat::Json };
        let (layer, filter) = lines(&log, false, move || writer.clone()).unwrap();
        tracing::subscriber::with_default(Registry::default().with(layer), || {
            let request = tracing::info_span!("request", request.id = "r-1", http.method = "GET");
            let _entered = request.enter();
            tracing::info_span!("job")
                .in_scope(|| tracing::warn!(mail.id = "m-1", "mail not sent"));
            tracing::debug!("not wanted");
            filter.reload(EnvFilter::new("error")).unwrap();
            tracing::warn!("not wanted any more");
        });

        let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        let line: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
        assert_eq!(line["message"], "mail not sent");
        assert_eq!((&line["level"], &line["mail.id"]), (&"WARN".into(), &"m-1".into()));
        assert_eq!(line["spans"][0]["request.id"], "r-1");
    }
}
