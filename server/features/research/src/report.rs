//! A report as a text of Markdown, with what stands around it in its person's language.

use std::collections::HashMap;

use kernel::collapse_whitespace;
use printed::{Diagrams, Piece, Source, Text, Turn, Words};
use retrieval::{Cite, CiteState};

use crate::changes::Changes;
use crate::extract::escaped;
use crate::research::{Research, Stance, Statement};
use crate::store::{Kept, Section};

/// The parts of a research that are written into a file.
pub(crate) struct Written<'a> {
    pub research: &'a Research,
    pub sources: &'a [Kept],
    pub statements: &'a [Statement],
    pub sections: &'a [Section],
}

/// The words of a report that no model wrote.
struct Names {
    tag: &'static str,
    report: &'static str,
    summary: &'static str,
    changed: &'static str,
    unchanged: &'static str,
    now: &'static str,
    no_more: &'static str,
    open: &'static str,
    evidence: &'static str,
    columns: [&'static str; 4],
    stances: [&'static str; 4],
    not_found: &'static str,
    picked: &'static str,
}

const NAMES: [Names; 3] = [
    Names {
        tag: "en",
        report: "Deep research",
        summary: "Summary",
        changed: "What changed",
        unchanged: "No changes since the previous report.",
        now: "New statements",
        no_more: "No longer stated",
        open: "Open questions",
        evidence: "Evidence",
        columns: ["Claim", "Source", "Date", "Stance"],
        stances: ["Supports", "Contradicts", "Neutral", "Not judged"],
        not_found: "Not found in sources",
        picked: "No model connected: sentences are picked from the sources by keyword.",
    },
    Names {
        tag: "ar",
        report: "بحث معمّق",
        summary: "الخلاصة",
        changed: "ما الذي تغيّر",
        unchanged: "لا تغييرات منذ التقرير السابق.",
        now: "أقوال جديدة",
        no_more: "لم يعد مذكورًا",
        open: "أسئلة مفتوحة",
        evidence: "الأدلة",
        columns: ["القول", "المصدر", "التاريخ", "الموقف"],
        stances: ["مؤيد", "معارض", "محايد", "لم يُقيَّم"],
        not_found: "غير موجود في المصادر",
        picked: "لا نموذج متصل: تُنتقى الجمل من المصادر بالكلمات المفتاحية.",
    },
    Names {
        tag: "zh-CN",
        report: "深度研究",
        summary: "摘要",
        changed: "有什么变化",
        unchanged: "自上一份报告以来没有变化。",
        now: "新的说法",
        no_more: "不再提及",
        open: "待解决的问题",
        evidence: "证据",
        columns: ["说法", "来源", "日期", "立场"],
        stances: ["支持", "反对", "中立", "未判断"],
        not_found: "来源中未找到",
        picked: "未连接模型：按关键词从来源中挑选句子。",
    },
];

/// The report as what files are written from.
pub(crate) fn text_of(written: &Written<'_>, locale: Option<&str>) -> Text {
    let words = Words::of(locale);
    let names = NAMES.iter().find(|names| names.tag == words.tag).unwrap_or(&NAMES[0]);
    let source = |kept: &Kept| Source {
        title: kept.about.title.clone(),
        url: Some(kept.about.url.clone()).filter(|url| url.starts_with("http")),
    };
    let turn = Turn {
        is_answer: true,
        name: names.report.to_owned(),
        time: written.research.head.created_at.to_jiff().strftime("%Y-%m-%d %H:%M").to_string(),
        pieces: vec![Piece::Text(markdown(written, names))],
        // Their numbers count from 1 without a gap, as the list of a file does.
        sources: written.sources.iter().map(source).collect(),
    };
    Text {
        title: written.research.head.title.clone(),
        turns: vec![turn],
        words,
        pictures: HashMap::new(),
        diagrams: Diagrams::default(),
    }
}

fn markdown(written: &Written<'_>, names: &Names) -> String {
    let research = written.research;
    let mut out = String::new();
    if research.input.wish.question != research.head.title {
        out.push_str(&format!("> {}\n\n", cell(&research.input.wish.question)));
    }
    if research.input.model.is_none() {
        out.push_str(&format!("*{}*\n\n", names.picked));
    }
    if let Some(changes) = &research.output.changes {
        changed(&mut out, changes, names);
    }
    // The summary, then the topics as they were planned.
    for number in std::iter::once(0).chain(research.output.plan.iter().map(|topic| topic.number)) {
        let Some(section) = written.sections.iter().find(|one| one.topic == number) else {
            continue;
        };
        let title = if number == 0 { names.summary.to_owned() } else { cell(&section.title) };
        out.push_str(&format!("# {title}\n\n{}\n\n", marked(&section.text, &section.cites, names)));
    }
    if !research.output.gaps.is_empty() {
        out.push_str(&format!("# {}\n\n", names.open));
        for gap in &research.output.gaps {
            out.push_str(&format!("- {}\n", cell(&gap.text)));
        }
        out.push('\n');
    }
    if !written.statements.is_empty() {
        evidence(&mut out, written.statements, names);
    }
    out
}

/// A text with what of it stands in no source, as it is marked on the page.
fn marked(text: &str, cites: &[Cite], names: &Names) -> String {
    let missing = cites.iter().filter(|cite| cite.state == CiteState::NotFound);
    let lines: Vec<String> = missing
        .map(|cite| {
            format!("- **{}**: {} [{}]", names.not_found, cell(&cite.statement), cite.number)
        })
        .collect();
    match lines.is_empty() {
        true => text.to_owned(),
        false => format!("{text}\n\n{}", lines.join("\n")),
    }
}

fn changed(out: &mut String, changes: &Changes, names: &Names) {
    out.push_str(&format!("# {}\n\n", names.changed));
    if changes.is_empty() {
        out.push_str(&format!("{}\n\n", names.unchanged));
        return;
    }
    if let Some(text) = &changes.text {
        out.push_str(&format!("{}\n\n", marked(text, &changes.cites, names)));
    }
    for (name, said, is_new) in [
        (names.now, &changes.new_statements, true),
        (names.no_more, &changes.gone_statements, false),
    ] {
        if said.is_empty() {
            continue;
        }
        out.push_str(&format!("**{name}**\n\n"));
        for one in said {
            let by = if is_new {
                format!("[{}]", one.source)
            } else {
                format!("({})", cell(&one.title))
            };
            out.push_str(&format!("- {} {by}\n", cell(&one.claim)));
        }
        out.push('\n');
    }
}

fn evidence(out: &mut String, statements: &[Statement], names: &Names) {
    let [claim, source, date, stance] = names.columns;
    out.push_str(&format!("# {}\n\n| {claim} | {source} | {date} | {stance} |\n", names.evidence));
    out.push_str("| --- | --- | --- | --- |\n");
    for one in statements {
        let place = match one.stance {
            Stance::Supports => 0,
            Stance::Contradicts => 1,
            Stance::Neutral => 2,
            Stance::Unjudged => 3,
        };
        let mut claim = cell(&one.claim);
        match &one.quote {
            Some(quote) if *quote != one.claim => claim.push_str(&format!(" “{}”", cell(quote))),
            _ => {}
        }
        if one.found == CiteState::NotFound {
            claim.push_str(&format!(" ({})", names.not_found));
        }
        let date = one.date.as_deref().map(cell).unwrap_or_default();
        out.push_str(&format!(
            "| {claim} | [{}] | {date} | {} |\n",
            one.source, names.stances[place]
        ));
    }
}

/// Words of others on one line, shown as they are.
fn cell(text: &str) -> String {
    escaped(&collapse_whitespace(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    // issue 5: "what cannot be matched is marked "not found in sources""
    #[test]
    fn what_stands_in_no_source_is_marked_in_a_file_as_on_the_page() {
        let cite = |number, state, statement: &str| Cite {
            number,
            state,
            statement: statement.to_owned(),
            quote: None,
        };
        let cites = [
            cite(1, CiteState::Quoted, "The moon pulls."),
            cite(2, CiteState::NotFound, "The *sun*\nis cold."),
        ];
        let text = "The moon pulls [1]. The *sun* is cold [2].";
        let file = marked(text, &cites, &NAMES[0]);
        assert_eq!(file.lines().next(), Some(text));
        let last = file.lines().last().unwrap();
        assert!(last.starts_with("- **Not found in sources**: The "), "{last}");
        assert!(last.ends_with("[2]") && !last.contains("*sun*"), "{last}");
        assert_eq!(marked(text, &cites[..1], &NAMES[0]), text);
    }
}
