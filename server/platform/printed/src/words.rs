//! Labels in exported files that nobody in the chat wrote, in the languages of the product.

/// Labels around the text, in one language.
#[derive(Debug, PartialEq)]
pub struct Words {
    pub tag: &'static str,
    pub is_right_to_left: bool,
    pub you: &'static str,
    pub assistant: &'static str,
    /// Heading of an answer merged from others.
    pub merged: &'static str,
    pub sources: &'static str,
    /// Page label, with a placeholder for its number.
    pub page: &'static str,
    /// Label for statements of an answer that its source does not contain.
    pub not_found: &'static str,
    pub failed: &'static str,
    pub denied: &'static str,
    pub diagram: &'static str,
}

const WORDS: [Words; 3] = [
    Words {
        tag: "en",
        is_right_to_left: false,
        you: "You",
        assistant: "Assistant",
        merged: "Merged answer",
        sources: "Sources",
        page: "p. {number}",
        not_found: "Not found in sources",
        failed: "failed",
        denied: "not allowed",
        diagram: "Diagram",
    },
    Words {
        tag: "ar",
        is_right_to_left: true,
        you: "أنت",
        assistant: "المساعد",
        merged: "إجابة مدمجة",
        sources: "المصادر",
        page: "ص {number}",
        not_found: "غير موجود في المصادر",
        failed: "فشل",
        denied: "غير مسموح",
        diagram: "مخطط",
    },
    Words {
        tag: "zh-CN",
        is_right_to_left: false,
        you: "您",
        assistant: "助手",
        merged: "合并的回答",
        sources: "来源",
        page: "第 {number} 页",
        not_found: "来源中未找到",
        failed: "失败",
        denied: "未允许",
        diagram: "图表",
    },
];

impl Words {
    /// Returns the labels in the language of `locale` (BCP 47), or English ones.
    pub fn of(locale: Option<&str>) -> &'static Self {
        let language = |tag: &str| tag.split('-').next().unwrap_or("").to_ascii_lowercase();
        let wanted = locale.map(language).unwrap_or_default();
        WORDS.iter().find(|words| language(words.tag) == wanted).unwrap_or(&WORDS[0])
    }

    pub fn side(&self) -> &'static str {
        if self.is_right_to_left { "rtl" } else { "ltr" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_whatever_its_region() {
        assert_eq!(Words::of(Some("ar-EG")).you, "أنت");
        assert_eq!(Words::of(Some("zh-TW")).tag, "zh-CN");
        for unknown in [None, Some("fr"), Some("")] {
            assert_eq!(Words::of(unknown).tag, "en");
        }
    }
}
