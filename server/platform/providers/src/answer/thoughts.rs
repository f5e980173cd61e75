//! Reasoning that stands in the text itself, between tags at its beginning.

use crate::ModelEvent;

/// Opening and closing tags of models' templates.
const TAGS: [(&str, &str); 10] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"),
];

/// The closing tag that may come without its opening one, which the template has put into the prompt.
const LONE_END: &str = "</think>";

/// Parts the reasoning from the text. Nothing but white space may stand before the first tag: further on, tags are
/// what the answer is about.
#[derive(Debug, Default)]
pub(super) struct TaggedThoughts {
    state: State,
    /// Text that may be the beginning of a tag.
    held: String,
    /// Backticks in the text that was passed on, while a closing tag may still declare it reasoning.
    backticks: usize,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Only white space and thoughts so far.
    #[default]
    Beginning,
    /// In the tags of this number.
    Inside(usize),
    /// After a thought: the white space before the answer is left out.
    Between,
    /// In the answer, without a tag so far.
    Answer,
    /// Tags are text from here on.
    Settled,
}

impl TaggedThoughts {
    /// Notes reasoning that came by the protocol: a later closing tag is text.
    pub fn note_reasoning(&mut self) {
        if self.state == State::Answer {
            self.state = State::Settled;
        }
    }

    /// Reads more text; `give` gets what it is.
    pub fn read(&mut self, text: String, give: &mut impl FnMut(ModelEvent)) {
        if self.state == State::Settled {
            return give(ModelEvent::Text(text));
        }
        self.held.push_str(&text);
        while self.step(give) {}
    }

    /// Gives what was held back: nothing follows.
    pub fn finish(&mut self, give: &mut impl FnMut(ModelEvent)) {
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        match self.state {
            State::Inside(_) => give(ModelEvent::Reasoning(held)),
            State::Between if held.trim().is_empty() => {}
            _ => give(ModelEvent::Text(held)),
        }
    }

    /// Reads what is held as far as it is decided; true if there is more to read.
    fn step(&mut self, give: &mut impl FnMut(ModelEvent)) -> bool {
        match self.state {
            State::Beginning | State::Between => self.begin(),
            State::Inside(tags) => self.think(TAGS[tags].1, give),
            State::Answer => self.answer(give),
            State::Settled => {
                self.pass(self.held.len(), give, ModelEvent::Text);
                false
            }
        }
    }

    fn begin(&mut self) -> bool {
        let start = self.held.len() - self.held.trim_start().len();
        let text = &self.held[start..];
        if let Some(tags) = TAGS.iter().position(|(open, _)| starts_with(text, open)) {
            self.held.drain(..start + TAGS[tags].0.len());
            self.state = State::Inside(tags);
            return true;
        }
        // The reasoning before it came by the protocol, or there was none.
        if let Some((_, close)) = TAGS.iter().find(|(_, close)| starts_with(text, close)) {
            self.held.drain(..start + close.len());
            self.state = State::Between;
            return true;
        }
        if TAGS.iter().any(|(open, close)| begins(open, text) || begins(close, text)) {
            return false;
        }
        if self.state == State::Between {
            self.held.drain(..start);
            self.state = State::Settled;
        } else {
            self.state = State::Answer;
        }
        true
    }

    fn think(&mut self, close: &str, give: &mut impl FnMut(ModelEvent)) -> bool {
        match find(&self.held, close) {
            Some(at) => {
                let end = self.held[..at].trim_end().len();
                self.pass(end, give, ModelEvent::Reasoning);
                self.held.drain(..at - end + close.len());
                self.state = State::Between;
                true
            }
            None => {
                let kept = held_back(&self.held, close);
                // White space before the closing tag belongs to neither.
                let kept = self.held[..self.held.len() - kept].trim_end().len();
                self.pass(kept, give, ModelEvent::Reasoning);
                false
            }
        }
    }

    fn answer(&mut self, give: &mut impl FnMut(ModelEvent)) -> bool {
        if let Some(at) = find(&self.held, LONE_END) {
            let backticks = self.backticks + count_backticks(&self.held[..at]);
            let is_code = backticks % 2 == 1;
            self.state = State::Settled;
            if is_code || find(&self.held[..at], TAGS[0].0).is_some() {
                return true;
            }
            self.pass(self.held[..at].trim_end().len(), give, ModelEvent::Text);
            let tag = find(&self.held, LONE_END).map_or(0, |at| at + LONE_END.len());
            self.held.drain(..tag);
            give(ModelEvent::TextWasReasoning);
            self.state = State::Between;
            return true;
        }
        if find(&self.held, TAGS[0].0).is_some() {
            self.state = State::Settled;
            return true;
        }
        let kept = held_back(&self.held, LONE_END).max(held_back(&self.held, TAGS[0].0));
        let passed = self.held.len() - kept;
        self.backticks += count_backticks(&self.held[..passed]);
        self.pass(passed, give, ModelEvent::Text);
        false
    }

    fn pass(
        &mut self,
        length: usize,
        give: &mut impl FnMut(ModelEvent),
        event: fn(String) -> ModelEvent,
    ) {
        if length == self.held.len() && length > 0 {
            give(event(std::mem::take(&mut self.held)));
        } else if length > 0 {
            give(event(self.held.drain(..length).collect()));
        }
    }
}

fn count_backticks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'`').count()
}

fn starts_with(text: &str, tag: &str) -> bool {
    text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
}

/// Returns true if `tag` may begin with all of `text`.
fn begins(tag: &str, text: &str) -> bool {
    tag.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
}

fn find(text: &str, tag: &str) -> Option<usize> {
    let first = tag.as_bytes()[0];
    memchr::memchr_iter(first, text.as_bytes())
        .find(|at| text.is_char_boundary(*at) && starts_with(&text[*at..], tag))
}

/// Returns the length of the end of `text` that may be the beginning of `tag`.
fn held_back(text: &str, tag: &str) -> usize {
    let first = tag.as_bytes()[0];
    memchr::memchr_iter(first, text.as_bytes())
        .find(|at| text.is_char_boundary(*at) && begins(tag, &text[*at..]))
        .map_or(0, |at| text.len() - at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `text` in chunks of `size` characters; gives reasoning and text.
    fn parted(text: &str, size: usize) -> (String, String) {
        let (mut reasoning, mut said) = (String::new(), String::new());
        let mut give = |event| match event {
            ModelEvent::Text(text) => said.push_str(&text),
            ModelEvent::Reasoning(text) => reasoning.push_str(&text),
            ModelEvent::TextWasReasoning => reasoning.push_str(&std::mem::take(&mut said)),
            other => panic!("{other:?}"),
        };
        let mut tags = TaggedThoughts::default();
        let chars: Vec<char> = text.chars().collect();
        for chunk in chars.chunks(size) {
            tags.read(chunk.iter().collect(), &mut give);
        }
        tags.finish(&mut give);
        (reasoning, said)
    }

    #[test]
    fn thoughts_between_tags_at_the_beginning_are_parted_from_the_text() {
        for (text, reasoning, said) in [
            ("<think>Hm.</think>Yes.", "Hm.", "Yes."),
            ("\n<think>\nHm.\n</think>\n\nYes.", "\nHm.", "Yes."),
            ("<think></think>\n\nYes.", "", "Yes."),
            ("<THINK>Hm.</Think> Yes.", "Hm.", "Yes."),
            ("<think>a</think><think>b</think>Yes", "ab", "Yes"),
            ("[THINK]Hm.[/THINK]Yes.", "Hm.", "Yes."),
            ("◁think▷Hm.◁/think▷Yes.", "Hm.", "Yes."),
            (
                "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
                "Hm.",
                "Yes.",
            ),
            ("<think>never closed", "never closed", ""),
            ("<think>a < b </thin", "a < b </thin", ""),
            ("Hm.\n</think>\n\nYes.", "Hm.", "Yes."),
            ("</think>\n\nYes.", "", "Yes."),
            ("Yes. <think>is a tag</think>", "", "Yes. <think>is a tag</think>"),
            ("The tag `</think>` ends it.", "", "The tag `</think>` ends it."),
            ("<b>bold</b> < 3", "", "<b>bold</b> < 3"),
            ("<thin", "", "<thin"),
            ("  plain", "", "  plain"),
            ("<think>a</think>b</think>c", "a", "b</think>c"),
        ] {
            for size in 1..text.len() + 1 {
                let wanted = (reasoning.to_owned(), said.to_owned());
                let (thought, said) = parted(text, size);
                let thought = if said.is_empty() { thought } else { thought.trim_end().to_owned() };
                assert_eq!((thought, said), wanted, "{text:?} in chunks of {size}");
            }
        }
    }
}
