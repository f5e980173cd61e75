//! Amounts in a currency's smallest unit, as decimals and back.

/// Formats an amount in the smallest unit as a number of the currency: `9.90`, `990`.
pub fn decimal(amount: i64, currency: &str) -> String {
    let decimals = decimals(currency);
    let unit = 10_i64.pow(decimals);
    let (whole, rest) = (amount / unit, (amount % unit).abs());
    match decimals {
        0 => whole.to_string(),
        _ => format!("{whole}.{rest:0width$}", width = decimals as usize),
    }
}

/// Parses an amount as [`decimal`] writes it, with any number of trailing zeros. `None`: it is not such a number.
pub fn read_decimal(text: &str, currency: &str) -> Option<i64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(rest) {
        return None;
    }
    let decimals = decimals(currency) as usize;
    let (kept, beyond) = rest.split_at(rest.len().min(decimals));
    if beyond.bytes().any(|byte| byte != b'0') {
        return None;
    }
    format!("{whole}{kept:0<decimals$}").parse().ok()
}

/// Converts an amount in the smallest unit into parts, of which a whole one of the currency has `parts`: 990 cents are
/// 9,900,000 millionths.
pub fn parts_of_unit(amount: i64, currency: &str, parts: i64) -> i64 {
    amount.saturating_mul(parts) / 10_i64.pow(decimals(currency))
}

/// Returns the number of decimals of a currency (ISO 4217).
pub(crate) fn decimals(currency: &str) -> u32 {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "UYI" | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_has_the_decimals_of_its_currency() {
        for (amount, currency, text) in
            [(990, "USD", "9.90"), (5, "EUR", "0.05"), (990, "JPY", "990"), (1_005, "KWD", "1.005")]
        {
            assert_eq!(decimal(amount, currency), text);
            assert_eq!(read_decimal(text, currency), Some(amount));
        }
    }

    #[test]
    fn an_amount_has_a_million_parts_of_each_whole_one() {
        let amounts = [(990, "USD"), (990, "JPY"), (-1_005, "KWD")];
        let parts = amounts.map(|(amount, currency)| parts_of_unit(amount, currency, 1_000_000));
        assert_eq!(parts, [9_900_000, 990_000_000, -1_005_000]);
    }

    #[test]
    fn only_a_number_of_whole_units_is_read() {
        assert_eq!(read_decimal("9.9", "USD"), Some(990));
        assert_eq!(read_decimal("9", "USD"), Some(900));
        assert_eq!(read_decimal("9.900", "USD"), Some(990));
        assert_eq!(read_decimal("100.00", "JPY"), Some(100));
        for wrong in ["", ".5", "9.901", "-1", "1e3", "1,5", "99999999999999999999"] {
            assert_eq!(read_decimal(wrong, "USD"), None, "{wrong}");
        }
    }
}
