//! Amounts as mails say them. Clients write their own, in their language.

/// `9.90 USD`, `990 JPY`: an amount in the smallest unit, as a number of the currency.
pub(crate) fn written(amount: i64, currency: &str) -> String {
    let decimals = decimals(currency);
    let unit = 10_i64.pow(decimals);
    let (whole, rest) = (amount / unit, (amount % unit).abs());
    match decimals {
        0 => format!("{whole} {currency}"),
        _ => format!("{whole}.{rest:0width$} {currency}", width = decimals as usize),
    }
}

/// How many decimals a currency has (ISO 4217).
fn decimals(currency: &str) -> u32 {
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
        assert_eq!(written(990, "USD"), "9.90 USD");
        assert_eq!(written(5, "EUR"), "0.05 EUR");
        assert_eq!(written(990, "JPY"), "990 JPY");
        assert_eq!(written(1_005, "KWD"), "1.005 KWD");
    }
}
