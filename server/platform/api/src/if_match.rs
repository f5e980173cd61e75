use http::HeaderMap;
use http::header::IF_MATCH;
use kernel::{Problem, Timestamp};

use crate::BAD_PARAMETER;

/// Returns the version that `If-Match` names; `None`: whatever there is by now is changed.
pub fn expected_version(headers: &HeaderMap) -> Result<Option<i64>, Problem> {
    let Some(tag) = tag(headers) else { return Ok(None) };
    tag.parse().map(Some).map_err(|_| BAD_PARAMETER.with("detail", "if-match"))
}

/// Parses the time of the last change from `If-Match`, as a client got it. `Some(None)`: never changed. `None`: no
/// condition.
pub fn expected_time(headers: &HeaderMap) -> Result<Option<Option<Timestamp>>, Problem> {
    match tag(headers) {
        None => Ok(None),
        Some("") => Ok(Some(None)),
        Some(tag) => {
            let time = serde_json::from_value(tag.into());
            time.map(|time| Some(Some(time))).map_err(|_| BAD_PARAMETER.with("detail", "if-match"))
        }
    }
}

/// Returns the tag; an unreadable one matches nothing.
fn tag(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(IF_MATCH)?;
    Some(value.to_str().unwrap_or("?").trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(tag: &str) -> HeaderMap {
        HeaderMap::from_iter([(IF_MATCH, tag.parse().unwrap())])
    }

    #[test]
    fn a_version_is_a_number_in_quotation_marks() {
        assert_eq!(expected_version(&HeaderMap::new()).unwrap(), None);
        assert_eq!(expected_version(&headers("\"3\"")).unwrap(), Some(3));
        assert!(expected_version(&headers("\"new\"")).is_err());
    }

    #[test]
    fn a_time_is_what_it_was_given_as_and_nothing_is_never() {
        let time = Timestamp::from_micros(1_795_176_000_000_001);
        assert_eq!(expected_time(&HeaderMap::new()).unwrap(), None);
        assert_eq!(expected_time(&headers("\"\"")).unwrap(), Some(None));
        assert_eq!(expected_time(&headers(&format!("\"{time}\""))).unwrap(), Some(Some(time)));
        assert!(expected_time(&headers("\"yesterday\"")).is_err());
    }
}
