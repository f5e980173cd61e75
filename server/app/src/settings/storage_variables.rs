//! The variables by which programs are usually told of storage in S3: `AWS_ACCESS_KEY_ID` and so on, and those with the path
//! of a file with the value (`AWS_SECRET_ACCESS_KEY_FILE`).

use std::collections::BTreeMap;

use settings::{SettingsError, value_of_file};
use url::Url;

/// Parameters of `files.url`, and the variables that stand for each, the more specific first.
const PARAMETERS: [(&str, &[&str]); 2] = [
    ("region", &["AWS_REGION", "AWS_DEFAULT_REGION"]),
    ("endpoint", &["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]),
];
/// Those of the key, which belong together: all come from the address, or all from the variables.
const KEY_PARAMETERS: [(&str, &[&str]); 3] = [
    ("access_key_id", &["AWS_ACCESS_KEY_ID"]),
    ("secret_access_key", &["AWS_SECRET_ACCESS_KEY"]),
    ("session_token", &["AWS_SESSION_TOKEN"]),
];
/// Ending of a variable that names the file with the value.
const FILE_ENDING: &str = "_FILE";

/// Returns the variables that stand for parameters, also those whose values are in files.
///
/// # Errors
///
/// A file that cannot be read, and a value that is given twice.
pub fn read_variables(
    variables: &[(String, String)],
) -> Result<BTreeMap<String, String>, SettingsError> {
    let given: BTreeMap<&str, &str> = variables
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        // Not set: images of containers often declare it so.
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let mut found = BTreeMap::new();
    for name in PARAMETERS.iter().chain(&KEY_PARAMETERS).flat_map(|(_, names)| *names) {
        let of_file = format!("{name}{FILE_ENDING}");
        let text = match (given.get(name), given.get(of_file.as_str())) {
            (Some(text), None) => (*text).to_owned(),
            (None, Some(file)) => value_of_file(&of_file, file)?,
            (None, None) => continue,
            (Some(_), Some(_)) => {
                return Err(SettingsError::SetTwice { origin: of_file, key: (*name).to_owned() });
            }
        };
        found.insert((*name).to_owned(), text);
    }
    Ok(found)
}

/// Returns the address of storage with what it leaves to the variables.
pub fn with_variables(address: &str, variables: &BTreeMap<String, String>) -> String {
    if !address.starts_with("s3://") {
        return address.to_owned();
    }
    // What is wrong with it is said where it is opened.
    let Ok(mut url) = Url::parse(address) else { return address.to_owned() };
    let has = |name: &str| url.query_pairs().any(|(known, _)| known == name);
    let has_key = KEY_PARAMETERS.iter().any(|(name, _)| has(name));
    let wanted = PARAMETERS.iter().filter(|(name, _)| !has(name));
    let wanted = wanted.chain(KEY_PARAMETERS.iter().filter(|_| !has_key));
    let found: Vec<(&str, &String)> = wanted
        .filter_map(|(name, from)| {
            Some((*name, from.iter().find_map(|variable| variables.get(*variable))?))
        })
        .collect();
    if found.is_empty() {
        return address.to_owned();
    }
    // A `+` of an address is a `+`: blanks are written the other way.
    let more = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(found).finish();
    let more = more.replace('+', "%20");
    let query = url.query().filter(|query| !query.is_empty());
    let query = query.map_or_else(|| more.clone(), |query| format!("{query}&{more}"));
    url.set_query(Some(&query));
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<BTreeMap<String, String>, String> {
        let pairs: Vec<_> =
            pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        read_variables(&pairs).map_err(|error| error.to_string())
    }

    #[test]
    fn the_address_counts_before_the_variables() {
        let aws = read(&[
            ("AWS_REGION", ""),
            ("AWS_DEFAULT_REGION", "eu-west-1"),
            ("AWS_ENDPOINT_URL", "http://127.0.0.1:9000"),
            ("AWS_ACCESS_KEY_ID", "id"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_SESSION_TOKEN", "a+b="),
            ("AWS_PROFILE", "not read"),
        ]);
        let aws = aws.unwrap();
        for (address, expected) in [
            ("file:///data", "file:///data"),
            (
                "s3://bucket",
                "s3://bucket?region=eu-west-1&endpoint=http%3A%2F%2F127.0.0.1%3A9000&access_key_id=id&secret_access_key=secret&session_token=a%2Bb%3D",
            ),
            // A key of the address has no session of another key.
            (
                "s3://bucket?access_key_id=own&secret_access_key=own&endpoint=e&region=r",
                "s3://bucket?access_key_id=own&secret_access_key=own&endpoint=e&region=r",
            ),
        ] {
            assert_eq!(with_variables(address, &aws), expected);
        }
        assert_eq!(with_variables("s3://bucket", &BTreeMap::new()), "s3://bucket");
    }

    #[test]
    fn a_variable_may_name_the_file_with_its_value() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "session\n").unwrap();
        let file = file.to_str().unwrap();
        let aws = read(&[("AWS_ACCESS_KEY_ID", "id"), ("AWS_SESSION_TOKEN_FILE", file)]).unwrap();
        assert_eq!(
            with_variables("s3://bucket", &aws),
            "s3://bucket?access_key_id=id&session_token=session"
        );
        // Of other programs, which read a file by themselves.
        assert_eq!(read(&[("AWS_WEB_IDENTITY_TOKEN_FILE", "/missing")]), Ok(BTreeMap::new()));
        assert_eq!(read(&[("AWS_SESSION_TOKEN_FILE", "")]), Ok(BTreeMap::new()));
        let twice = [("AWS_SESSION_TOKEN", "x"), ("AWS_SESSION_TOKEN_FILE", file)];
        assert!(read(&twice).unwrap_err().contains("AWS_SESSION_TOKEN is set twice"));
        let missing = read(&[("AWS_SECRET_ACCESS_KEY_FILE", "/missing")]).unwrap_err();
        assert!(
            missing.contains("AWS_SECRET_ACCESS_KEY_FILE names the file /missing"),
            "{missing}"
        );
    }
}
