//! What a person is told when a provider or a connection does not do what it should.

use kernel::{Problem, problems};

use crate::Protocol;

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
    CONNECTION_NOT_FOUND: "providers.connection_not_found", 404,
        "This connection no longer exists.", "ours";
    CHANGED_ELSEWHERE: "providers.changed_elsewhere", 412,
        "This connection was changed elsewhere. Look at it again.", "ours";
    NAME_EMPTY: "providers.name_empty", 422,
        "Give the connection a name.", "ours";
    NAME_TOO_LONG: "providers.name_too_long", 422,
        "This name is too long.", "ours";
    ADDRESS_MISSING: "providers.address_missing", 422,
        "Enter the address of the server.", "ours";
    ADDRESS_INVALID: "providers.address_invalid", 422,
        "This is not a web address.", "ours";
    KEY_MISSING: "providers.key_missing", 422,
        "This provider needs a key.", "ours";
    KEY_INVALID: "providers.key_invalid", 422,
        "This cannot be a key: it has spaces or unusual characters in it.", "ours";
    KEY_NEEDED_AGAIN: "providers.key_needed_again", 422,
        "The address has changed. Enter the key again.", "ours";
    KEY_UNREADABLE: "providers.key_unreadable", 500,
        "The stored key cannot be read. Enter it again.", "ours";
    PROTOCOL_UNKNOWN: "providers.protocol_unknown", 422,
        "This kind of connection cannot be made.", "ours";
    NOT_THIS_PROTOCOL: "providers.not_this_protocol", 422,
        "A server answers at this address, but it does not speak the chosen protocol.", "ours";
    NO_MODELS: "providers.no_models", 422,
        "The provider offers no model to chat with.", "ours";
}

/// What to do about a connection that does not work, in one sentence.
pub(crate) fn hint_for(problem: &Problem, protocol: Protocol) -> Option<&'static str> {
    let kind = problem.kind;
    match protocol {
        _ if kind == KEY_REFUSED => {
            Some("Copy the key again from the provider's page, whole and without spaces.")
        }
        Protocol::Ollama if kind == UNREACHABLE => {
            Some("Is Ollama running? It listens on http://127.0.0.1:11434 unless told otherwise.")
        }
        _ if kind == UNREACHABLE => {
            Some("Check the address and its port, and that the server is running.")
        }
        Protocol::OpenaiCompatible if kind == NOT_THIS_PROTOCOL => Some(
            "The address of an OpenAI-compatible server usually ends in /v1. For Ollama, choose Ollama.",
        ),
        _ if kind == NOT_THIS_PROTOCOL => {
            Some("Leave the address empty to use the provider's own, or choose another kind.")
        }
        Protocol::Ollama if kind == NO_MODELS => {
            Some("Ollama runs but has no model yet: get one with `ollama pull`.")
        }
        _ if kind == NO_MODELS => Some("Load a model in the server, then test again."),
        _ if kind == TIMED_OUT => Some("The server is there but does not answer. Is it loading?"),
        _ => None,
    }
}
