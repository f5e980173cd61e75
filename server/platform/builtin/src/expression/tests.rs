use super::*;

fn read(text: &str) -> Option<String> {
    Calculation::find(text).map(|found| found.expression)
}

fn value(text: &str) -> String {
    match Calculation::find(text).map(|found| found.outcome) {
        Some(Outcome::Value { exact: Some(exact), .. }) => exact,
        Some(Outcome::Value { value, .. }) => value,
        other => format!("{other:?}"),
    }
}

#[test]
fn sums_are_read_as_they_are_written() {
    assert_eq!(value("15% of 240"), "36");
    assert_eq!(value("2^200 mod 1000007"), "446616");
    assert_eq!(value("what is 3/7 + 1/9"), "34/63");
    assert_eq!(value("What's 1,200 × (3 − 1)?"), "2400");
    assert_eq!(value("0.1 + 0.2 ="), "0.3");
    assert_eq!(value("5!"), "120");
    assert_eq!(value("3 x 4"), "12");
    assert_eq!(value("what is 3x4"), "12");
    assert_eq!(value("-3 + 5"), "2");
    assert_eq!(value("what is 1/3 of 90"), "30");
}

#[test]
fn sums_may_be_spoken() {
    assert_eq!(value("what is five"), "None");
    assert_eq!(value("10 divided by 4"), "2.5");
    assert_eq!(value("2 to the power of 10"), "1024");
    assert_eq!(value("the square root of 144"), "12");
    assert_eq!(value("20 percent of 50"), "10");
    assert_eq!(value("7 squared"), "49");
    assert_eq!(value("√16 + 1"), "5");
    assert_eq!(value("((((((((1 + 1))))))))"), "2");
}

#[test]
fn units_are_converted() {
    assert_eq!(value("5 km/h to m/s"), "1.3888888889 m/s");
    assert_eq!(value("convert 30 °C to °F"), "86 °F");
    assert_eq!(value("30 degrees celsius in fahrenheit"), "86 °F");
    assert_eq!(value("5 feet 10 inches in cm"), "177.8 cm");
    assert_eq!(value("how many minutes are in 2 hours?"), "120 minutes");
    assert_eq!(value("how many feet in a mile"), "5280 feet");
}

/// The suggestions of the empty chat, in the languages of the product.
#[test]
fn the_examples_of_the_welcome_are_calculated() {
    assert!(value("How far is 26.2 miles in kilometers?").starts_with("42.16"));
    assert_eq!(value("كم يساوي 15% من 240؟"), "36");
    assert_eq!(value("240 的 15% 是多少？"), "36");
}

#[test]
fn a_distance_by_a_time_is_a_speed() {
    assert_eq!(value("100 km / 2 hours to km/h"), "50 km/h");
    assert_eq!(value("1/2 kg to g"), "500 g");
}

#[test]
fn a_percentage_added_is_a_part_of_what_it_is_added_to() {
    assert_eq!(read("200 + 10%").as_deref(), Some("200 + 10% of 200"));
    assert_eq!(value("200 + 10%"), "220");
    assert_eq!(value("200 - 10%"), "180");
    assert_eq!(value("20% off 50"), "40");
    assert_eq!(value("15% tip on 60"), "9");
    assert_eq!(value("(100 + 50) + 10%"), "165");
}

#[test]
fn a_number_by_a_percentage_is_a_number() {
    assert_eq!(value("1,000,000 * 3.5%"), "35000");
    assert_eq!(value("10% + 5%"), "15%");
}

#[test]
fn chinese_and_arabic_sums_are_read() {
    assert_eq!(value("计算 12 乘以 3"), "36");
    assert_eq!(value("240的15%是多少？"), "36");
    assert_eq!(value("３＋４等于多少"), "7");
    assert_eq!(value("3英里等于多少公里"), "4.828032 km");
    assert_eq!(value("احسب ١٥٪ من ٢٤٠"), "36");
    assert_eq!(value("كم يساوي 12 زائد 3؟"), "15");
    assert_eq!(value("كم متر في 3 كيلومتر"), "3000 m");
}

#[test]
fn prose_with_figures_is_not_a_calculation() {
    for text in [
        "I am 5",
        "I'd take 5-10 minutes",
        "2 weeks in Spain",
        "5 min to 12",
        "3 to 5 people",
        "call me in 5 min",
        "12 days in May",
        "C++ 11",
        "a 4x4",
        "1920x1080",
        "B-52",
        "what is 5 in your opinion",
        "version 1.2.3 + 4",
        "2 in 1",
        "3 to 4",
        "chapter 3 - 4",
        "我加了 5 个苹果",
        "في 5 دقائق",
        "10 in a row",
        "7 days",
        "42",
        "-5",
        "5-",
        "e-mail",
        "how many people live in 3 cities",
        "1, 2, 3",
        "x + 3",
        "3 of 5",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn dates_telephone_numbers_and_years_are_not_calculations() {
    for text in [
        "2026-11-20",
        "20/11/2026",
        "20.11.2026",
        "what is 2026-11-20",
        "11/20/26",
        "555-1234",
        "+49 30 123456",
        "030-1234567",
        "1-800-555-0199",
        "1990-2000",
        "2019/20",
        "24/7",
        "10:30",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn an_equals_sign_or_a_question_makes_a_calculation_of_a_lookalike() {
    assert_eq!(value("2026-11-20 ="), "1995");
    assert_eq!(value("what is 24/8"), "3");
    assert_eq!(value("1990-2000 ="), "-10");
}

#[test]
fn what_cannot_be_calculated_says_why() {
    let outcome = |text: &str| Calculation::find(text).map(|found| found.outcome);
    assert!(matches!(outcome("1/0"), Some(Outcome::DivisionByZero(_))));
    assert_eq!(outcome("9^9^9^9"), Some(Outcome::TooMuch));
    assert_eq!(outcome("convert 100 USD to EUR"), Some(Outcome::NoExchangeRates));
    assert!(matches!(outcome("convert 5 kg to m"), Some(Outcome::Incompatible(_))));
    assert!(matches!(outcome("calculate 5 + * 3"), Some(Outcome::Invalid(_))));
}

#[test]
fn nesting_as_deep_as_a_text_may_be_exhausts_neither_time_nor_the_stack() {
    let hostile = [
        "(".repeat(198),
        format!("1{}", "!".repeat(197)),
        format!("{}1", "-".repeat(197)),
        format!("{}1", "2^".repeat(98)),
        format!("{}1", "√".repeat(190)),
        format!("{}1", "sin ".repeat(48)),
        format!("{}1", "sqrt(1+".repeat(12)),
        format!("{}1", "2^(".repeat(12)),
        format!("{}1", "1+".repeat(98)),
        format!("{}1", "1/".repeat(98)),
        format!("{}1 m", "1 m ".repeat(48)),
        format!("{}1", "(1+".repeat(60)),
        format!("1{}", " mod 2".repeat(32)),
        format!("1{}", " to m".repeat(39)),
        format!("1{}", "%".repeat(197)),
    ];
    for text in hostile {
        Calculation::find(&text);
        Calculation::find(&format!("{text}="));
    }
}
