//! A message for one browser, which only that browser can read: RFC 8291 over RFC 8188.

use hkdf::Hkdf;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use sha2::Sha256;

/// Bytes of a point on P-256 that is not compressed.
pub(crate) const POINT_BYTES: usize = 65;
/// Bytes of the secret that a browser and its server share.
pub(crate) const AUTH_BYTES: usize = 16;
const SALT_BYTES: usize = 16;
/// Size of the single record; push services accept no more.
const RECORD_BYTES: u32 = 4_096;
/// Marks the last record.
const LAST_RECORD: u8 = 2;

/// Encrypts `plain` for the browser with these keys.
///
/// # Errors
///
/// When `browser_key` is no point on the curve.
pub(crate) fn encrypt(
    browser_key: &[u8],
    auth: &[u8],
    plain: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let own_public = own.compute_public_key()?;
    let browser = UnparsedPublicKey::new(&ECDH_P256, browser_key);
    let salt: [u8; SALT_BYTES] = vault::random_bytes();
    agree_ephemeral(own, &browser, |shared| {
        let between = Between { shared, auth, browser_key, own_key: own_public.as_ref() };
        between.write(salt, plain)
    })?
}

/// Values known to both ends.
struct Between<'a> {
    shared: &'a [u8],
    auth: &'a [u8],
    browser_key: &'a [u8],
    own_key: &'a [u8],
}

impl Between<'_> {
    fn write(&self, salt: [u8; SALT_BYTES], plain: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let (key, nonce) = self.keys(&salt);
        let mut record = Vec::with_capacity(plain.len() + 1 + AES_128_GCM.tag_len());
        record.extend(plain);
        record.push(LAST_RECORD);
        LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::empty(),
            &mut record,
        )?;
        let own_key_bytes = u8::try_from(self.own_key.len()).map_err(|_| Unspecified)?;
        let mut message = salt.to_vec();
        message.extend(RECORD_BYTES.to_be_bytes());
        message.push(own_key_bytes);
        message.extend(self.own_key);
        message.extend(record);
        Ok(message)
    }

    fn keys(&self, salt: &[u8]) -> ([u8; 16], [u8; 12]) {
        let info = [b"WebPush: info\0", self.browser_key, self.own_key].concat();
        let secret: [u8; 32] = derive(self.auth, self.shared, &info);
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0");
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0");
        (key, nonce)
    }
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut derived = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret)
        .expand(info, &mut derived)
        .expect("at most 32 bytes are asked for");
    derived
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    // The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_comes_out_byte_for_byte() {
        let browser_key = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let own_key = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let between = Between {
            shared: &bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
            auth: &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            browser_key: &browser_key,
            own_key: &own_key,
        };
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();

        let message = between.write(salt, b"When I grow up, I want to be a watermelon").unwrap();

        assert_eq!(
            URL_SAFE_NO_PAD.encode(message),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY\
             WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSg\
             Sxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn what_is_no_point_on_the_curve_is_refused() {
        assert!(encrypt(&[4; POINT_BYTES], &[0; AUTH_BYTES], b"x").is_err());
        assert!(encrypt(&[], &[0; AUTH_BYTES], b"x").is_err());
    }
}
