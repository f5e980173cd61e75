//! Joins the fragments in which protocols send the uses of tools.

use std::collections::VecDeque;

use kernel::{Clock, Uuid, uuid_v7};
use serde::de::{Deserialize, Deserializer};
use serde_json::Value;

use crate::{FinishReason, ModelEvent, ToolCall};

/// The calls of one answer.
pub(super) struct Calls {
    clock: Clock,
    open: Vec<Open>,
    given: usize,
}

struct Open {
    index: Option<u64>,
    call: ToolCall,
    /// Where the last fragment of the arguments begins.
    last: usize,
}

/// A fragment of a call; every field but the arguments may be there once, always, or never.
#[derive(Debug, Default)]
pub(super) struct Fragment {
    pub index: Option<u64>,
    pub id: Option<String>,
    pub name: Option<String>,
    pub arguments: String,
    pub provider_state: Option<String>,
}

impl Fragment {
    fn is_indexed(&self) -> bool {
        self.index.is_some()
    }
}

/// Returns true if a named fragment without an id begins another call than the open one: that one is whole.
fn is_another(open: &ToolCall, name: Option<&str>, arguments: &str) -> bool {
    let begins = arguments.trim_start().starts_with('{');
    name.is_some() && !open.name.is_empty() && begins && is_object(&open.arguments)
}

fn is_object(arguments: &str) -> bool {
    arguments.trim_start().starts_with('{')
        && serde_json::from_str::<serde::de::IgnoredAny>(arguments).is_ok()
}

/// Returns the arguments as the model meant them: some servers repeat all of them with every fragment, or at the end.
fn settled(arguments: String, last: usize) -> String {
    if arguments.trim().is_empty() {
        return "{}".to_owned();
    }
    if last > 0 && !is_object(&arguments) && is_object(&arguments[last..]) {
        return arguments[last..].to_owned();
    }
    arguments
}

impl Calls {
    pub fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), open: Vec::new(), given: 0 }
    }

    /// Adds a fragment to the call that it belongs to, or begins one.
    pub fn add(&mut self, fragment: Fragment) {
        let mut fragment = fragment;
        let id = fragment.id.take().filter(|id| !id.is_empty());
        let name = fragment.name.take().filter(|name| !name.is_empty());
        let place = self.place_of(&fragment, id.as_deref(), name.as_deref());
        match place {
            Some(at) => {
                let Open { call, last, .. } = &mut self.open[at];
                if !fragment.arguments.is_empty() {
                    *last = call.arguments.len();
                }
                call.arguments.push_str(&fragment.arguments);
                if call.name.is_empty() {
                    call.name = name.unwrap_or_default();
                }
                if call.id.is_empty() {
                    call.id = id.unwrap_or_default();
                }
                call.provider_state = fragment.provider_state.or(call.provider_state.take());
            }
            None => self.open.push(Open {
                index: fragment.index,
                call: ToolCall {
                    id: id.unwrap_or_default(),
                    name: name.unwrap_or_default(),
                    arguments: fragment.arguments,
                    provider_state: fragment.provider_state,
                },
                last: 0,
            }),
        }
    }

    /// Sets a complete call, for protocols that repeat it at its end: replaces the one with its id.
    pub fn put(&mut self, index: u64, whole: ToolCall) {
        match self.open.iter_mut().find(|open| open.call.id == whole.id) {
            Some(open) => {
                (open.call.arguments, open.last) = (whole.arguments, 0);
                open.call.name = whole.name;
            }
            None => self.open.push(Open { index: Some(index), call: whole, last: 0 }),
        }
    }

    /// Returns the call that a fragment belongs to.
    ///
    /// The index says so, except where a server numbers all calls of an answer 0: another id is another call, and so is
    /// another whole one. Without an index a name or another id begins a call. What has neither goes on with the last
    /// call, whatever its index.
    fn place_of(&self, fragment: &Fragment, id: Option<&str>, name: Option<&str>) -> Option<usize> {
        let last = self.open.len().checked_sub(1);
        if id.is_some() && !fragment.is_indexed() {
            let same = self.open.iter().rposition(|open| Some(open.call.id.as_str()) == id);
            if same.is_some() {
                return same;
            }
        }
        let is_tail = id.is_none() && name.is_none();
        let at = match fragment.index {
            Some(_) => match self.open.iter().rposition(|open| open.index == fragment.index) {
                // The call of this index is whole already, and the last one is not.
                Some(at) if is_tail && is_object(&self.open[at].call.arguments) => return last,
                Some(at) => at,
                None if is_tail => return last,
                None => return None,
            },
            None => last?,
        };
        let open = &self.open[at].call;
        let is_same_id = id.is_none_or(|id| open.id.is_empty() || open.id == id);
        let is_repeated = fragment.is_indexed() || id.is_some() || is_tail;
        let is_other = id.is_none() && is_another(open, name, &fragment.arguments);
        (is_same_id && is_repeated && !is_other).then_some(at)
    }

    /// Returns the number of calls so far.
    pub fn count(&self) -> u64 {
        (self.open.len() + self.given) as u64
    }

    /// Returns the complete calls, once the model has stopped for `reason`. A truncated call is dropped. `state` is
    /// what the provider wants back with the first one.
    pub fn finish(
        &mut self,
        reason: FinishReason,
        state: Option<String>,
        events: &mut VecDeque<ModelEvent>,
    ) {
        let is_cut_off = matches!(reason, FinishReason::Length | FinishReason::ContentFilter);
        let open = std::mem::take(&mut self.open);
        if is_cut_off {
            return;
        }
        let mut state = state;
        for Open { mut call, last, .. } in
            open.into_iter().filter(|open| !open.call.name.is_empty())
        {
            if call.id.is_empty() {
                call.id = format!("call_{}", Uuid::simple(uuid_v7(self.clock.now())));
            }
            call.arguments = settled(call.arguments, last);
            if call.provider_state.is_none() {
                call.provider_state = state.take();
            }
            self.given += 1;
            events.push_back(ModelEvent::ToolCall(call));
        }
    }

    /// Returns the actual reason for stopping: some servers say `stop` when they mean tools, and the other way round.
    pub fn reason(&self, said: FinishReason) -> FinishReason {
        match said {
            FinishReason::Length | FinishReason::ContentFilter => said,
            _ if self.given > 0 || self.open.iter().any(|open| !open.call.name.is_empty()) => {
                FinishReason::ToolCalls
            }
            FinishReason::ToolCalls => FinishReason::Stop,
            other => other,
        }
    }
}

/// Arguments as text: most servers send a text, some the JSON itself.
pub(super) fn arguments_text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => text,
        Value::Null => String::new(),
        json => json.to_string(),
    })
}

/// Returns the arguments as the object that some protocols require; arguments that are no JSON are stored where a
/// person finds them.
pub(super) fn arguments_object(call: &ToolCall) -> Value {
    match serde_json::from_str(&call.arguments) {
        Ok(object @ Value::Object(_)) => object,
        Ok(Value::Null) => serde_json::json!({}),
        _ => serde_json::json!({ "unreadable": call.arguments }),
    }
}

/// Returns the state that the adapter called `owner` gave this call.
pub(super) fn state_of<'a>(call: &'a ToolCall, owner: &str) -> Option<&'a str> {
    call.provider_state.as_deref()?.strip_prefix(owner)?.strip_prefix(':')
}

#[cfg(test)]
mod tests {
    use kernel::Timestamp;

    use super::*;

    fn joined(fragments: Vec<Fragment>) -> Vec<ToolCall> {
        let mut calls = Calls::new(&Clock::frozen(Timestamp::from_micros(0)));
        fragments.into_iter().for_each(|fragment| calls.add(fragment));
        let mut events = VecDeque::new();
        calls.finish(FinishReason::ToolCalls, None, &mut events);
        let call = |event| match event {
            ModelEvent::ToolCall(call) => call,
            other => panic!("{other:?}"),
        };
        events.into_iter().map(call).collect()
    }

    fn fragment(index: Option<u64>, id: &str, name: &str, arguments: &str) -> Fragment {
        Fragment {
            index,
            id: Some(id.to_owned()),
            name: Some(name.to_owned()),
            arguments: arguments.to_owned(),
            provider_state: None,
        }
    }

    #[test]
    fn ids_and_names_may_be_repeated_in_every_fragment() {
        for index in [Some(0), None] {
            let calls = joined(vec![
                fragment(index, "a", "look", "{\"x\""),
                fragment(index, "a", "look", ":1}"),
            ]);
            assert_eq!(calls.len(), 1, "{index:?}");
            assert_eq!(calls[0].arguments, "{\"x\":1}");
        }
    }

    #[test]
    fn a_tail_without_name_and_id_goes_on_with_the_last_call() {
        let calls = joined(vec![
            fragment(Some(0), "a", "look", "{}"),
            fragment(Some(0), "b", "look", "{\"p\":"),
            fragment(Some(1), "", "", "\"x\"}"),
        ]);
        let arguments: Vec<_> = calls.iter().map(|call| call.arguments.as_str()).collect();
        assert_eq!(arguments, ["{}", "{\"p\":\"x\"}"]);
    }

    #[test]
    fn another_whole_call_is_another_call_even_without_ids() {
        let calls = joined(vec![
            fragment(Some(0), "", "look", "{\"x\":1}"),
            fragment(Some(0), "", "look", "{\"x\":2}"),
        ]);
        assert_eq!(calls.len(), 2);
    }

    #[test]
    fn arguments_that_are_repeated_whole_count_once() {
        for fragments in [
            vec![("look", "{\"x\":"), ("", "1}"), ("", "{\"x\":1}")],
            vec![("look", "{\"x\":"), ("", "{\"x\":1}")],
        ] {
            let fragments = fragments.into_iter();
            let fragments = fragments.map(|(name, text)| fragment(Some(0), "a", name, text));
            assert_eq!(joined(fragments.collect())[0].arguments, "{\"x\":1}");
        }
    }

    #[test]
    fn another_id_is_another_call_whatever_the_index_says() {
        let calls =
            joined(vec![fragment(Some(0), "a", "look", ""), fragment(Some(0), "b", "look", "")]);
        assert_eq!(calls.len(), 2);
    }

    #[test]
    fn missing_ids_are_made_and_differ() {
        let calls =
            joined(vec![fragment(None, "", "look", "{}"), fragment(None, "", "look", "{}")]);
        assert_eq!(calls.len(), 2);
        assert!(!calls[0].id.is_empty());
        assert_ne!(calls[0].id, calls[1].id);
    }

    #[test]
    fn a_call_that_was_cut_off_is_none() {
        let mut calls = Calls::new(&Clock::frozen(Timestamp::from_micros(0)));
        calls.add(fragment(Some(0), "a", "look", "{\"x"));
        let mut events = VecDeque::new();
        calls.finish(FinishReason::Length, None, &mut events);
        assert!(events.is_empty());
        assert_eq!(calls.reason(FinishReason::Length), FinishReason::Length);
    }

    #[test]
    fn no_arguments_are_an_empty_object() {
        assert_eq!(joined(vec![fragment(Some(0), "a", "look", "")])[0].arguments, "{}");
    }
}
