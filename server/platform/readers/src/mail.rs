//! Messages: as mail servers keep them (RFC 5322), and as Outlook does ([MS-OXMSG]).

mod eml;
mod msg;

pub(crate) use eml::read as read_eml;
pub(crate) use msg::read as read_msg;

/// Returns the lines that stand above a message; empty ones are left out.
fn heading(lines: &[(&str, String)]) -> String {
    let shown = lines.iter().filter(|(_, value)| !value.trim().is_empty());
    shown.map(|(name, value)| format!("{name}: {}\n", value.trim())).collect()
}
