//! Sign-in through the system's browser: OAuth's authorization code with PKCE S256, received on a local port (RFC 8252
//! §7.3). The person signs in where their password manager and passkeys are; the window gets a code, and exchanges it
//! with its verifier for a session of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use url::Url;

/// Maximum time a person may take in the browser.
const PATIENCE: Duration = Duration::from_secs(600);
/// Interval at which a sign-in checks if another attempt has replaced it.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Maximum time for a browser to send its request after connecting.
const REQUEST_PATIENCE: Duration = Duration::from_secs(2);
const REQUEST_MAX_BYTES: u64 = 16 << 10;

/// An attempt that waits for its browser.
pub struct Attempt {
    listener: TcpListener,
    origin: String,
    redirect_url: String,
    state: String,
    verifier: String,
    given_up: Arc<AtomicBool>,
}

/// The proof that the window sends to its server.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    code: String,
    code_verifier: String,
    redirect_url: String,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    Allowed(Proof),
    Denied,
    /// Nobody returned in time, or a later attempt replaced it.
    GivenUp,
}

impl Attempt {
    pub fn begin(origin: &str) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let redirect_url = format!("http://{}/auth-landing", listener.local_addr()?);
        Ok(Self {
            listener,
            origin: origin.to_owned(),
            redirect_url,
            state: random_text(),
            verifier: random_text(),
            given_up: Arc::default(),
        })
    }

    /// Returns the flag that cancels the attempt from elsewhere.
    pub fn given_up(&self) -> Arc<AtomicBool> {
        self.given_up.clone()
    }

    /// Returns the page of the server that asks the person.
    pub fn address(&self, device_name: &str) -> Url {
        let address = format!("{}/authorize", self.origin);
        let mut address = Url::parse(&address).expect("a server of ours has an address");
        address
            .query_pairs_mut()
            .append_pair("client_type", "desktop")
            .append_pair("redirect_url", &self.redirect_url)
            .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(&self.verifier)))
            .append_pair("code_challenge_method", "S256")
            .append_pair("device_name", device_name)
            .append_pair("state", &self.state);
        address
    }

    /// Waits for the browser to come back with what belongs to this attempt (security DT2); whatever else comes is refused
    /// and waited past.
    pub fn wait(self) -> Ended {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until && !self.given_up.load(Ordering::Relaxed) {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    if let Some(ended) = self.hear(stream) {
                        return ended;
                    }
                }
                Err(_) => std::thread::sleep(LOOK_EVERY),
            }
        }
        Ended::GivenUp
    }

    fn hear(&self, mut stream: TcpStream) -> Option<Ended> {
        let ended = read_request(&mut stream).and_then(|request| self.judge(&request));
        let answer = match &ended {
            // The server's page tells the person in their language that they are done here.
            Some(Ended::Allowed(_)) => self.moved("state=done&client_type=desktop"),
            Some(_) => self.moved("state=done&client_type=desktop&error=access_denied"),
            None => "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                .to_owned(),
        };
        // A browser that has disconnected needs no response.
        let _ = stream.write_all(answer.as_bytes());
        ended
    }

    fn moved(&self, query: &str) -> String {
        format!(
            "HTTP/1.1 303 See Other\r\nlocation: {}/auth-landing?{query}\r\nreferrer-policy: no-referrer\r\n\
             cache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            self.origin
        )
    }

    fn judge(&self, request: &Request) -> Option<Ended> {
        // Another name for this computer is a page that had it resolved anew (security DT3).
        let url = Url::parse(&format!("http://{}{}", request.host, request.target)).ok()?;
        if url[..url::Position::AfterPath] != self.redirect_url {
            return None;
        }
        let find = |wanted: &str| {
            url.query_pairs().find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
        };
        if find("state")? != self.state {
            return None;
        }
        Some(match find("code") {
            Some(code) => Ended::Allowed(Proof {
                code,
                code_verifier: self.verifier.clone(),
                redirect_url: self.redirect_url.clone(),
            }),
            None => Ended::Denied,
        })
    }
}

struct Request {
    host: String,
    target: String,
}

fn read_request(stream: &mut TcpStream) -> Option<Request> {
    stream.set_nonblocking(false).ok()?;
    stream.set_read_timeout(Some(REQUEST_PATIENCE)).ok()?;
    let mut lines = BufReader::new(stream.take(REQUEST_MAX_BYTES)).lines();
    let first = lines.next()?.ok()?;
    let mut words = first.split(' ');
    let (method, target) = (words.next()?, words.next()?);
    if method != "GET" || !target.starts_with('/') {
        return None;
    }
    let mut host = None;
    for line in lines {
        let line = line.ok()?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            host = Some(value.trim().to_owned());
        }
    }
    Some(Request { host: host?, target: target.to_owned() })
}

/// Returns an unguessable text: 256 random bits.
pub fn random_text() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: &str = "https://chat.example.org";

    fn ask(address: &str, host: &str, target: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("somebody listens");
        write!(stream, "GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        answer
    }

    fn address_of(attempt: &Attempt) -> String {
        attempt.listener.local_addr().expect("an address").to_string()
    }

    #[test]
    fn the_page_that_asks_is_told_the_challenge_and_not_the_verifier() {
        let attempt = Attempt::begin(ORIGIN).expect("a port");
        let address = attempt.address("Ensemble desktop on Linux");
        assert!(
            address.as_str().starts_with("https://chat.example.org/authorize?client_type=desktop&")
        );
        assert!(!address.as_str().contains(&attempt.verifier));
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&attempt.verifier));
        assert!(
            address
                .query_pairs()
                .any(|pair| pair == ("code_challenge".into(), challenge.as_str().into()))
        );
    }

    // security DT2: "deep link/loopback callback forged: state+PKCE required"
    #[test]
    fn what_does_not_belong_to_the_attempt_is_waited_past() {
        let attempt = Attempt::begin(ORIGIN).expect("a port");
        let (address, state) = (address_of(&attempt), attempt.state.clone());
        let verifier = attempt.verifier.clone();
        let redirect_url = attempt.redirect_url.clone();
        let waiting = std::thread::spawn(move || attempt.wait());

        for (host, target) in [
            (address.as_str(), "/auth-landing?code=evil&state=forged".to_owned()),
            (address.as_str(), "/auth-landing?code=evil".to_owned()),
            (address.as_str(), format!("/other?code=evil&state={state}")),
            ("evil.example:80", format!("/auth-landing?code=evil&state={state}")),
        ] {
            assert!(ask(&address, host, &target).starts_with("HTTP/1.1 404"), "{host} {target}");
        }
        let answer = ask(&address, &address, &format!("/auth-landing?code=theirs&state={state}"));

        assert!(
            answer.contains("location: https://chat.example.org/auth-landing?state=done"),
            "{answer}"
        );
        let proof = Proof { code: "theirs".to_owned(), code_verifier: verifier, redirect_url };
        assert_eq!(waiting.join().expect("ended"), Ended::Allowed(proof));
    }

    #[test]
    fn a_person_may_say_no_and_an_attempt_may_be_given_up() {
        let attempt = Attempt::begin(ORIGIN).expect("a port");
        let (address, state) = (address_of(&attempt), attempt.state.clone());
        let waiting = std::thread::spawn(move || attempt.wait());
        let answer =
            ask(&address, &address, &format!("/auth-landing?error=access_denied&state={state}"));
        assert!(answer.contains("error=access_denied"), "{answer}");
        assert_eq!(waiting.join().expect("ended"), Ended::Denied);

        let attempt = Attempt::begin(ORIGIN).expect("a port");
        attempt.given_up().store(true, Ordering::Relaxed);
        assert_eq!(attempt.wait(), Ended::GivenUp);
    }
}
