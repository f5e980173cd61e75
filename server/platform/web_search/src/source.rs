use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A source of a search. Spec §1: "Knowledge sources: web, news, academic, developer, my_memo."
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchSource)]
pub enum Source {
    Web,
    News,
    Academic,
    Developer,
    /// The person's own memos, where an area serves them.
    MyMemo,
}

impl Source {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 5] =
        [Self::Web, Self::News, Self::Academic, Self::Developer, Self::MyMemo];

    /// Returns the word by which an area that serves it calls itself.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::News => "news",
            Self::Academic => "academic",
            Self::Developer => "developer",
            Self::MyMemo => "my_memo",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §1: "Knowledge sources: web, news, academic, developer, my_memo."
    #[test]
    fn there_are_five_sources_by_these_names() {
        let names = Source::ALL.map(Source::as_str);
        assert_eq!(names, ["web", "news", "academic", "developer", "my_memo"]);
        for source in Source::ALL {
            assert_eq!(serde_json::to_value(source).unwrap(), source.as_str());
        }
    }
}
