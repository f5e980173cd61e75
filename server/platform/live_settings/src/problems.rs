kernel::problems! {
    /// The value has another type than the setting.
    WRONG_TYPE: "live_settings.wrong_type", 422, "This setting takes another kind of value", "ours (decision 1002)";
    /// The number is not between `min` and `max`.
    OUT_OF_RANGE: "live_settings.out_of_range", 422, "Enter a number from {min} to {max}", "ours (decision 1002)";
    /// The text has more than `max` characters.
    TEXT_TOO_LONG: "live_settings.text_too_long", 422, "Use at most {max} characters", "ours (decision 1002)";
    /// The text is not one that the setting takes.
    TEXT_INVALID: "live_settings.text_invalid", 422, "This value isn't valid", "ours (decision 1002)";
    /// The list has more than `max` entries.
    TOO_MANY_ITEMS: "live_settings.too_many_items", 422, "Add at most {max} entries", "ours (decision 1002)";
    /// `item` is not an entry that the list takes.
    ITEM_INVALID: "live_settings.item_invalid", 422, "“{item}” isn't valid here", "ours (decision 1002)";
}
