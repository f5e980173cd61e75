use kernel::problems;

problems! {
    SUBSCRIPTION_INVALID: "notifications.subscription_invalid", 422,
        "This browser's address for notifications cannot be used", "ours";
}
