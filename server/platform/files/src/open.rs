use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use object_store::ClientOptions;
use object_store::aws::AmazonS3Builder;
use object_store::client::{HttpClient, HttpConnector};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use outbound::Outbound;
use url::Url;

use crate::{Files, FilesError};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// No byte for this long means that the line is dead; a large blob may take longer in all.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

/// Parameters allowed in an S3 address.
const S3_PARAMETERS: [&str; 5] =
    ["region", "endpoint", "access_key_id", "secret_access_key", "session_token"];

/// What is done with folders that are empty once something was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EmptyFolders {
    Keep,
    Delete,
}

pub(crate) fn open(
    url: &str,
    outbound: &Outbound,
    empty_folders: EmptyFolders,
) -> Result<Files, FilesError> {
    if let Some(folder) = url.strip_prefix("file://") {
        return open_disk(folder, empty_folders);
    }
    if url.starts_with("s3://") {
        return open_s3(url, outbound);
    }
    Err(FilesError::BadAddress("has a scheme that is not known".to_owned()))
}

/// Makes the client of S3.
#[derive(Debug)]
struct Connector(Outbound);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = self
            .0
            .client()
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            // Large blobs are quicker over several connections than over one that they share.
            .http1_only()
            .build();
        client
            .map(HttpClient::new)
            .map_err(|error| object_store::Error::Generic { store: "S3", source: error.into() })
    }
}

fn open_disk(folder: &str, empty_folders: EmptyFolders) -> Result<Files, FilesError> {
    let cannot = |error: std::io::Error| FilesError::BadAddress(format!("cannot be used: {error}"));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let disk = LocalFileSystem::new_with_prefix(folder)?
        .with_fsync(true)
        .with_automatic_cleanup(empty_folders == EmptyFolders::Delete);
    Ok(Files { store: Arc::new(disk), signer: None, prefix: Path::default(), kind: "disk" })
}

/// Returns the parameters of an address. A `+` is a `+`, as in the secrets that S3 gives out.
fn parameters_of(url: &Url) -> HashMap<String, String> {
    let query = url.query().unwrap_or_default().replace('+', "%2B");
    url::form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}

fn open_s3(address: &str, outbound: &Outbound) -> Result<Files, FilesError> {
    let bad = |what: String| FilesError::BadAddress(what);
    let url = Url::parse(address).map_err(|error| bad(format!("is no address: {error}")))?;
    let bucket = url.host_str().ok_or_else(|| bad("names no bucket".to_owned()))?;
    let parameters = parameters_of(&url);
    if let Some(name) = parameters.keys().find(|name| !S3_PARAMETERS.contains(&name.as_str())) {
        return Err(bad(format!("has the unknown parameter {name}")));
    }
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(parameters.get("region").map_or("us-east-1", String::as_str))
        // Not every self-hosted storage supports bulk deletion.
        .with_disable_bulk_delete(true)
        .with_client_options(ClientOptions::new().with_allow_http(true))
        .with_http_connector(Connector(outbound.clone()));
    if let Some(endpoint) = parameters.get("endpoint") {
        // Self-hosted storage is mostly addressed by path: its name has no wildcard certificate.
        builder = builder.with_endpoint(endpoint).with_virtual_hosted_style_request(false);
    }
    if let Some(id) = parameters.get("access_key_id") {
        builder = builder.with_access_key_id(id);
    }
    if let Some(secret) = parameters.get("secret_access_key") {
        builder = builder.with_secret_access_key(secret);
    }
    // A key that works for some hours only comes with it.
    if let Some(token) = parameters.get("session_token") {
        builder = builder.with_token(token);
    }
    let s3 = Arc::new(builder.build()?);
    let prefix = Path::parse(url.path()).map_err(|error| bad(error.to_string()))?;
    Ok(Files { store: s3.clone(), signer: Some(s3), prefix, kind: "s3" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_keeps_its_plus_written_as_it_is_or_encoded() {
        for text in ["s3://b?secret_access_key=a+b/c%3D", "s3://b?secret_access_key=a%2Bb%2Fc%3D"] {
            let url = Url::parse(text).expect("an address");
            assert_eq!(parameters_of(&url)["secret_access_key"], "a+b/c=", "{text}");
        }
    }
}
