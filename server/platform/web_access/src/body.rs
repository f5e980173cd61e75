//! The body of an answer, with caps on its size, packed and unpacked, and on its slowness.

use std::io::{self, Write};
use std::time::Duration;

use bytes::Bytes;
use flate2::write::MultiGzDecoder;
use reqwest::Response;
use reqwest::header::{CONTENT_ENCODING, HeaderMap};
use tokio::time::Instant;

use crate::FetchError;
use crate::error::Cause;
use crate::limits::{RATE_GRACE_SECONDS, RATE_MIN_BYTES_PER_SECOND};

/// Reads the whole body of `response`, at most `max_bytes` of it.
pub(crate) async fn read(mut response: Response, max_bytes: usize) -> Result<Bytes, FetchError> {
    if response.content_length().is_some_and(|length| length > max_bytes as u64) {
        return Err(FetchError::TooLarge);
    }
    let mut unpacked = Unpacked::new(response.headers(), max_bytes)?;
    let started_at = Instant::now();
    let mut received = 0usize;
    while let Some(chunk) = next_chunk(&mut response).await? {
        received += chunk.len();
        if received > max_bytes {
            return Err(FetchError::TooLarge);
        }
        if is_too_slow(received, started_at.elapsed()) {
            return Err(Cause::TooSlow.into());
        }
        unpacked.add(&chunk)?;
    }
    unpacked.finish()
}

pub(crate) async fn next_chunk(response: &mut Response) -> Result<Option<Bytes>, Cause> {
    response.chunk().await.map_err(|error| Cause::Connection(error.without_url().to_string()))
}

fn is_too_slow(received: usize, elapsed: Duration) -> bool {
    elapsed > Duration::from_secs(RATE_GRACE_SECONDS)
        && (received as u64) < elapsed.as_secs() * RATE_MIN_BYTES_PER_SECOND
}

enum Unpacked {
    AsSent(Capped),
    Gzip(Box<MultiGzDecoder<Capped>>),
}

impl Unpacked {
    fn new(headers: &HeaderMap, max_bytes: usize) -> Result<Self, FetchError> {
        let capped = Capped { bytes: Vec::new(), max_bytes };
        let Some(encoding) = headers.get(CONTENT_ENCODING) else { return Ok(Self::AsSent(capped)) };
        match encoding.as_bytes().to_ascii_lowercase().as_slice() {
            b"" | b"identity" => Ok(Self::AsSent(capped)),
            b"gzip" | b"x-gzip" => Ok(Self::Gzip(Box::new(MultiGzDecoder::new(capped)))),
            // We asked for none but gzip.
            _ => Err(Cause::Encoding.into()),
        }
    }

    fn add(&mut self, chunk: &[u8]) -> Result<(), FetchError> {
        match self {
            Self::AsSent(capped) => capped.write_all(chunk),
            Self::Gzip(decoder) => decoder.write_all(chunk),
        }
        .map_err(FetchError::from)
    }

    fn finish(self) -> Result<Bytes, FetchError> {
        let capped = match self {
            Self::AsSent(capped) => capped,
            Self::Gzip(decoder) => decoder.finish()?,
        };
        Ok(capped.bytes.into())
    }
}

/// Collects bytes up to a limit. A decompression bomb is stopped at the cap, however small it was compressed.
struct Capped {
    bytes: Vec<u8>,
    max_bytes: usize,
}

impl Write for Capped {
    fn write(&mut self, chunk: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + chunk.len() > self.max_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(chunk);
        Ok(chunk.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<io::Error> for FetchError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            _ => Cause::Encoding.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_may_begin_slowly_but_not_stay_slow() {
        assert!(!is_too_slow(1, Duration::from_secs(5)));
        assert!(is_too_slow(1, Duration::from_secs(6)));
        assert!(is_too_slow(6 * 1_024 - 1, Duration::from_secs(6)));
        assert!(!is_too_slow(6 * 1_024, Duration::from_secs(6)));
    }
}
