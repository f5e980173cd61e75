//! A person's servers: their own and the operator's, with their tools, and the person's choices.

use std::collections::HashMap;
use std::sync::Arc;

use area::Services;
use audit::{Actor, Audit, Event, Kind};
use dashmap::DashMap;
use files::Files;
use http::{HeaderMap, HeaderName, HeaderValue};
use kernel::{Clock, Fallible, MINUTE, UserId};
use live_settings::Section;
use store::Db;
use url::Url;
use vault::Vault;
use web_access::WebAccess;

use crate::http_link::HttpLink;
use crate::mcp::McpError;
use crate::oauth::Renewing;
use crate::peer::{Link, Peer};
use crate::problems::{
    ADDRESS_REFUSED, NAME_TAKEN, NOT_OWN, OWN_SERVERS_OFF, SERVER_NOT_FOUND, TOKEN_INVALID,
    TOO_MANY_SERVERS,
};
use crate::rules::{SERVERS_MAX, fingerprint, server_name};
use crate::stdio_link::StdioLink;
use crate::store::{
    Choice, Listing, OwnServer, ServerState, ToolServerId, delete_server, insert_server,
    list_choices, list_servers, list_sign_ins, save_choice, save_listing,
};
use crate::{OperatorServer, Settings};

/// State of this area that lasts as long as the process.
pub(crate) struct Tools {
    pub db: Db,
    pub clock: Clock,
    pub audit: Audit,
    pub web: WebAccess,
    pub vault: Vault,
    pub files: Files,
    pub base_url: Url,
    pub settings: Section<Settings>,
    /// The operator's servers: only the file has them, with their secrets.
    servers: Vec<OperatorServer>,
    /// Servers that were greeted, by person and key, with a fingerprint of how they are reached.
    peers: DashMap<(UserId, String), (String, Arc<Peer>)>,
    /// Tools of the operator's servers, by person and key.
    listings: DashMap<(UserId, String), Listing>,
    /// Additional scopes a server asked for, by person and key, until the next sign-in.
    pub wanted_scopes: DashMap<(UserId, String), String>,
    /// Turns of those who renew a sign-in, so that it is renewed only once.
    pub renewing: Renewing,
}

/// A server, as one person sees it.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    /// The id of an own one; `operator:<name>`.
    pub key: String,
    pub name: String,
    /// Address; `None`: a program of the operator's.
    pub url: Option<String>,
    pub own: Option<OwnServer>,
    pub listing: Listing,
    pub choice: Choice,
    pub is_signed_in: bool,
}

/// A server to be connected.
#[derive(Debug, Clone)]
pub(crate) struct NewServer {
    pub name: String,
    pub url: String,
    pub token: Option<String>,
}

/// Maximum number of cached handshakes; beyond it, every server gets a new one.
const PEERS_KEPT: usize = 4_096;
const TOKEN_PURPOSE: &str = "tools token";
const OPERATOR_KEY: &str = "operator:";
/// A server of the operator's that failed is asked again after this.
const ASK_AGAIN: i64 = MINUTE;

impl Tools {
    pub fn new(services: &Services, settings: Section<Settings>) -> Self {
        Self {
            db: services.db.clone(),
            clock: services.clock.clone(),
            audit: services.audit.clone(),
            web: services.web.clone(),
            vault: services.vault.clone(),
            files: services.files.clone(),
            base_url: services.base_url.clone(),
            servers: settings.get().servers.clone(),
            settings,
            peers: DashMap::new(),
            listings: DashMap::new(),
            wanted_scopes: DashMap::new(),
            renewing: Renewing::default(),
        }
    }

    /// Returns all servers that a person sees: the operator's, then their own.
    pub async fn list(&self, user_id: UserId) -> Fallible<Vec<Server>> {
        let mut conn = self.db.read().await?;
        let own = list_servers(&mut conn, user_id).await?;
        let choices = list_choices(&mut conn, user_id).await?;
        let signed_in = list_sign_ins(&mut conn, user_id).await?;
        drop(conn);
        let operator = self.servers.iter().map(|server| {
            let key = format!("{OPERATOR_KEY}{}", server.name);
            let known = self.listings.get(&(listed_for(server, user_id), key.clone()));
            Server {
                name: server.name.clone(),
                url: server.url.clone(),
                own: None,
                listing: known.map(|listing| listing.clone()).unwrap_or_default(),
                choice: choice_of(&choices, &key),
                is_signed_in: signed_in.contains(&key),
                key,
            }
        });
        let own = own.into_iter().map(|server| {
            let key = server.id.to_string();
            Server {
                name: server.name.clone(),
                url: Some(server.url.clone()),
                listing: server.listing.clone(),
                own: Some(server),
                choice: choice_of(&choices, &key),
                is_signed_in: signed_in.contains(&key),
                key,
            }
        });
        Ok(operator.chain(own).collect())
    }

    /// Lists the servers, after asking those that were never asked, and the operator's that failed a while ago.
    pub async fn list_checked(&self, user_id: UserId) -> Fallible<Vec<Server>> {
        let servers = self.list(user_id).await?;
        let checked = servers.into_iter().map(async |server| match self.wants_check(&server) {
            true => self.check(user_id, server).await,
            false => Ok(server),
        });
        futures::future::try_join_all(checked).await
    }

    fn wants_check(&self, server: &Server) -> bool {
        let since = |at| self.clock.now().since(at);
        let checked_at = server.listing.checked_at;
        match server.listing.state {
            ServerState::Unchecked => true,
            ServerState::Failed => {
                server.own.is_none() && checked_at.is_none_or(|at| since(at) > ASK_AGAIN)
            }
            ServerState::Connected | ServerState::NeedsSignIn => false,
        }
    }

    /// Problems: [`SERVER_NOT_FOUND`].
    pub async fn find(&self, user_id: UserId, key: &str) -> Fallible<Server> {
        let servers = self.list(user_id).await?;
        let found = servers.into_iter().find(|server| server.key == key);
        Ok(found.ok_or(SERVER_NOT_FOUND)?)
    }

    /// Connects a server and lists its tools. A failure is reported in its listing.
    pub async fn add(&self, by: Actor, user_id: UserId, new: NewServer) -> Fallible<Server> {
        if !self.settings.get().own_servers {
            return Err(OWN_SERVERS_OFF.into());
        }
        let name = server_name(&new.name)?;
        let url = self.web.check(new.url.trim()).map_err(|_| ADDRESS_REFUSED)?;
        let now = self.clock.now();
        let id = ToolServerId::new(now);
        let token = new.token.as_deref().map(str::trim).filter(|token| !token.is_empty());
        let token = token.map(|token| self.seal_token(id, token)).transpose()?;
        let known = self.list(user_id).await?;
        let own = known.iter().filter(|server| server.own.is_some()).count() as i64;
        if own >= SERVERS_MAX {
            return Err(TOO_MANY_SERVERS.into());
        }
        if known.iter().any(|server| server.name.eq_ignore_ascii_case(&name)) {
            return Err(NAME_TAKEN.into());
        }
        let server = OwnServer { id, name, url, token, listing: Listing::default() };
        let mut tx = self.db.begin().await?;
        insert_server(&mut tx, user_id, &server, now).await?;
        let added = Event::new(Kind::ToolServerAdded, by).subject(id.0);
        self.audit.record(&mut tx, added).await?;
        tx.commit().await?;
        self.check(user_id, self.find(user_id, &id.to_string()).await?).await
    }

    fn seal_token(&self, id: ToolServerId, token: &str) -> Fallible<Vec<u8>> {
        if HeaderValue::from_str(token).is_err() {
            return Err(TOKEN_INVALID.into());
        }
        Ok(self.vault.seal(TOKEN_PURPOSE, id.to_string(), token.as_bytes()))
    }

    /// Problems: [`SERVER_NOT_FOUND`], [`NOT_OWN`].
    pub async fn remove(&self, by: Actor, user_id: UserId, key: &str) -> Fallible<()> {
        let server = self.find(user_id, key).await?;
        let own = server.own.ok_or(NOT_OWN)?;
        let mut tx = self.db.begin().await?;
        delete_server(&mut tx, user_id, own.id).await?;
        let removed = Event::new(Kind::ToolServerRemoved, by).subject(own.id.0);
        self.audit.record(&mut tx, removed).await?;
        tx.commit().await?;
        self.forget(user_id, key);
        Ok(())
    }

    pub async fn choose(&self, user_id: UserId, key: &str, choice: Choice) -> Fallible<()> {
        let mut tx = self.db.begin().await?;
        save_choice(&mut tx, user_id, key, choice).await?;
        Ok(tx.commit().await?)
    }

    /// Asks a server for its tools now, and stores the result.
    pub async fn check(&self, user_id: UserId, mut server: Server) -> Fallible<Server> {
        let listed = match self.peer(user_id, &server, false).await? {
            Ok(peer) => match peer.list_tools().await {
                Err(McpError::NeedsSignIn(_)) => self.list_renewed(user_id, &server).await?,
                listed => listed,
            },
            Err(error) => Err(error),
        };
        if let Err(McpError::NeedsScope(wanted)) = &listed {
            self.wanted_scopes.insert((user_id, server.key.clone()), wanted.clone());
        }
        let before = std::mem::take(&mut server.listing.tools);
        server.listing =
            Listing { checked_at: Some(self.clock.now()), ..listing_of(listed, before) };
        if server.listing.state != ServerState::Connected {
            self.forget(user_id, &server.key);
        }
        self.keep_listing(user_id, &server).await?;
        Ok(server)
    }

    /// Records that the person must sign in to a server again, and grant `wanted` then.
    pub async fn note_scope(
        &self,
        user_id: UserId,
        server: &Server,
        wanted: String,
    ) -> Fallible<()> {
        self.wanted_scopes.insert((user_id, server.key.clone()), wanted);
        let mut server = server.clone();
        server.listing.state = ServerState::NeedsSignIn;
        self.keep_listing(user_id, &server).await
    }

    async fn keep_listing(&self, user_id: UserId, server: &Server) -> Fallible<()> {
        let Some(own) = &server.own else {
            let listed_for = self.listed_for(user_id, server);
            self.listings.insert((listed_for, server.key.clone()), server.listing.clone());
            return Ok(());
        };
        let mut tx = self.db.begin().await?;
        save_listing(&mut tx, own.id, &server.listing).await?;
        Ok(tx.commit().await?)
    }

    async fn list_renewed(
        &self,
        user_id: UserId,
        server: &Server,
    ) -> Fallible<Result<Vec<crate::mcp::ToolInfo>, McpError>> {
        Ok(match self.peer(user_id, server, true).await? {
            Ok(peer) => peer.list_tools().await,
            Err(error) => Err(error),
        })
    }

    /// Returns a server to speak with, greeted already when it was spoken with before. `renew`: its answer was that the
    /// sign-in is no longer good.
    pub async fn peer(
        &self,
        user_id: UserId,
        server: &Server,
        renew: bool,
    ) -> Fallible<Result<Arc<Peer>, McpError>> {
        let bearer = match (&server.own, renew) {
            (Some(OwnServer { id, token: Some(sealed), .. }), false) => {
                let opened = self.vault.open_sealed(TOKEN_PURPOSE, id.to_string(), sealed);
                let token = opened.map_err(kernel::Failure::internal)?;
                Some(String::from_utf8_lossy(&token).into_owned())
            }
            _ => self.access_token(user_id, &server.key, renew).await?,
        };
        if renew && bearer.is_none() {
            return Ok(Err(McpError::NeedsSignIn(None)));
        }
        let reached = fingerprint(&format!("{:?}\n{bearer:?}", server.url));
        let place = (self.listed_for(user_id, server), server.key.clone());
        if let Some(known) = self.peers.get(&place)
            && known.0 == reached
            && !known.1.is_over()
        {
            return Ok(Ok(known.1.clone()));
        }
        let link = match &server.url {
            Some(url) => Link::Http(HttpLink {
                web: self.web.clone(),
                url: url.clone(),
                headers: self.operator(server).map(headers_of).unwrap_or_default(),
                bearer,
            }),
            None => match StdioLink::start(self.operator(server).ok_or(SERVER_NOT_FOUND)?) {
                Ok(link) => Link::Stdio(link),
                Err(error) => return Ok(Err(error)),
            },
        };
        let peer = Arc::new(Peer::new(link));
        if self.peers.len() >= PEERS_KEPT {
            self.peers.clear();
        }
        self.peers.insert(place, (reached, peer.clone()));
        Ok(Ok(peer))
    }

    /// Drops the cached handshake of a server.
    pub fn forget(&self, user_id: UserId, key: &str) {
        self.peers.remove(&(user_id, key.to_owned()));
    }

    fn operator(&self, server: &Server) -> Option<&OperatorServer> {
        let name = server.key.strip_prefix(OPERATOR_KEY)?;
        self.servers.iter().find(|known| known.name == name)
    }

    fn listed_for(&self, user_id: UserId, server: &Server) -> UserId {
        self.operator(server).map_or(user_id, |operator| listed_for(operator, user_id))
    }
}

/// Returns the user for whom a server's tools are listed: a program has the same tools for everybody.
fn listed_for(server: &OperatorServer, user_id: UserId) -> UserId {
    if server.url.is_none() { UserId(kernel::Uuid::nil()) } else { user_id }
}

fn choice_of(choices: &HashMap<String, Choice>, key: &str) -> Choice {
    choices.get(key).copied().unwrap_or_default()
}

fn headers_of(server: &OperatorServer) -> HeaderMap {
    let header = |(name, value): (&String, &kernel::Secret<String>)| {
        let name = name.parse::<HeaderName>().ok()?;
        Some((name, HeaderValue::from_str(value.expose()).ok()?))
    };
    server.headers.iter().filter_map(header).collect()
}

/// Converts a server's response into a listing; if it failed, with the tools it had before.
fn listing_of(
    listed: Result<Vec<crate::mcp::ToolInfo>, McpError>,
    before: Vec<crate::mcp::ToolInfo>,
) -> Listing {
    let (state, problem, tools) = match listed {
        Ok(tools) => (ServerState::Connected, None, tools),
        Err(McpError::NeedsSignIn(_) | McpError::NeedsScope(_)) => {
            (ServerState::NeedsSignIn, None, before)
        }
        Err(error) => (ServerState::Failed, Some(error.to_string()), before),
    };
    Listing { state, problem, tools, checked_at: None }
}
