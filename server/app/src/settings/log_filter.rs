//! The filter of the log: `info`, or per crate `info,sqlx=warn`. A word that is no level would silence everything, because it
//! is taken for the name of a crate.

use settings::SettingsError;

const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];
/// Levels as other programs call them, and what they are called here.
const OTHER_WORDS: [(&str, &str); 12] = [
    ("warning", "warn"),
    ("warnings", "warn"),
    ("err", "error"),
    ("fatal", "error"),
    ("critical", "error"),
    ("information", "info"),
    ("notice", "info"),
    ("verbose", "debug"),
    ("all", "trace"),
    ("none", "off"),
    ("silent", "off"),
    ("quiet", "error"),
];

/// Checks that each part of a filter is a level, or a crate with one.
///
/// # Errors
///
/// Names the part that is neither, and what to write.
pub fn check(filter: &str) -> Result<(), SettingsError> {
    for part in filter.split(',').map(str::trim) {
        let level = part.rsplit_once('=').map_or(part, |(_, level)| level).trim();
        let is_known = LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level));
        let names_crate = part.split_once('=').is_none_or(|(name, _)| !name.trim().is_empty());
        if !is_known || !names_crate {
            let problem = format!("has {part:?}, which is no level and no crate with one");
            return Err(SettingsError::invalid("log.filter", filter, problem, example(level)));
        }
    }
    Ok(())
}

fn example(level: &str) -> &'static str {
    let meant = OTHER_WORDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(level));
    meant.map_or("error, warn, info, debug, or info,sqlx=warn", |(_, meant)| meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_crates_with_levels_are_filters() {
        for filter in
            ["info", "INFO", "off", "info,sqlx=warn", "warn, hyper=debug", "app::listen=trace"]
        {
            assert!(check(filter).is_ok(), "{filter}");
        }
    }

    #[test]
    fn other_words_are_refused_with_the_right_one() {
        for (filter, write) in [
            ("warning", "write warn"),
            ("WARNING", "write warn"),
            ("info,sqlx=warning", "write warn"),
            ("fatal", "write error"),
            ("verbose", "write debug"),
            ("none", "write off"),
            ("sqlx", "write error, warn, info, debug, or info,sqlx=warn"),
            ("", "write error, warn, info, debug, or info,sqlx=warn"),
            ("info,", "write error, warn, info, debug, or info,sqlx=warn"),
            ("=warn", "write error, warn, info, debug, or info,sqlx=warn"),
            ("sqlx=", "write error, warn, info, debug, or info,sqlx=warn"),
        ] {
            let error = check(filter).unwrap_err().to_string();
            assert!(error.ends_with(write), "{filter}: {error}");
        }
    }
}
