//! A terminal to ask in.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::Context;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Asks and reads answers, one a line.
pub trait Ask {
    /// Shows `text` and returns the line that is answered, trimmed.
    fn line(&mut self, text: &str) -> anyhow::Result<String>;
    /// The same, without showing what is typed.
    fn secret(&mut self, text: &str) -> anyhow::Result<String>;
    /// Says something that is no question.
    fn say(&mut self, text: &str) -> anyhow::Result<()>;
}

/// Standard input and standard error: standard output has the result.
pub struct Terminal;

/// Returns the terminal to ask in; `None`: nothing is to be asked.
pub fn open(no_input: bool) -> anyhow::Result<Option<Terminal>> {
    if no_input {
        return Ok(None);
    }
    anyhow::ensure!(
        std::io::stdin().is_terminal(),
        "there is no terminal to ask in: give the answers as options, with --no-input"
    );
    Ok(Some(Terminal))
}

impl Ask for Terminal {
    fn line(&mut self, text: &str) -> anyhow::Result<String> {
        let mut err = std::io::stderr().lock();
        write!(err, "{text}: ")?;
        err.flush()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line)?;
        anyhow::ensure!(read > 0, "setup was broken off: nothing was written");
        Ok(line.trim().to_owned())
    }

    fn secret(&mut self, text: &str) -> anyhow::Result<String> {
        let hidden = Hidden::start().context("the terminal cannot hide what is typed")?;
        let answer = self.line(text);
        drop(hidden);
        self.say("")?;
        answer
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(writeln!(std::io::stderr(), "{text}")?)
    }
}

/// Hides what is typed while it is there.
struct Hidden(Termios);

impl Hidden {
    fn start() -> std::io::Result<Self> {
        let before = tcgetattr(std::io::stdin())?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Now, &hidden)?;
        Ok(Self(before))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // A terminal that is gone needs no mending.
        tcsetattr(std::io::stdin(), OptionalActions::Now, &self.0).ok();
    }
}
