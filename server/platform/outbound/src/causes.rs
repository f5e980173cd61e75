//! Errors with all their causes: the outermost one of a connection says little.

use std::error::Error;

/// Returns an error and its causes in one line, without repetitions.
pub fn with_causes(error: &dyn Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.contains(&text) {
            said.push_str(": ");
            said.push_str(&text);
        }
        cause = error.source();
    }
    said
}

/// Returns true if a server was reached whose certificate is not trusted.
pub fn is_untrusted(error: &dyn Error) -> bool {
    // The errors of the TLS library come wrapped by several crates, which keep its words.
    with_causes(error).contains("invalid peer certificate")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{said}")]
    struct Layer {
        said: &'static str,
        #[source]
        cause: Option<Box<Layer>>,
    }

    fn layers(said: &[&'static str]) -> Layer {
        let cause = (said.len() > 1).then(|| Box::new(layers(&said[1..])));
        Layer { said: said[0], cause }
    }

    #[test]
    fn each_cause_is_said_once() {
        let error = layers(&["cannot connect: refused", "refused", "connection refused (111)"]);
        assert_eq!(with_causes(&error), "cannot connect: refused: connection refused (111)");
    }

    #[test]
    fn a_certificate_that_is_not_trusted_is_told_from_silence() {
        let error = layers(&["error sending request", "invalid peer certificate: UnknownIssuer"]);
        assert!(is_untrusted(&error));
        assert!(!is_untrusted(&layers(&["error sending request", "connection refused"])));
    }
}
