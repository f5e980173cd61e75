use kernel::problems;

problems! {
    NOTHING_CHARGED: "billing.nothing_charged", 404, "Nothing is charged here", "ours";
    NOT_SOLD: "billing.not_sold", 404, "This is not sold", "ours";
    SUBSCRIBING_RESTRICTED: "billing.subscribing_restricted", 403, "Unable to subscribe due to regional restrictions.", "spec §8";
    CREDITS_RESTRICTED: "billing.credits_restricted", 403, "Unable to purchase credits due to regional restrictions.", "spec §8";
    PRICE_CHANGED: "billing.price_changed", 409, "The price has changed. Please look at it again.", "ours";
    ALREADY_HAVE_IT: "billing.already_have_it", 409, "You have this plan already", "ours";
    CONTACT_SUPPORT: "billing.contact_support", 409, "Please contact support for this change", "spec §4";
    NO_FEE: "billing.no_fee", 409, "This change costs nothing now", "ours";
    NO_SUBSCRIPTION: "billing.no_subscription", 409, "You have no subscription", "ours";
    NOT_CANCELLED: "billing.not_cancelled", 409, "Your subscription goes on already", "ours";
    TRIAL_USED: "billing.trial_used", 409, "You have had your free trial", "ours";
    TRIAL_NOT_RUNNING: "billing.trial_not_running", 409, "You are in no free trial", "ours";
    TRIAL_EXTENDED: "billing.trial_extended", 409, "Your free trial was extended already", "ours";
    REASON_MISSING: "billing.reason_missing", 422, "Please select a reason for cancellation", "spec §5";
    FEEDBACK_MISSING: "billing.feedback_missing", 422, "Please enter your feedback", "spec §5";
    FEEDBACK_TOO_LONG: "billing.feedback_too_long", 422, "Your feedback is too long", "ours";
    ORDER_NOT_FOUND: "billing.order_not_found", 404, "There is no such order", "ours";
    ORDER_ID_TAKEN: "billing.order_id_taken", 409, "There is another order with this id", "ours";
    ORDER_CLOSED: "billing.order_closed", 409, "This order is closed", "ours";
    ORDER_NOT_PAID: "billing.order_not_paid", 409, "This order is not paid", "ours";
    PAID_ELSEWHERE: "billing.paid_elsewhere", 409, "The payment provider says when this order is paid", "ours";
    PAYMENT_FAILED: "billing.payment_failed", 502, "Payment Failed", "spec §8";
    NOTICE_UNPROVED: "billing.notice_unproved", 400, "These news are not the payment provider's", "ours";
    PROVIDER_UNAVAILABLE: "billing.provider_unavailable", 503, "The payment provider does not answer", "ours";
    SEATS_OUT_OF_RANGE: "billing.seats_out_of_range", 422, "This number of seats is out of range", "ours (decision 0820)";
    SEATS_TAKEN: "billing.seats_taken", 409, "Your team has more members than these seats", "ours (decision 0820)";
    DEDUCTION_TOO_SMALL: "billing.deduction_too_small", 422, "The amount is less than the minimum deduction amount", "spec §5";
    DEDUCTION_ABOVE_LIMIT: "billing.deduction_above_limit", 422, "The monthly limit is less than a single deduction", "ours";
    NOT_A_TEAM: "billing.not_a_team", 409, "This is for teams", "ours";
    CURRENCY_INVALID: "billing.currency_invalid", 422, "A currency has three letters", "ours";
    PLAN_UNKNOWN: "billing.plan_unknown", 422, "There is no such plan to sell", "ours";
    PRICE_OUT_OF_RANGE: "billing.price_out_of_range", 422, "This price is out of range", "ours";
    PACK_INVALID: "billing.pack_invalid", 422, "This pack cannot be sold", "ours";
    PROMOTION_INVALID: "billing.promotion_invalid", 422, "This promotion cannot be offered", "ours (decision 0775)";
    TRIAL_INVALID: "billing.trial_invalid", 422, "This free trial cannot be offered", "ours";
}
