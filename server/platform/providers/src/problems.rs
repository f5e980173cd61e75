//! What a person is told when a provider or a connection does not do what it should.

use kernel::problems;

problems! {
    KEY_REFUSED: "providers.key_refused", 502,
        "The provider refused the key of this connection.", "ours";
    REQUEST_REFUSED: "providers.request_refused", 422,
        "The provider refused this request.", "ours";
    BUSY: "providers.busy", 503,
        "The provider has too many requests. Try again later.", "ours";
    OVERLOADED: "providers.overloaded", 503,
        "The provider has a fault or is overloaded. Try again later.", "ours";
    UNREACHABLE: "providers.unreachable", 502,
        "The provider cannot be reached.", "ours";
    TIMED_OUT: "providers.timed_out", 504,
        "The provider has stopped answering.", "ours";
    ANSWER_BROKE_OFF: "providers.answer_broke_off", 502,
        "The provider's answer broke off.", "ours";
    MODEL_UNKNOWN: "providers.model_unknown", 422,
        "This model is not available. Please choose another one.", "ours";
}
