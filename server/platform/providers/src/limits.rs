//! The numbers of this crate.

use kernel::limits;

limits! { "providers";
    /// Longest wait for a connection to a provider.
    CONNECT_TIMEOUT_SECONDS: u64 = 10, "seconds", "ours (decision 0301)";
    /// Longest silence in the middle of an answer.
    IDLE_TIMEOUT_SECONDS: u64 = 60, "seconds", "security CR7";
    /// Longest wait for the first piece of an answer: local models load first, others think first.
    FIRST_EVENT_TIMEOUT_SECONDS: u64 = 120, "seconds", "ours (decision 0301)";
    /// Longest single line of an answer; a longer one is no answer.
    LINE_MAX_BYTES: usize = 8_388_608, "bytes", "security CR7 (5 MB lines must pass)";
    /// Largest token count that is believed.
    USAGE_MAX_TOKENS: u32 = 10_000_000, "tokens", "ours, above the largest context of spec §9";
    /// Unreadable pieces after which an answer is given up.
    UNREADABLE_PIECES_MAX: u32 = 16, "pieces", "ours (decision 0301)";
    /// Age at which a cached list of models is fetched again in the background.
    MODELS_MAX_AGE_SECONDS: i64 = 900, "seconds", "ours";
    /// Longest wait for a list of models.
    MODELS_TIMEOUT_SECONDS: u64 = 10, "seconds", "ours";
    /// Largest list of models that is read.
    MODELS_MAX_BYTES: usize = 16_777_216, "bytes", "ours";
    /// Longest wait for a local server that may not be there.
    DISCOVERY_TIMEOUT_SECONDS: u64 = 1, "seconds", "ours";
    /// Longest name of a connection.
    CONNECTION_NAME_MAX_CHARS: usize = 64, "characters", "ours";
    /// Maximum price per thousand tokens of a model.
    CREDITS_PER_1K_MAX: i64 = 100_000, "credits", "ours (decision 0892)";
    /// Smallest context window that can be set for a model.
    CONTEXT_MIN_TOKENS: u32 = 1_024, "tokens", "ours (decision 0988)";
    /// Largest one.
    CONTEXT_MAX_TOKENS: u32 = 100_000_000, "tokens", "ours (decision 0988)";
    /// Models of an Ollama server that are asked for their abilities.
    SHOWN_MODELS_MAX: usize = 200, "models", "ours (decision 0988)";
    /// Maximum number of fallbacks of a model.
    FALLBACKS_MAX: usize = 5, "models", "ours (decision 0671)";
    /// Longest id of such a model.
    FALLBACK_ID_MAX_BYTES: usize = 256, "bytes", "ours";
    /// Cooldown of a failed model while others can answer, if its provider states none.
    COOLDOWN_SECONDS: i64 = 30, "seconds", "ours (decision 0671)";
    /// The same for a whole connection whose key was refused or that cannot be reached.
    CONNECTION_COOLDOWN_SECONDS: i64 = 60, "seconds", "ours (decision 0671)";
    /// Longest cooling, whatever the provider says.
    COOLDOWN_MAX_SECONDS: i64 = 3_600, "seconds", "ours (decision 0671)";
    /// Maximum number of texts embedded in one request.
    EMBEDDING_TEXTS_MAX: usize = 2_048, "texts", "OpenAI's own limit";
    /// Largest answer with embeddings that is read.
    EMBEDDINGS_MAX_BYTES: usize = 134_217_728, "bytes", "ours: 2,048 texts of 3,072 numbers";
    /// Longest wait for embeddings.
    EMBEDDINGS_TIMEOUT_SECONDS: u64 = 120, "seconds", "ours";
    /// Longest key that is taken.
    API_KEY_MAX_CHARS: usize = 4_096, "characters", "ours";
}
