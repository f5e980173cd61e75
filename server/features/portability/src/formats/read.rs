use kernel::Timestamp;
use serde_json::Value;

/// Returns the text under `name`; empty when there is none.
pub(crate) fn text_at<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or("")
}

/// Returns a time in RFC 3339 under `name`, or in seconds or milliseconds since 1970.
pub(crate) fn time_at(value: &Value, name: &str) -> Option<Timestamp> {
    match value.get(name)? {
        Value::String(text) => serde_json::from_value(Value::String(text.clone())).ok(),
        number => seconds(number.as_f64()?),
    }
}

/// Parses seconds since 1970, or milliseconds if the number is too large for seconds.
pub(crate) fn seconds(number: f64) -> Option<Timestamp> {
    let micros = if number > 1e11 { number * 1e3 } else { number * 1e6 };
    let is_sane = micros.is_finite() && (0.0..4.2e15).contains(&micros) && micros > 0.0;
    is_sane.then(|| Timestamp::from_micros(micros.round() as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_come_as_text_seconds_or_milliseconds() {
        let wanted = Timestamp::from_micros(1_700_000_000_500_000);
        let value = json!({
            "a": "2023-11-14T22:13:20.5Z", "b": 1_700_000_000.5, "c": 1_700_000_000_500_i64,
            "d": "yesterday", "e": null, "f": -5, "g": 0,
        });
        for name in ["a", "b", "c"] {
            assert_eq!(time_at(&value, name), Some(wanted), "{name}");
        }
        for name in ["d", "e", "f", "g", "h"] {
            assert_eq!(time_at(&value, name), None, "{name}");
        }
    }
}
