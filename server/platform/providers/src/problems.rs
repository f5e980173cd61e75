//! Problems shown when a provider or a connection does not work.

use kernel::{Problem, problems};

use crate::Protocol;

problems! {
    KEY_REFUSED: "providers.key_refused", 502,
        "The provider rejected this connection's API key.", "ours";
    FORBIDDEN: "providers.forbidden", 502,
        "The provider doesn't allow this with the current API key.", "ours";
    NO_ANSWER: "providers.no_answer", 502,
        "The provider didn't answer.", "ours";
    REQUEST_REFUSED: "providers.request_refused", 422,
        "The provider rejected this request.", "ours";
    MODERATED: "providers.moderated", 422,
        "The provider blocked this request under its content policy.", "ours";
    RESULT_GONE: "providers.result_gone", 502,
        "The provider's link to the result no longer works.", "ours";
    OUT_OF_QUOTA: "providers.out_of_quota", 502,
        "The provider account is out of credit.", "ours";
    BUSY: "providers.busy", 503,
        "The provider is receiving too many requests. Try again later.", "ours";
    OVERLOADED: "providers.overloaded", 503,
        "The provider is having problems. Try again later.", "ours";
    UNREACHABLE: "providers.unreachable", 502,
        "Couldn't reach the provider.", "ours";
    UNTRUSTED: "providers.untrusted", 502,
        "The provider's certificate isn't trusted.", "ours";
    TIMED_OUT: "providers.timed_out", 504,
        "The provider stopped responding.", "ours";
    ANSWER_BROKE_OFF: "providers.answer_broke_off", 502,
        "The provider's answer was cut off.", "ours";
    MODEL_UNKNOWN: "providers.model_unknown", 422,
        "This model isn't available. Please choose another one.", "ours";
    CONNECTION_NOT_FOUND: "providers.connection_not_found", 404,
        "This connection no longer exists.", "ours";
    CHANGED_ELSEWHERE: "providers.changed_elsewhere", 412,
        "This connection was changed elsewhere. Review it and try again.", "ours";
    NAME_EMPTY: "providers.name_empty", 422,
        "Enter a name for the connection.", "ours";
    NAME_TOO_LONG: "providers.name_too_long", 422,
        "The name is too long.", "ours";
    CREDITS_INVALID: "providers.credits_invalid", 422,
        "Enter a whole number of credits.", "ours";
    CONTEXT_INVALID: "providers.context_invalid", 422,
        "Enter a whole number of tokens.", "ours";
    ADDRESS_MISSING: "providers.address_missing", 422,
        "Enter the server URL.", "ours";
    ADDRESS_INVALID: "providers.address_invalid", 422,
        "Enter a valid URL.", "ours";
    KEY_MISSING: "providers.key_missing", 422,
        "This provider requires an API key.", "ours";
    KEY_INVALID: "providers.key_invalid", 422,
        "This API key contains spaces or unsupported characters.", "ours";
    KEY_NEEDED_AGAIN: "providers.key_needed_again", 422,
        "The URL has changed. Enter the API key again.", "ours";
    KEY_UNREADABLE: "providers.key_unreadable", 500,
        "The stored API key can't be read. Enter it again.", "ours";
    PROTOCOL_UNKNOWN: "providers.protocol_unknown", 422,
        "This connection type isn't supported.", "ours";
    NOT_THIS_PROTOCOL: "providers.not_this_protocol", 422,
        "The server at this URL doesn't support the selected protocol.", "ours";
    FALLBACK_UNKNOWN: "providers.fallback_unknown", 422,
        "Choose fallback models from the list.", "ours";
    TOO_MANY_FALLBACKS: "providers.too_many_fallbacks", 422,
        "Too many fallback models.", "ours";
    NO_EMBEDDINGS: "providers.no_embeddings", 422,
        "This model can't create embeddings.", "ours";
    ALREADY_CONNECTED: "providers.already_connected", 409,
        "The model files on this computer are already connected.", "ours";
    NO_MODELS: "providers.no_models", 422,
        "The provider has no chat models.", "ours";
}

/// Returns a suggestion for a connection that does not work: a code that clients have a text for.
pub(crate) fn hint_for(problem: &Problem, protocol: Protocol) -> Option<&'static str> {
    let kind = problem.kind;
    match protocol {
        _ if kind == KEY_REFUSED => Some("copy_key_again"),
        Protocol::Ollama if kind == UNREACHABLE => Some("start_ollama"),
        _ if kind == UNREACHABLE => Some("check_address"),
        Protocol::OpenaiCompatible if kind == NOT_THIS_PROTOCOL => Some("address_ends_in_v1"),
        _ if kind == NOT_THIS_PROTOCOL => Some("leave_address_empty"),
        Protocol::Ollama if kind == NO_MODELS => Some("pull_model"),
        Protocol::LocalFiles if kind == NO_MODELS => Some("add_file"),
        _ if kind == model_files::PROGRAM_MISSING => Some("install_program"),
        _ if kind == NO_MODELS => Some("load_model"),
        _ if kind == TIMED_OUT => Some("wait_for_loading"),
        _ => None,
    }
}
