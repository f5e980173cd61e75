use std::cell::RefCell;
use std::io::{BufWriter, Error, Read, Result, Seek, SeekFrom, Stdin, Stdout, Write};
use std::process::ExitCode;

use super::frames::{ITEM_MAX_BYTES, Kind, READ_MAX_BYTES, UNREADABLE, request};
use crate::archive::ArchiveLine;
use crate::formats::Unmapped;
use crate::reading::{Found, Listener, find_all};

/// Runs the process that reads an archive: it asks for the bytes on standard output, gets them on standard input, and
/// writes what it finds. Limits are already set.
///
/// `arguments`: the size of the archive in bytes; `true` if the bytes of its blobs are wanted.
pub fn run_reader(arguments: &[String]) -> ExitCode {
    let [size, wants_blobs] = arguments else { return ExitCode::from(2) };
    let (Ok(size), Ok(wants_blobs)) = (size.parse(), wants_blobs.parse()) else {
        return ExitCode::from(2);
    };
    let host = Host { output: RefCell::new(BufWriter::new(std::io::stdout())) };
    let archive = Archive { host: &host, size, at: 0, held: Vec::new(), held_at: 0 };
    find_all(archive, wants_blobs, &host);
    match host.say(Kind::End, &[]).and_then(|()| host.output.borrow_mut().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The server, on the other end of standard input and output.
struct Host {
    output: RefCell<BufWriter<Stdout>>,
}

impl Host {
    fn say(&self, kind: Kind, content: &[u8]) -> Result<()> {
        let length = u32::try_from(content.len()).map_err(Error::other)?;
        let mut output = self.output.borrow_mut();
        output.write_all(&kind.head(length))?;
        output.write_all(content)
    }

    /// Returns bytes of the archive: at least one, and at most `count`.
    fn ask(&self, at: u64, count: u32) -> Result<Vec<u8>> {
        self.say(Kind::Read, &request(at, count))?;
        self.output.borrow_mut().flush()?;
        let mut input: Stdin = std::io::stdin();
        let mut length = [0; 4];
        input.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        if length == UNREADABLE || length > count {
            return Err(Error::other("a piece of the archive cannot be read"));
        }
        let mut bytes = vec![0; length as usize];
        input.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

impl Listener for Host {
    fn send(&self, found: Found) -> bool {
        if let Found::Line(line) = &found
            && let ArchiveLine::BlobGoesOn(bytes) = line.as_ref()
        {
            return bytes
                .chunks(READ_MAX_BYTES as usize)
                .all(|piece| self.say(Kind::Blob, piece).is_ok());
        }
        let Ok(json) = serde_json::to_vec(&found) else { return false };
        if json.len() as u64 > u64::from(ITEM_MAX_BYTES) {
            let place = match &found {
                Found::Conversation(_, foreign) => foreign.title.as_str(),
                _ => "",
            };
            return self.send(Found::LeftOut(Unmapped::new("unreadable", place, "too large")));
        }
        self.say(Kind::Found, &json).is_ok()
    }
}

/// The archive, of which the server has the bytes.
struct Archive<'a> {
    host: &'a Host,
    size: u64,
    at: u64,
    held: Vec<u8>,
    held_at: u64,
}

impl Read for Archive<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        if self.at >= self.size || buffer.is_empty() {
            return Ok(0);
        }
        let is_held = self.at >= self.held_at && self.at < self.held_at + self.held.len() as u64;
        if !is_held {
            let left = self.size - self.at;
            let count = u32::try_from(left).unwrap_or(u32::MAX).min(READ_MAX_BYTES);
            self.held = self.host.ask(self.at, count)?;
            self.held_at = self.at;
            if self.held.is_empty() {
                return Err(Error::other("a piece of the archive is too short"));
            }
        }
        let from = (self.at - self.held_at) as usize;
        let count = (self.held.len() - from).min(buffer.len());
        buffer[..count].copy_from_slice(&self.held[from..from + count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Archive<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.at = crate::pieces::seek(self.at, self.size, to)?;
        Ok(self.at)
    }
}
