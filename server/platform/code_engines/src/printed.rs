use code_sandbox::PRINTED_MAX_BYTES;

/// The output of a program, as far as it is kept.
#[derive(Default)]
pub(crate) struct Printed {
    text: String,
    left_out: usize,
}

impl Printed {
    pub fn push(&mut self, text: &str) {
        let room = PRINTED_MAX_BYTES - self.text.len();
        let fits = text.floor_char_boundary(room.min(text.len()));
        // Nothing follows a gap.
        let kept = if self.left_out == 0 { fits } else { 0 };
        self.text.push_str(&text[..kept]);
        self.left_out += text.len() - kept;
    }

    /// Adds a line of its own.
    pub fn push_line(&mut self, line: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push("\n");
        }
        self.push(line);
        self.push("\n");
    }

    /// Returns the text, with a word on what was left out.
    pub fn into_text(self) -> String {
        match self.left_out {
            0 => self.text,
            bytes => format!("{}\n[{bytes} more bytes were printed and left out]\n", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_said() {
        let mut printed = Printed::default();
        printed.push(&"é".repeat(32_767));
        printed.push("12é");
        printed.push("more");
        let text = printed.into_text();
        assert!(
            text.ends_with("é12\n[6 more bytes were printed and left out]\n"),
            "{}",
            &text[65_500..]
        );
    }

    #[test]
    fn a_value_has_a_line_of_its_own() {
        let mut printed = Printed::default();
        printed.push("a");
        printed.push_line("1");
        printed.push_line("2");
        assert_eq!(printed.into_text(), "a\n1\n2\n");
    }
}
