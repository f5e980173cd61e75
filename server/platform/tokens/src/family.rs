/// Models that cut texts into tokens alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    /// OpenAI since GPT-4o, and its open models.
    O200k,
    /// OpenAI's GPT-4, GPT-3.5 and embeddings.
    Cl100k,
    Claude,
    Gemini,
    Llama,
    Mistral,
    Other,
}

impl Family {
    /// Returns the family of a model by the provider's name for it, such as `gpt-5-mini` or
    /// `anthropic/claude-sonnet-4`.
    pub fn of(model: &str) -> Self {
        let name = model.to_ascii_lowercase();
        let has = |part: &str| name.contains(part);
        let last = name.rsplit('/').next().unwrap_or(&name);
        let is_old_gpt = |part: &str| last.starts_with(part) && !last.starts_with("gpt-4o");
        if last.starts_with("gpt-4o") || last.starts_with("gpt-4.") || last.starts_with("chatgpt") {
            return Self::O200k;
        }
        if is_old_gpt("gpt-4") || is_old_gpt("gpt-3.5") || last.starts_with("text-embedding-") {
            return Self::Cl100k;
        }
        if last.starts_with("gpt-") || is_reasoner(last) {
            return Self::O200k;
        }
        match () {
            () if has("claude") => Self::Claude,
            () if has("gemini") || has("gemma") => Self::Gemini,
            () if has("llama") => Self::Llama,
            () if has("mistral") || has("mixtral") || has("codestral") => Self::Mistral,
            () => Self::Other,
        }
    }

    /// Returns true if its counts equal those of its provider.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::O200k | Self::Cl100k)
    }

    /// Returns the number of tokens of this family per 1,000 of `o200k_base`: in texts of ASCII letters, and in all
    /// others. The worst of the measured values (decision 0620): an estimate should trim too early rather than
    /// overflow.
    pub(crate) fn per_mille(self) -> (usize, usize) {
        match self {
            Self::O200k | Self::Cl100k => (1_000, 1_000),
            Self::Claude => (1_160, 2_520),
            Self::Gemini => (1_190, 1_120),
            Self::Llama => (1_010, 1_190),
            Self::Mistral => (1_260, 2_390),
            Self::Other => (1_260, 2_520),
        }
    }
}

/// Returns true for reasoning models: `o1`, `o3-mini`, `o4-mini`.
fn is_reasoner(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('o')
        && letters.next().is_some_and(|letter| letter.is_ascii_digit())
        && letters.next().is_none_or(|letter| letter == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_of_the_family_its_name_says() {
        for (model, family) in [
            ("gpt-5-mini", Family::O200k),
            ("gpt-4o-2024-08-06", Family::O200k),
            ("gpt-4.1", Family::O200k),
            ("o3-mini", Family::O200k),
            ("openai/gpt-oss-120b", Family::O200k),
            ("gpt-4-turbo", Family::Cl100k),
            ("gpt-3.5-turbo", Family::Cl100k),
            ("text-embedding-3-small", Family::Cl100k),
            ("anthropic/claude-sonnet-4-5", Family::Claude),
            ("models/gemini-2.5-pro", Family::Gemini),
            ("llama3.2:latest", Family::Llama),
            ("mistral-large-latest", Family::Mistral),
            ("olmo-2", Family::Other),
        ] {
            assert_eq!(Family::of(model), family, "{model}");
        }
    }
}
