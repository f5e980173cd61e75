use std::path::Path;

use reqwest::Certificate;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::OutboundError;

/// Certificates that are trusted besides those of the system.
#[derive(Debug, Default)]
pub(crate) struct Trusted {
    pub certificates: Vec<Certificate>,
    pub der: Vec<Vec<u8>>,
}

impl Trusted {
    pub fn read(path: &Path) -> Result<Self, OutboundError> {
        let name = path.display().to_string();
        let unreadable = |error: &dyn std::error::Error| OutboundError::Unreadable {
            path: name.clone(),
            error: error.to_string(),
        };
        let text = std::fs::read(path).map_err(|error| unreadable(&error))?;
        let mut trusted = Self::default();
        for certificate in CertificateDer::pem_slice_iter(&text) {
            let der = certificate.map_err(|error| unreadable(&error))?.to_vec();
            trusted.certificates.push(Certificate::from_der(&der).map_err(|e| unreadable(&e))?);
            trusted.der.push(der);
        }
        if trusted.der.is_empty() {
            return Err(OutboundError::NoCertificate(name));
        }
        Ok(trusted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_certificate_is_refused_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ca.pem");
        let error = |path: &Path| Trusted::read(path).unwrap_err().to_string();
        assert!(error(&path).contains("ca.pem cannot be read"));
        std::fs::write(&path, "no certificate").unwrap();
        assert!(error(&path).contains("ca.pem has no certificate"));
        std::fs::write(&path, "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n")
            .unwrap();
        assert!(error(&path).contains("cannot be read"));
    }
}
