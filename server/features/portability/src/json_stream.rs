//! JSON files of any size, read one value at a time: the elements of an array, or concatenated values.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Error, Read};
use std::rc::Rc;

use serde::Deserializer;
use serde::de::{DeserializeSeed, SeqAccess, Visitor};
use serde_json::Value;

use crate::rules::VALUE_MAX_BYTES;

/// The reason why a file was not read to its end.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// `each` asked to stop.
    ByReader,
    /// It is not JSON, or one value is too large.
    Broken(String),
}

/// Calls `each` with every value, until it says `false`.
pub(crate) fn each_value(
    reader: impl Read,
    mut each: impl FnMut(Value) -> bool,
) -> Result<(), Stopped> {
    let read = Rc::new(Cell::new(0));
    let mut reader = BufReader::new(Rationed { inner: reader, read: read.clone() });
    let first = first_byte(&mut reader).map_err(broken)?;
    let mut is_over = false;
    let mut next = |value: Value| {
        read.set(0);
        is_over = is_over || !each(value);
        !is_over
    };
    let result = if first == Some(b'[') {
        let mut deserializer = serde_json::Deserializer::from_reader(reader);
        deserializer.deserialize_seq(Elements(&mut next))
    } else {
        let mut values = serde_json::Deserializer::from_reader(reader).into_iter::<Value>();
        values.by_ref().try_for_each(|value| value.map(&mut next).map(|_| ()))
    };
    if is_over {
        return Err(Stopped::ByReader);
    }
    result.map_err(broken)
}

fn broken(error: impl std::fmt::Display) -> Stopped {
    Stopped::Broken(error.to_string())
}

/// Returns the first byte behind white space and a byte order mark; it stays to be read.
fn first_byte(reader: &mut impl BufRead) -> std::io::Result<Option<u8>> {
    loop {
        let Some(byte) = reader.fill_buf()?.first().copied() else { return Ok(None) };
        if !(byte.is_ascii_whitespace() || matches!(byte, 0xef | 0xbb | 0xbf)) {
            return Ok(Some(byte));
        }
        reader.consume(1);
    }
}

struct Elements<'a, F>(&'a mut F);

impl<'de, F: FnMut(Value) -> bool> Visitor<'de> for Elements<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(value) = elements.next_element_seed(Whole)? {
            if !(self.0)(value) {
                return Err(serde::de::Error::custom("no more is wanted"));
            }
        }
        Ok(())
    }
}

struct Whole;

impl<'de> DeserializeSeed<'de> for Whole {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

/// Refuses to read on when one value has become too large.
struct Rationed<R> {
    inner: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Rationed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.read.get() > VALUE_MAX_BYTES {
            return Err(Error::other("one conversation is too large"));
        }
        let count = self.inner.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn values(text: &str) -> (Vec<Value>, bool) {
        let mut all = Vec::new();
        let result = each_value(text.as_bytes(), |value| {
            all.push(value);
            true
        });
        (all, result.is_ok())
    }

    #[test]
    fn arrays_single_values_and_lines_are_read_one_by_one() {
        assert_eq!(values("\u{feff} [1, {\"a\": 2}]"), (vec![json!(1), json!({ "a": 2 })], true));
        assert_eq!(values("{\"a\": 1}"), (vec![json!({ "a": 1 })], true));
        assert_eq!(values("{\"a\":1}\n{\"a\":2}\n").0.len(), 2);
        assert_eq!(values(""), (vec![], true));
    }

    #[test]
    fn what_stood_before_a_fault_was_read() {
        let (all, is_whole) = values("[1, 2, {\"a\": ");
        assert_eq!((all.len(), is_whole), (2, false));
    }

    #[test]
    fn a_value_without_end_is_refused() {
        let start = &b"[\""[..];
        let result = each_value(start.chain(std::io::repeat(b'a')), |_| true);
        assert!(matches!(result, Err(Stopped::Broken(_))));
    }

    #[test]
    fn a_reader_may_have_enough() {
        let mut count = 0;
        let result = each_value(&b"[1,2,3]"[..], |_| {
            count += 1;
            count < 2
        });
        assert!(matches!(result, Err(Stopped::ByReader)) && count == 2);
    }
}
