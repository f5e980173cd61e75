//! A ZIP file that is sent while it is written: only unsent data is kept in memory.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures::Stream;
use kernel::{Failure, Fallible};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

/// Channel for the bytes of a file while it is written.
pub type Chunks = Sender<Bytes>;

/// Bytes that wait before they are sent.
const CHUNK_BYTES: usize = 256 * 1024;
/// Number of chunks that may wait for the receiver.
const CHUNKS_WAITING: usize = 4;

/// Writes a ZIP file as a stream: the same content yields the same bytes. Data is written to the file begun last.
pub struct ZipStream {
    writer: ZipWriter<StreamWriter<Waiting>>,
    waiting: Waiting,
    chunks: Chunks,
}

impl ZipStream {
    pub fn new(chunks: Chunks) -> Self {
        let waiting = Waiting::default();
        Self { writer: ZipWriter::new_stream(waiting.clone()), waiting, chunks }
    }

    /// Begins a file that is packed.
    pub fn begin(&mut self, name: &str) -> Fallible<()> {
        self.start(name, CompressionMethod::Deflated)
    }

    /// Begins a file whose content is packed already.
    pub fn begin_stored(&mut self, name: &str) -> Fallible<()> {
        self.start(name, CompressionMethod::Stored)
    }

    fn start(&mut self, name: &str, method: CompressionMethod) -> Fallible<()> {
        // Without a time: 1980 for every file.
        let options = SimpleFileOptions::default().compression_method(method);
        self.writer.start_file(name, options).map_err(Failure::internal)
    }

    /// Sends the buffer if it is large enough. Fails if the receiver is gone.
    pub async fn send(&mut self) -> Fallible<()> {
        send_waiting(&self.waiting, &self.chunks, CHUNK_BYTES).await
    }

    /// Ends the ZIP file, and sends all that is left of it.
    pub async fn finish(self) -> Fallible<()> {
        let Self { writer, waiting, chunks } = self;
        writer.finish().map_err(Failure::internal)?;
        send_waiting(&waiting, &chunks, 1).await
    }
}

async fn send_waiting(waiting: &Waiting, chunks: &Chunks, least: usize) -> Fallible<()> {
    match waiting.take_from(least) {
        Some(chunk) => chunks.send(chunk).await.map_err(Failure::internal),
        None => Ok(()),
    }
}

impl Write for ZipStream {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writer.flush()
    }
}

/// The bytes that are made and not sent yet.
#[derive(Clone, Default)]
struct Waiting(Arc<Mutex<Vec<u8>>>);

impl Waiting {
    fn take_from(&self, least: usize) -> Option<Bytes> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (bytes.len() >= least && !bytes.is_empty())
            .then(|| Bytes::from(std::mem::take(&mut *bytes)))
    }
}

impl Write for Waiting {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Streams what `write` sends. If the file cannot be written to its end, the stream ends with an error, which breaks
/// the download.
pub fn streamed<W>(
    write: impl FnOnce(Chunks) -> W + Send,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> + Send
where
    W: Future<Output = Fallible<()>> + Send,
{
    async_stream::stream! {
        let (sender, mut chunks): (_, Receiver<Bytes>) = channel(CHUNKS_WAITING);
        let writing = write(sender);
        tokio::pin!(writing);
        let mut is_written = false;
        loop {
            tokio::select! {
                result = &mut writing, if !is_written => {
                    is_written = true;
                    if let Err(failure) = result {
                        tracing::error!(error = ?failure, "a file could not be written to its end");
                        yield Err(std::io::Error::other("the file could not be written to its end"));
                        return;
                    }
                }
                chunk = chunks.recv() => match chunk {
                    Some(chunk) => yield Ok(chunk),
                    None => return,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::StreamExt;

    #[tokio::test]
    async fn no_more_is_held_than_is_not_sent_yet() {
        let letters: Vec<u8> =
            (0..3_000_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let written = letters.clone();
        let stream = streamed(async move |chunks| {
            let mut zip = ZipStream::new(chunks);
            zip.begin_stored("letters")?;
            for some in written.chunks(100_000) {
                zip.write_all(some).map_err(Failure::internal)?;
                zip.send().await?;
            }
            zip.finish().await
        });
        let chunks: Vec<Bytes> = stream.map(Result::unwrap).collect().await;
        assert!(chunks.len() > 5, "{}", chunks.len());
        assert!(chunks.iter().all(|chunk| chunk.len() < 2 * CHUNK_BYTES));
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(chunks.concat())).unwrap();
        let mut read = Vec::new();
        std::io::Read::read_to_end(&mut zip.by_name("letters").unwrap(), &mut read).unwrap();
        assert!(read == letters);
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_written_to_its_end_says_so() {
        let stream = streamed(async |chunks: Chunks| {
            chunks.send(Bytes::from_static(b"PK")).await.map_err(Failure::internal)?;
            Err(Failure::internal("no more"))
        });
        let pieces: Vec<_> = stream.collect().await;
        assert!(pieces.last().unwrap().is_err(), "{pieces:?}");
    }
}
