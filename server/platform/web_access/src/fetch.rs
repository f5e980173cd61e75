use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use fair_queue::{FairQueue, Share};
use live_settings::Section;
use outbound::Outbound;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_TYPE, COOKIE, HeaderMap, LOCATION};
use reqwest::{Client, ClientBuilder, Response, StatusCode};
use tokio::sync::OnceCell;
use tokio::time::{Instant, timeout};
use url::{Host, Url};

use crate::cookies::Cookies;
use crate::error::Cause;
use crate::limits::{CONNECT_SECONDS, FETCHES_MAX, FETCHES_PER_SHARE_MAX, REDIRECTS_MAX};
use crate::names::GuardedNames;
use crate::policy::{Policy, Target};
use crate::{FetchError, Limits, Resolve, Settings, SystemNames, body};

/// A successful response; a response without success is an error instead.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Address of the response, after redirects.
    pub url: Url,
    /// Content type stated by the server. Never trust it: check the bytes.
    pub content_type: Option<String>,
    pub body: Bytes,
}

/// The only way out to addresses that a person, a page or a model names. Cheap to clone.
#[derive(Clone)]
pub struct WebAccess(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub policy: Arc<Policy>,
    names: Arc<dyn Resolve>,
    /// For the open web, and for hosts that the operator opened. Made by their first use: the
    /// certificates of the system take memory.
    guarded: OnceCell<Client>,
    opened: OnceCell<Client>,
    /// For both, where a proxy connects.
    proxied: OnceCell<Client>,
    outbound: Outbound,
    fetches: FairQueue,
}

impl WebAccess {
    pub fn new(settings: Settings) -> Self {
        Self::through(settings, &Outbound::default())
    }

    /// Creates web access that goes through the proxy of `outbound`, where that has one.
    pub fn through(settings: Settings, outbound: &Outbound) -> Self {
        Self::with_names_through(settings, Arc::new(SystemNames), outbound)
    }

    /// Returns the settings, of which the operator changes the exceptions while the server runs.
    pub fn settings(&self) -> &Section<Settings> {
        self.0.policy.settings()
    }

    /// Creates web access with another resolver than the system's.
    pub fn with_names(settings: Settings, names: Arc<dyn Resolve>) -> Self {
        Self::with_names_through(settings, names, &Outbound::default())
    }

    /// Creates web access with another resolver than the system's, that goes through the proxy of `outbound`.
    pub fn with_names_through(
        settings: Settings,
        names: Arc<dyn Resolve>,
        outbound: &Outbound,
    ) -> Self {
        Self(Arc::new(Inner {
            policy: Arc::new(Policy::new(settings)),
            names,
            guarded: OnceCell::new(),
            opened: OnceCell::new(),
            proxied: OnceCell::new(),
            outbound: outbound.clone(),
            fetches: FairQueue::new(FETCHES_MAX, FETCHES_PER_SHARE_MAX),
        }))
    }

    /// Fetches `url`, following redirects, each judged as `url` itself.
    pub async fn get(&self, url: &str, limits: Limits) -> Result<Fetched, FetchError> {
        self.get_where(url, limits, |_| true).await
    }

    /// Fetches `url` as [`WebAccess::get`] does, as long as `may` is true for it and for every redirect: no other
    /// address is contacted, and the error is [`FetchError::NotWanted`].
    pub async fn get_where(
        &self,
        url: &str,
        limits: Limits,
        may: impl Fn(&Url) -> bool + Send + Sync,
    ) -> Result<Fetched, FetchError> {
        let started_at = Instant::now();
        let target = self.0.policy.read(url, limits.plain_http)?;
        let host = target.url.host_str().unwrap_or_default().to_owned();

        let fetched = match timeout(limits.total, self.follow(target, limits, &may)).await {
            Ok(fetched) => fetched,
            Err(_) => Err(Cause::TimedOut.into()),
        };

        let duration_ms = started_at.elapsed().as_millis() as u64;
        match &fetched {
            Ok(page) => {
                tracing::info!(host, bytes = page.body.len(), duration_ms, "fetched a page")
            }
            Err(FetchError::Unreachable(reason)) => {
                tracing::info!(host, %reason, duration_ms, "fetched no page");
            }
            Err(error) => tracing::info!(host, reason = %error, duration_ms, "fetched no page"),
        }
        fetched
    }

    async fn follow(
        &self,
        mut target: Target,
        limits: Limits,
        may: &(dyn Fn(&Url) -> bool + Send + Sync),
    ) -> Result<Fetched, FetchError> {
        let _permit = self.0.fetches.acquire(Share::current()).await;
        let mut cookies = Cookies::default();
        for _ in 0..=REDIRECTS_MAX {
            if !may(&target.url) {
                return Err(FetchError::NotWanted);
            }
            let response = self.ask(&target, cookies.of(&target.url), limits.first_byte).await?;
            match response.status() {
                StatusCode::MOVED_PERMANENTLY
                | StatusCode::FOUND
                | StatusCode::SEE_OTHER
                | StatusCode::TEMPORARY_REDIRECT
                | StatusCode::PERMANENT_REDIRECT => {
                    cookies.take(&target.url, response.headers());
                    let location = header(response.headers(), LOCATION).ok_or(Cause::Redirect)?;
                    target = self.0.policy.redirect(&target, &location, limits.plain_http)?;
                }
                status if status.is_success() => {
                    let content_type = header(response.headers(), CONTENT_TYPE);
                    let body = body::read(response, limits.max_bytes).await?;
                    return Ok(Fetched { url: target.url, content_type, body });
                }
                status => return Err(Cause::Status(status.as_u16()).into()),
            }
        }
        Err(Cause::TooManyRedirects.into())
    }

    /// Sends one request, and returns its response with the head only.
    async fn ask(
        &self,
        target: &Target,
        cookie: Option<String>,
        first_byte: Duration,
    ) -> Result<Response, Cause> {
        let client = self.client_for(target).await?;
        // No header of the caller's is passed on, so none can leak at a redirect.
        let mut request = client.get(target.url.clone()).header(ACCEPT_ENCODING, "gzip");
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        let response = timeout(first_byte, request.send())
            .await
            .map_err(|_| Cause::TimedOut)?
            .map_err(|error| Cause::Connection(format!("{:?}", error.without_url())))?;
        self.check_peer(target, response)
    }

    /// Returns the response if the peer's address is allowed.
    pub(crate) fn check_peer(
        &self,
        target: &Target,
        response: Response,
    ) -> Result<Response, Cause> {
        // Of a proxy's connection only the proxy's own address is known.
        let is_where_it_should_be = target.is_opened
            || self.0.outbound.is_proxied(&target.url)
            || response.remote_addr().is_some_and(|peer| self.0.policy.allows(peer.ip()));
        if is_where_it_should_be { Ok(response) } else { Err(Cause::PeerAddress) }
    }

    pub(crate) async fn client_for(&self, target: &Target) -> Result<&Client, Cause> {
        let (cell, policy) = match target.is_opened {
            true => (&self.0.opened, None),
            false => (&self.0.guarded, Some(self.0.policy.clone())),
        };
        let names = GuardedNames { names: self.0.names.clone(), policy };
        let outbound = &self.0.outbound;
        if outbound.is_proxied(&target.url) {
            if let Some(Host::Domain(name)) = target.url.host() {
                names.check_before_proxy(name).await?;
            }
            // The proxy's own name is the operator's, and may be private.
            let made = self.0.proxied.get_or_try_init(async || client(outbound.client())).await;
            return made.map_err(|error| Cause::Connection(error.to_string()));
        }
        let builder = outbound.direct_client().dns_resolver(Arc::new(names));
        cell.get_or_try_init(async || client(builder))
            .await
            .map_err(|error| Cause::Connection(error.to_string()))
    }
}

fn client(builder: ClientBuilder) -> reqwest::Result<Client> {
    builder
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(Duration::from_secs(CONNECT_SECONDS))
        // No connection serves two fetches: each is judged when it is made.
        .pool_max_idle_per_host(0)
        .build()
}

/// Returns a header as text; `None` where it is missing, or no text. Some servers write addresses in UTF-8.
fn header(headers: &HeaderMap, name: reqwest::header::HeaderName) -> Option<String> {
    std::str::from_utf8(headers.get(name)?.as_bytes()).ok().map(str::to_owned)
}
