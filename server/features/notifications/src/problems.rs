use kernel::problems;

problems! {
    SUBSCRIPTION_INVALID: "notifications.subscription_invalid", 422,
        "This browser's push subscription isn't valid", "ours";
}
