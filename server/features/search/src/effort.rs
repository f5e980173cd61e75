use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much is done for an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchEffort)]
pub(crate) enum Effort {
    /// What the services say about their results.
    Quick,
    /// The first pages are read.
    #[default]
    Balanced,
    /// More results, and more pages.
    Thorough,
}

impl Effort {
    /// How many results each service is asked for.
    pub fn hits(self) -> usize {
        match self {
            Self::Quick | Self::Balanced => 10,
            Self::Thorough => 20,
        }
    }

    /// How many results a search keeps.
    pub fn results(self) -> usize {
        match self {
            Self::Quick => 10,
            Self::Balanced => 15,
            Self::Thorough => 25,
        }
    }

    /// How many of them are read.
    pub fn pages(self) -> usize {
        match self {
            Self::Quick => 0,
            Self::Balanced => 4,
            Self::Thorough => 8,
        }
    }

    /// How much of a page the model is given.
    pub fn excerpt_chars(self) -> usize {
        match self {
            Self::Quick => 600,
            Self::Balanced => 3_000,
            Self::Thorough => 4_500,
        }
    }
}

/// The form of an answer. Spec §3: "Chat skill kinds: search_enhance ask, summarize, keyword,
/// summary_classic, bullet_ask." What `search_enhance` adds to a chat is this search itself (decision 0765).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchSkill)]
pub(crate) enum Skill {
    #[default]
    Ask,
    Summarize,
    Keyword,
    SummaryClassic,
    BulletAsk,
}

impl Skill {
    /// What the model is told about the form.
    pub fn instruction(self) -> &'static str {
        match self {
            Self::Ask => "Answer the question directly, in a few short paragraphs.",
            Self::Summarize => {
                "Sum up what the sources say about the question in one paragraph; do not add a list."
            }
            Self::Keyword => {
                "Name the words and names that matter for the question, as a list: each in bold, with what \
                 the sources say about it in one line."
            }
            Self::SummaryClassic => {
                "First sum up what the sources say in two or three sentences, then list the key points."
            }
            Self::BulletAsk => "Answer the question as a list of short points and nothing else.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §3: "Chat skill kinds: search_enhance ask, summarize, keyword, summary_classic, bullet_ask."
    #[test]
    fn an_answer_has_one_of_five_forms_by_these_names() {
        let names = ["ask", "summarize", "keyword", "summary_classic", "bullet_ask"];
        let all =
            [Skill::Ask, Skill::Summarize, Skill::Keyword, Skill::SummaryClassic, Skill::BulletAsk];
        for (skill, name) in all.into_iter().zip(names) {
            assert_eq!(serde_json::to_value(skill).unwrap(), name);
        }
    }

    #[test]
    fn more_effort_reads_more() {
        let efforts = [Effort::Quick, Effort::Balanced, Effort::Thorough];
        assert_eq!(efforts.map(Effort::pages), [0, 4, 8]);
        assert_eq!(efforts.map(Effort::results), [10, 15, 25]);
    }
}
