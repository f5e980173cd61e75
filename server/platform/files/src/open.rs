use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use object_store::ClientOptions;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use url::Url;

use crate::{Files, FilesError};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// No byte for this long means that the line is dead; a large blob may take longer in all.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

/// Parameters allowed in an S3 address.
const S3_PARAMETERS: [&str; 4] = ["region", "endpoint", "access_key_id", "secret_access_key"];

pub(crate) fn open(url: &str) -> Result<Files, FilesError> {
    if let Some(folder) = url.strip_prefix("file://") {
        return open_disk(folder);
    }
    if url.starts_with("s3://") {
        return open_s3(url);
    }
    Err(FilesError::BadAddress("has a scheme that is not known".to_owned()))
}

fn open_disk(folder: &str) -> Result<Files, FilesError> {
    let cannot = |error: std::io::Error| FilesError::BadAddress(format!("cannot be used: {error}"));
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let disk = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
    Ok(Files { store: Arc::new(disk), signer: None, prefix: Path::default(), kind: "disk" })
}

fn open_s3(address: &str) -> Result<Files, FilesError> {
    let bad = |what: String| FilesError::BadAddress(what);
    let url = Url::parse(address).map_err(|error| bad(format!("is no address: {error}")))?;
    let bucket = url.host_str().ok_or_else(|| bad("names no bucket".to_owned()))?;
    let parameters: HashMap<_, _> = url.query_pairs().into_owned().collect();
    if let Some(name) = parameters.keys().find(|name| !S3_PARAMETERS.contains(&name.as_str())) {
        return Err(bad(format!("has the unknown parameter {name}")));
    }
    let options = ClientOptions::new()
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_read_timeout(READ_TIMEOUT)
        .with_allow_http(true);
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(parameters.get("region").map_or("us-east-1", String::as_str))
        // Not every self-hosted storage supports bulk deletion.
        .with_disable_bulk_delete(true)
        .with_client_options(options);
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
    let s3 = Arc::new(builder.build()?);
    let prefix = Path::parse(url.path()).map_err(|error| bad(error.to_string()))?;
    Ok(Files { store: s3.clone(), signer: Some(s3), prefix, kind: "s3" })
}
