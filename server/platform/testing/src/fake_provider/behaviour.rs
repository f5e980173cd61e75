//! Behavior of a fake model, parsed from its name.
//!
//! Parts of the name are joined by `-`, in any order; unknown ones are ignored: `fake-t200-d20-f300`.
//!
//! | Part | Meaning |
//! | --- | --- |
//! | `tN`, `kN` | N tokens of text (100), N tokens of reasoning before (0) |
//! | `dMS`, `fMS` | milliseconds between tokens, and before the first |
//! | `md` | answers with Markdown: a table, code, a formula |
//! | `echo` | answers with the last message, or the last result of a tool |
//! | `quote` | answers with the last message, each line in « »; lines such as `[[1]]` stay as they are; words are put as a glossary in the instructions says |
//! | `use`, `uN` | uses tools, once or in N rounds, then answers: each line `tool {"its": "arguments"}` of the person's is a call; without any, the first tool |
//! | `research` | does the steps of a research, as it is told: asks back, plans, takes statements, writes |
//! | `see` | answers with the kinds of pictures that it was shown |
//! | `say-a-b` | answers `a b`; must come last |
//! | `e401`, `e429`, `e500`, … | answers at once with that status; `rN` sets Retry-After to N seconds, `xN` to the date in N seconds |
//! | `emid`, `edrop`, `ebad`, `enodone` | after `aN` tokens (half of them): error event; connection dropped; broken JSON and then the rest; end without a finish |
//! | `ehang`, `ehanghdr` | stops sending after `aN` tokens (0); never sends headers |
//! | `ehtml` | answers with a web page |
//! | `eusage` | counts tokens that nobody can have used |
//! | `unone` | counts no tokens |
//! | `cN` | reads N tokens of the request from a cache |
//! | `nN` | only the first N requests with this name fail |

use std::time::Duration;

use super::asked::Asked;
use super::researching::answer;

/// The fault to inject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Status(u16),
    ErrorEvent,
    Drop,
    BrokenJson,
    EndWithoutFinish,
    Hang,
    HangBeforeHeaders,
    WebPage,
    AbsurdUsage,
}

/// The text to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Text {
    Tokens(usize),
    Markdown,
    Echo,
    Quote,
    Pictures,
    Research,
    Say(String),
}

/// The value of Retry-After.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RetryAfter {
    Seconds(i64),
    Date(i64),
}

/// The behavior of a fake model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Behaviour {
    pub text: Text,
    pub reasoning_tokens: usize,
    /// Rounds of using tools before the answer.
    pub tool_rounds: usize,
    pub between: Duration,
    pub before_first: Duration,
    pub fault: Option<Fault>,
    /// Number of tokens before the fault; half of them if the name does not say.
    pub fault_after: Option<usize>,
    pub retry_after: Option<RetryAfter>,
    /// Number of requests that fail; all if the name does not say.
    pub failing_requests: Option<u64>,
    pub counts_usage: bool,
    pub cached_tokens: i64,
}

impl Behaviour {
    pub fn parse(model: &str) -> Self {
        let mut this = Self {
            text: Text::Tokens(100),
            reasoning_tokens: 0,
            tool_rounds: 0,
            between: Duration::ZERO,
            before_first: Duration::ZERO,
            fault: None,
            fault_after: None,
            retry_after: None,
            failing_requests: None,
            counts_usage: true,
            cached_tokens: 0,
        };
        let mut parts = model.split('-');
        while let Some(part) = parts.next() {
            match part {
                "md" => this.text = Text::Markdown,
                "echo" => this.text = Text::Echo,
                "quote" => this.text = Text::Quote,
                "research" => this.text = Text::Research,
                "see" => this.text = Text::Pictures,
                "use" => this.tool_rounds = 1,
                "say" => {
                    this.text = Text::Say(parts.by_ref().collect::<Vec<_>>().join(" "));
                }
                "emid" => this.fault = Some(Fault::ErrorEvent),
                "edrop" => this.fault = Some(Fault::Drop),
                "ebad" => this.fault = Some(Fault::BrokenJson),
                "enodone" => this.fault = Some(Fault::EndWithoutFinish),
                "ehang" => this.fault = Some(Fault::Hang),
                "ehanghdr" => this.fault = Some(Fault::HangBeforeHeaders),
                "ehtml" => this.fault = Some(Fault::WebPage),
                "eusage" => this.fault = Some(Fault::AbsurdUsage),
                "unone" => this.counts_usage = false,
                _ => this.read_number(part),
            }
        }
        this
    }

    fn read_number(&mut self, part: &str) {
        let Some(letter) = part.chars().next().filter(char::is_ascii_lowercase) else { return };
        let Ok(number) = part[1..].parse::<u32>() else { return };
        let millis = Duration::from_millis(u64::from(number));
        let count = number as usize;
        match letter {
            't' => self.text = Text::Tokens(count),
            'k' => self.reasoning_tokens = count,
            'u' => self.tool_rounds = count,
            'c' => self.cached_tokens = i64::from(number),
            'd' => self.between = millis,
            'f' => self.before_first = millis,
            'a' => self.fault_after = Some(count),
            'n' => self.failing_requests = Some(u64::from(number)),
            'r' => self.retry_after = Some(RetryAfter::Seconds(i64::from(number))),
            'x' => self.retry_after = Some(RetryAfter::Date(i64::from(number))),
            'e' => {
                if let Ok(status @ 300..=599) = u16::try_from(number) {
                    self.fault = Some(Fault::Status(status));
                }
            }
            _ => {}
        }
    }

    /// Returns the fault of the request with this number, counted from 0.
    pub fn fault_of(&self, request: u64) -> Option<Fault> {
        self.fault.filter(|_| self.failing_requests.is_none_or(|failing| request < failing))
    }

    /// Returns the tokens of the answer to `asked`.
    pub fn tokens(&self, asked: &Asked) -> Vec<String> {
        match &self.text {
            Text::Tokens(count) => {
                (0..*count).map(|n| format!("{} ", WORDS[n % WORDS.len()])).collect()
            }
            Text::Markdown => pieces(MARKDOWN),
            Text::Echo => pieces(&asked.text),
            Text::Quote => pieces(&quoted(asked)),
            Text::Pictures => pieces(&asked.pictures.join(" ")),
            Text::Research => pieces(&answer(asked)),
            Text::Say(text) => pieces(text),
        }
    }
}

/// Tokens are these words in turn.
const WORDS: [&str; 12] =
    ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "and", "runs", "on"];

const MARKDOWN: &str = r#"# Three moons

A **short** table, then code and a formula.

| Moon | Radius (km) |
| :--- | ---: |
| Io | 1,821.6 |
| Europa | 1,560.8 |
| Ganymede | 2,634.1 |

```rust
fn volume(radius_km: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * radius_km.powi(3)
}
```

The volume is $V = \frac{4}{3} \pi r^3$, and

$$
\int_0^r 4 \pi x^2 \, dx = \frac{4}{3} \pi r^3
$$

1. First, a list.
2. Then a [link](https://example.org/).

> And a quotation.
"#;

/// Puts each line in « », except those that only number what follows.
fn quoted(asked: &Asked) -> String {
    let (_, told) = asked.system.split_once("Translate these words so").unwrap_or_default();
    let terms: Vec<_> = told.lines().filter_map(|line| line.split_once(" = ")).collect();
    let put =
        |line: &str| terms.iter().fold(line.to_owned(), |line, (is, so)| line.replace(is, so));
    let quote = |line: &str| match line.starts_with("[[") && line.ends_with("]]") {
        true => line.to_owned(),
        false => format!("«{}»", put(line)),
    };
    asked.text.lines().map(quote).collect::<Vec<_>>().join("\n")
}

/// Splits words with the space after them.
fn pieces(text: &str) -> Vec<String> {
    text.split_inclusive([' ', '\n']).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_the_model_does() {
        let behaviour = Behaviour::parse("fake-t40-d5-emid-a12-k3-f7");
        assert_eq!(behaviour.text, Text::Tokens(40));
        assert_eq!(behaviour.reasoning_tokens, 3);
        assert_eq!(behaviour.between, Duration::from_millis(5));
        assert_eq!(behaviour.before_first, Duration::from_millis(7));
        assert_eq!(behaviour.fault, Some(Fault::ErrorEvent));
        assert_eq!(behaviour.fault_after, Some(12));
    }

    #[test]
    fn only_the_first_requests_fail_when_the_name_says_so() {
        let behaviour = Behaviour::parse("fake-e429-r7-n2");
        assert_eq!(behaviour.retry_after, Some(RetryAfter::Seconds(7)));
        assert_eq!(behaviour.fault_of(1), Some(Fault::Status(429)));
        assert_eq!(behaviour.fault_of(2), None);
    }

    #[test]
    fn the_text_can_be_chosen() {
        let asked = Asked { text: "how are you".to_owned(), ..Asked::default() };
        let said = |name: &str| Behaviour::parse(name).tokens(&asked).concat();
        assert_eq!(said("say-good-day"), "good day");
        assert_eq!(said("fake-echo"), "how are you");
        assert_eq!(said("fake-quote"), "«how are you»");
        assert_eq!(said("fake-t3"), "the quick brown ");
        let system =
            "Translate these words so, in the form the sentence needs:\nhow = wie\n".to_owned();
        let told = Asked { system, ..asked };
        assert_eq!(Behaviour::parse("fake-quote").tokens(&told).concat(), "«wie are you»");
    }

    #[test]
    fn a_real_models_name_is_an_ordinary_answer() {
        assert_eq!(Behaviour::parse("gpt-4o-mini"), Behaviour::parse("fake"));
    }
}
