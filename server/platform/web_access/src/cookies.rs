use reqwest::header::{HeaderMap, SET_COOKIE};
use url::{Origin, Url};

/// Maximum number of cookies of one fetch, and longest one, in bytes.
const COOKIES_MAX: usize = 20;
const COOKIE_MAX_BYTES: usize = 4_096;

/// Cookies that a host sets on the way to a page: some send to the page only who sends them back. They live as long as
/// one fetch and go to no other origin.
#[derive(Debug, Default)]
pub(crate) struct Cookies(Vec<Cookie>);

#[derive(Debug)]
struct Cookie {
    origin: Origin,
    name: String,
    value: String,
}

impl Cookies {
    /// Takes the cookies of a response from `url`.
    pub fn take(&mut self, url: &Url, headers: &HeaderMap) {
        for header in headers.get_all(SET_COOKIE) {
            let Some((name, value)) = header.to_str().ok().and_then(pair_in) else { continue };
            let origin = url.origin();
            self.0.retain(|cookie| cookie.origin != origin || cookie.name != name);
            if self.0.len() < COOKIES_MAX {
                self.0.push(Cookie { origin, name, value });
            }
        }
    }

    /// Returns the header for a request to `url`; `None`: there are no cookies for it.
    pub fn of(&self, url: &Url) -> Option<String> {
        let origin = url.origin();
        let own = self.0.iter().filter(|cookie| cookie.origin == origin);
        let pairs: Vec<String> =
            own.map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

fn pair_in(header: &str) -> Option<(String, String)> {
    let (name, value) = header.split(';').next()?.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_fine = !name.is_empty() && name.len() + value.len() <= COOKIE_MAX_BYTES;
    is_fine.then(|| (name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderValue;

    use super::*;

    fn headers(values: &[&'static str]) -> HeaderMap {
        let all = values.iter().map(|value| (SET_COOKIE, HeaderValue::from_static(value)));
        all.collect()
    }

    #[test]
    fn cookies_go_back_to_the_origin_that_set_them_and_nowhere_else() {
        let url = |text: &str| Url::parse(text).unwrap();
        let mut cookies = Cookies::default();
        cookies.take(&url("https://e.org/a"), &headers(&["seen=1; Path=/", "b=2", "broken"]));
        cookies.take(&url("https://e.org/b"), &headers(&["seen=3"]));
        assert_eq!(cookies.of(&url("https://e.org/c")).as_deref(), Some("b=2; seen=3"));
        for other in ["http://e.org/", "https://f.org/", "https://e.org:8443/"] {
            assert_eq!(cookies.of(&url(other)), None, "{other}");
        }
    }
}
