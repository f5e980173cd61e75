//! Figures that look like calculations and are none.

/// Returns true if `text` is a date, a telephone number, a range of years or a saying such as "24/7".
///
/// Asking for it ("what is 24/7") makes a calculation of a saying or a range, but not of a date.
pub fn is_lookalike(text: &str, asked: bool) -> bool {
    if !text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '/' | '.' | '+' | ' ')) {
        return false;
    }
    let text = text.trim();
    is_date(text) || is_telephone_number(text) || (!asked && (is_years(text) || is_saying(text)))
}

fn is_date(text: &str) -> bool {
    ['-', '/', '.'].iter().any(|separator| {
        let parts: Vec<&str> = text.split(*separator).collect();
        let [first, second, third] = parts.as_slice() else { return false };
        let is_day = |part: &str| matches!(part.len(), 1 | 2) && number(part) <= 31;
        let is_year = |part: &str| matches!(part.len(), 2 | 4);
        [first, second, third].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
            && ((first.len() == 4 && is_day(second) && is_day(third))
                || (is_day(first) && is_day(second) && is_year(third)))
    })
}

/// Groups of digits joined by hyphens or blanks, as people write telephone numbers.
fn is_telephone_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let tight = text.strip_prefix('+').unwrap_or(text);
    if text.len() != tight.len() {
        return digits >= 7 && !tight.contains(['+', '/', '.']);
    }
    if tight.contains(['/', '.', '+']) || tight.contains(" -") || tight.contains("- ") {
        return false;
    }
    let groups: Vec<&str> = tight.split(['-', ' ']).collect();
    let leads_with_zero = groups.len() > 1 && groups[0].len() > 1 && groups[0].starts_with('0');
    let is_local =
        matches!(groups.as_slice(), [three, four] if three.len() == 3 && four.len() == 4);
    let is_long = groups.len() >= 3 && digits >= 7;
    leads_with_zero || is_local || is_long
}

fn is_years(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/']).collect();
    let is_year = |part: &&str| part.len() == 4 && (1000..2200).contains(&number(part));
    matches!(parts.as_slice(), [from, to] if is_year(from)
        && (is_year(to) || (to.len() == 2 && to.bytes().all(|b| b.is_ascii_digit()))))
}

fn is_saying(text: &str) -> bool {
    matches!(text, "24/7" | "50/50" | "50-50" | "9/11" | "7/11" | "20/20" | "9-5" | "1-1")
}

fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}
