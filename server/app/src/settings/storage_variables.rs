//! The variables by which programs are usually told of storage in S3: `AWS_ACCESS_KEY_ID` and so on.

use std::collections::BTreeMap;

use url::Url;

/// Parameters of `files.url`, and the variables that stand for each, the more specific first.
const PARAMETERS: [(&str, &[&str]); 2] = [
    ("region", &["AWS_REGION", "AWS_DEFAULT_REGION"]),
    ("endpoint", &["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]),
];
/// Those of the key, which belong together: all come from the address, or all from the variables.
const KEY_PARAMETERS: [(&str, &[&str]); 2] =
    [("access_key_id", &["AWS_ACCESS_KEY_ID"]), ("secret_access_key", &["AWS_SECRET_ACCESS_KEY"])];

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
            let mut set = from.iter().filter_map(|variable| variables.get(*variable));
            Some((*name, set.find(|text| !text.is_empty())?))
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

    fn variables(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn the_address_counts_before_the_variables() {
        let aws = variables(&[
            ("AWS_REGION", ""),
            ("AWS_DEFAULT_REGION", "eu-west-1"),
            ("AWS_ENDPOINT_URL", "http://127.0.0.1:9000"),
            ("AWS_ACCESS_KEY_ID", "id"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
        ]);
        for (address, expected) in [
            ("file:///data", "file:///data"),
            (
                "s3://bucket",
                "s3://bucket?region=eu-west-1&endpoint=http%3A%2F%2F127.0.0.1%3A9000&access_key_id=id&secret_access_key=secret",
            ),
            (
                "s3://bucket?access_key_id=own&secret_access_key=own&endpoint=e&region=r",
                "s3://bucket?access_key_id=own&secret_access_key=own&endpoint=e&region=r",
            ),
        ] {
            assert_eq!(with_variables(address, &aws), expected);
        }
        assert_eq!(with_variables("s3://bucket", &variables(&[])), "s3://bucket");
    }
}
