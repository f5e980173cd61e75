/// Maximum nesting depth of a formula: its parser uses stack for each level.
const DEPTH_MAX: usize = 60;

/// Returns true if no parser can need more than [`DEPTH_MAX`] levels for a formula. Counts everything that may open a
/// level and was not closed: open groups, and commands that follow each other without anything that could end one.
pub(super) fn is_shallow(tex: &str) -> bool {
    let mut groups: Vec<usize> = vec![0];
    let mut total: usize = 0;
    let mut characters = tex.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = characters.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                if name.is_empty() {
                    characters.next();
                    continue;
                }
                match name.as_str() {
                    "left" | "begin" => {
                        step(&mut groups, &mut total);
                        groups.push(0);
                    }
                    "right" | "end" => total -= groups.pop().unwrap_or(0),
                    _ => step(&mut groups, &mut total),
                }
            }
            '{' => {
                step(&mut groups, &mut total);
                groups.push(0);
            }
            '}' => total -= groups.pop().unwrap_or(0),
            '^' | '_' | '[' => step(&mut groups, &mut total),
            ' ' | '\n' | '\t' => {}
            // A letter, a digit or a sign is the argument of the commands before it.
            _ => {
                if let Some(count) = groups.last_mut() {
                    total -= *count;
                    *count = 0;
                }
            }
        }
        if total > DEPTH_MAX {
            return false;
        }
    }
    true
}

fn step(groups: &mut Vec<usize>, total: &mut usize) {
    if groups.is_empty() {
        groups.push(0);
    }
    if let Some(count) = groups.last_mut() {
        *count += 1;
        *total += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_side_by_side_is_not_deep() {
        assert!(is_shallow(&r"\frac{a}{b} + ".repeat(200)));
        assert!(is_shallow(&r"x^2_1 + \alpha".repeat(200)));
        assert!(is_shallow(&r"\left( x \right) ".repeat(200)));
        assert!(!is_shallow(&"{".repeat(61)));
        assert!(!is_shallow(&r"\left(".repeat(61)));
        assert!(!is_shallow(&r"\sqrt".repeat(61)));
        assert!(!is_shallow(&"x^{".repeat(61)));
        assert!(is_shallow("}}}}x"));
    }
}
