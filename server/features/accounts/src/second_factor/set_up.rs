//! What an authenticator app is set up with: a secret, as text, and as a QR code that an app reads.

use ::store::Conn;
use identity::User;
use kernel::{Failure, Fallible};
use qrcodegen::{QrCode, QrCodeEcc};

use super::totp;
use crate::server::find_choices;

/// The name in authenticator apps unless the operator gave the server one.
const PRODUCT: &str = "Ensemble";

/// A secret for an authenticator app that is not turned on yet.
pub(crate) struct SetUp {
    pub secret: [u8; totp::SECRET_BYTES],
    /// The secret as it is typed.
    pub key: String,
    /// The address in the QR code, which opens an app on the same device.
    pub uri: String,
    pub picture: Picture,
}

/// A QR code.
pub(crate) struct Picture {
    /// Modules along each side, without the quiet zone.
    pub size: i32,
    /// The dark modules, as the `d` of an SVG path whose unit is a module.
    pub path: String,
}

impl SetUp {
    pub async fn new(conn: &mut Conn, user: &User) -> Fallible<Self> {
        let name = find_choices(conn).await?.name;
        let secret: [u8; totp::SECRET_BYTES] = vault::random_bytes();
        let key = totp::base32(&secret);
        let uri = totp::key_uri(name.as_deref().unwrap_or(PRODUCT), &user.email, &key);
        let picture = Picture::of(&uri)?;
        Ok(Self { secret, key, uri, picture })
    }
}

impl Picture {
    fn of(text: &str) -> Fallible<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(Failure::internal)?;
        let size = code.size();
        let path = (0..size).map(|y| row_path(&code, y)).collect();
        Ok(Self { size, path })
    }
}

/// Draws the dark runs of a row as rectangles.
fn row_path(code: &QrCode, y: i32) -> String {
    let (mut path, mut x) = (String::new(), 0);
    while x < code.size() {
        let dark = (x..code.size()).take_while(|x| code.get_module(*x, y)).count() as i32;
        if dark > 0 {
            path.push_str(&format!("M{x} {y}h{dark}v1h-{dark}z"));
        }
        x += dark + 1;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_covers_exactly_the_dark_modules() {
        let text = "otpauth://totp/Ensemble:ana%40example.com?secret=MZXW6YTBOI";
        let (code, picture) = (
            QrCode::encode_text(text, QrCodeEcc::Medium).unwrap(),
            Picture::of(text).unwrap_or_else(|_| unreachable!("the text is short")),
        );
        let all = (0..picture.size).flat_map(|y| (0..picture.size).map(move |x| (x, y)));
        let dark = all.filter(|(x, y)| code.get_module(*x, *y)).count();
        let drawn = picture.path.split('h').filter_map(|part| {
            part.split_once("v1").map(|(width, _)| width.parse::<usize>().unwrap())
        });
        assert_eq!(drawn.sum::<usize>(), dark);
        assert!(picture.path.starts_with("M0 0h7v1h-7z"), "the finder pattern comes first");
    }

    #[test]
    fn the_longest_names_fit_in_a_qr_code() {
        // As addresses are, and with every character of them that can be encoded.
        let email = format!("{}@{}", "!".repeat(64), "e".repeat(189));
        let uri = totp::key_uri(&"😀".repeat(60), &email, &"A".repeat(32));
        assert!(Picture::of(&uri).is_ok());
    }
}
