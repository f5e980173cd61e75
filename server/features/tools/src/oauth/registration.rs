//! Registration with authorization servers: by a published document whose address is the client id; by dynamic
//! registration with those that do not read such documents.

use http::Method;
use kernel::Fallible;
use serde_json::{Value, json};
use url::{Host, Url};

use super::discovery::{Found, send};
use super::{CALLBACK, Client, text};
use crate::problems::{SIGN_IN_FAILED, SIGN_IN_NOT_OFFERED};
use crate::servers::Tools;

/// Path of the document in which this program describes itself.
pub(crate) const CLIENT_DOCUMENT: &str = "/api/tools/oauth-client";

impl Tools {
    /// Returns the document in which this program describes itself to authorization servers (OAuth Client ID Metadata
    /// Document).
    pub fn client_document(&self) -> Fallible<Value> {
        let mut document = self.metadata()?;
        document["client_id"] = json!(self.address(CLIENT_DOCUMENT)?.as_str());
        Ok(document)
    }

    /// Returns the address to which people return.
    pub(super) fn redirect_url(&self) -> Fallible<Url> {
        self.address(CALLBACK)
    }

    /// This program, as the authorization server that was found knows it.
    pub(super) async fn client_at(&self, found: &Found) -> Fallible<Client> {
        if found.reads_documents && is_on_the_open_web(&self.base_url) {
            return Ok(Client {
                id: self.address(CLIENT_DOCUMENT)?.into(),
                secret: None,
                secret_in_header: false,
                token_endpoint: found.token_endpoint.clone(),
                resource: found.resource.clone(),
            });
        }
        self.register(found).await
    }

    async fn register(&self, found: &Found) -> Fallible<Client> {
        let endpoint = found.registration_endpoint.as_deref().ok_or(SIGN_IN_NOT_OFFERED)?;
        let body = self.metadata()?;
        let (status, registered) = send(&self.web, Method::POST, endpoint, Some(&body)).await?;
        let id = registered["client_id"].as_str().filter(|_| matches!(status, 200 | 201));
        Ok(Client {
            id: id.ok_or(SIGN_IN_FAILED)?.to_owned(),
            secret: text(&registered["client_secret"]),
            secret_in_header: registered["token_endpoint_auth_method"] == "client_secret_basic",
            token_endpoint: found.token_endpoint.clone(),
            resource: found.resource.clone(),
        })
    }

    fn metadata(&self) -> Fallible<Value> {
        // Some take `http:` to come back to only from a program on the person's own machine.
        let kind = if self.base_url.scheme() == "https" { "web" } else { "native" };
        Ok(json!({
            "client_name": "Ensemble",
            "client_uri": self.base_url.as_str(),
            "redirect_uris": [self.redirect_url()?.as_str()],
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "application_type": kind,
            "token_endpoint_auth_method": "none",
        }))
    }

    fn address(&self, path: &str) -> Fallible<Url> {
        api::public_url(&self.base_url, path).map_err(kernel::Failure::internal)
    }
}

/// Names that are resolved within a house only.
const PRIVATE_SUFFIXES: [&str; 6] =
    [".localhost", ".local", ".lan", ".internal", ".home.arpa", ".intranet"];

/// Returns true if an authorization server elsewhere can reach addresses under `base`.
fn is_on_the_open_web(base: &Url) -> bool {
    let is_public = match base.host() {
        Some(Host::Ipv4(address)) => web_access::is_public(address.into()),
        Some(Host::Ipv6(address)) => web_access::is_public(address.into()),
        Some(Host::Domain(name)) => {
            let is_private = PRIVATE_SUFFIXES.iter().any(|suffix| name.ends_with(suffix));
            name.contains('.') && !is_private
        }
        None => false,
    };
    base.scheme() == "https" && is_public
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_read_only_where_the_open_web_leads_to() {
        let is_read = |base: &str| is_on_the_open_web(&Url::parse(base).unwrap());
        assert!(is_read("https://ai.example.com/"));
        for base in [
            "http://ai.example.com/",
            "https://localhost/",
            "https://nas/",
            "https://ai.lan/",
            "https://192.168.1.5/",
            "https://[::1]/",
        ] {
            assert!(!is_read(base), "{base}");
        }
    }
}
