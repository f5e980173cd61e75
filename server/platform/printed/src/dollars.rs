//! Normalizes all ways in which models write formulas to the one that the Markdown parser reads: `$…$` and `$$…$$`,
//! each on one line, so that none of its lines is parsed as a list or a heading. Code is left unchanged.

/// Returns the text with formulas between dollars.
pub(super) fn with_dollars(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_line_start = true;
    while !rest.is_empty() {
        if is_line_start && let Some(end) = fence_end(rest) {
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let (taken, written) = piece(rest);
        match written {
            Some(written) => out.push_str(&written),
            None => out.push_str(&rest[..taken]),
        }
        is_line_start = rest[..taken].ends_with('\n');
        rest = &rest[taken..];
    }
    out
}

/// Returns the length of the next piece, and its replacement if it is not copied unchanged.
fn piece(rest: &str) -> (usize, Option<String>) {
    let formula = |open: &str, close: &str, sign: &str| {
        let (inner, end) = formula_to(rest, open.len(), close)?;
        Some((end, Some(format!("{sign}{}{sign}", one_line(inner)))))
    };
    let found = if rest.starts_with('`') {
        code_end(rest).map(|end| (end, None))
    } else if rest.starts_with("\\[") {
        formula("\\[", "\\]", "$$")
    } else if rest.starts_with("\\(") {
        formula("\\(", "\\)", "$")
    } else if rest.starts_with("$$") {
        formula("$$", "$$", "$$")
    } else if let Some(behind) = rest.strip_prefix('\\') {
        // An escaped character begins nothing.
        behind.chars().next().map(|character| (1 + character.len_utf8(), None))
    } else {
        None
    };
    found.unwrap_or_else(|| {
        let first = rest.chars().next().map_or(1, char::len_utf8);
        // Up to the next possible beginning, or the end of the line.
        let more = rest[first..].find(['`', '\\', '$', '\n']).map(|at| first + at);
        let end = match more {
            _ if rest.starts_with('\n') => first,
            Some(at) if rest[at..].starts_with('\n') => at + 1,
            Some(at) => at,
            None => rest.len(),
        };
        // All signs of a run belong together.
        let run = rest.len() - rest.trim_start_matches(['`', '$']).len();
        (end.max(run), None)
    })
}

/// Returns the end of a fenced code block, if one begins here.
fn fence_end(line_start: &str) -> Option<usize> {
    // It may be in a quote or after a list marker.
    let is_mark = |sign: char| " >\t-*+.)".contains(sign) || sign.is_ascii_digit();
    let indented = line_start.trim_start_matches(is_mark);
    let mark = ["```", "~~~"].into_iter().find(|mark| indented.starts_with(mark))?;
    let sign = &mark[..1];
    let length = indented.len() - indented.trim_start_matches(sign).len();
    let mut at = 0;
    for (number, line) in line_start.split_inclusive('\n').enumerate() {
        at += line.len();
        let words = line.trim_matches([' ', '>', '\t', '\n', '\r']);
        if number > 0 && words.len() >= length && words.trim_start_matches(sign).is_empty() {
            return Some(at);
        }
    }
    Some(line_start.len())
}

/// Returns the end of an inline code span, which closes with as many backticks as it opened with.
fn code_end(rest: &str) -> Option<usize> {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let mut at = length;
    while let Some(found) = rest[at..].find('`') {
        let start = at + found;
        if rest[at..start].contains("\n\n") {
            return None;
        }
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == length {
            return Some(start + run);
        }
        at = start + run;
    }
    None
}

/// Returns the text between `from` and `close`, and where it ends. An empty line ends every formula.
fn formula_to<'a>(rest: &'a str, from: usize, close: &str) -> Option<(&'a str, usize)> {
    let mut at = from;
    loop {
        let found = at + rest[at..].find(['\\', '$', '\n'])?;
        if rest[found..].starts_with(close) {
            let inner = rest[from..found].trim();
            return (!inner.is_empty()).then_some((inner, found + close.len()));
        }
        match rest.as_bytes()[found] {
            b'\n'
                if rest[found + 1..]
                    .trim_start_matches([' ', '\t', '>', '\r'])
                    .starts_with('\n') =>
            {
                return None;
            }
            // A dollar of another kind: this was no formula.
            b'$' if close.starts_with('\\') => return None,
            // One formula does not begin in another.
            b'\\' if rest[found + 1..].starts_with(['(', '[']) => return None,
            b'\\' => {
                let escaped = rest[found + 1..].chars().next().map_or(0, char::len_utf8);
                at = found + 1 + escaped;
            }
            _ => at = found + 1,
        }
    }
}

/// Joins the lines of a formula, in which they mean nothing, except that a comment ends with its line.
fn one_line(tex: &str) -> String {
    let lines = tex.lines().map(|line| {
        let line = line.trim_matches([' ', '\t', '>', '\r']);
        match line.find('%') {
            Some(at) if !line[..at].ends_with('\\') => line[..at].trim_end(),
            _ => line,
        }
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_become_dollars() {
        assert_eq!(with_dollars(r"a \(x\) b"), "a $x$ b");
        assert_eq!(with_dollars("\\[\nx\n\\]"), "$$x$$");
        assert_eq!(with_dollars("> $$\n> x\n> = y\n> $$"), "> $$x = y$$");
        assert_eq!(with_dollars("$$a \\\\[2pt]\n- b$$"), "$$a \\\\[2pt] - b$$");
        assert_eq!(with_dollars("$$a % why\n+ 5\\%$$"), "$$a + 5\\%$$");
        assert_eq!(with_dollars(r"$x$ and \(y\)"), "$x$ and $y$");
    }

    #[test]
    fn code_and_what_never_ends_stay() {
        for text in [
            "`\\(x\\)` and ``a ` \\[b\\]``",
            "```\n\\[x\\]\n$$\ny\n$$\n```\nafter",
            "- ```\n  a\n\n  \\(x\\)\n  ```\n",
            "~~~tex\n\\(x\\)\n",
            "\\[ a\n\nb \\]",
            "\\( never",
            "$$ never",
            "$5 and $6",
            r"\\(x\\)",
            "a \\",
            "```",
            "`open",
            "你好 \\( 世界",
        ] {
            assert_eq!(with_dollars(text), text);
        }
    }

    #[test]
    fn a_text_of_openings_takes_no_longer_than_its_length_says() {
        for opening in ["\\[", "\\(", "$$", "`", "``` `"] {
            let text = opening.repeat(20_000);
            with_dollars(&text);
        }
    }
}
