use kernel::limits;

limits! { "model_files";
    /// Longest name of a model file.
    NAME_MAX_BYTES: usize = 200, "bytes", "ours (decision 0720)";
    /// Maximum number of files listed.
    FILES_MAX: usize = 500, "files", "ours (decision 0720)";
    /// Largest piece of an upload: proxies refuse larger requests unless told otherwise.
    PIECE_MAX_BYTES: usize = 1_048_576, "bytes", "ours (decision 1108)";
    /// Largest model file that is taken.
    FILE_MAX_BYTES: u64 = 1_099_511_627_776, "bytes", "ours (decision 0724)";
    /// Number of bytes of the program's output that are kept to explain failures.
    LOG_KEPT_BYTES: usize = 16_384, "bytes", "ours (decision 0720)";
    /// Longest cause that is passed on.
    CAUSE_MAX_CHARS: usize = 300, "characters", "ours (decision 0720)";
    /// Longest wait before a model that failed is loaded again.
    BACKOFF_MAX_SECONDS: u64 = 60, "seconds", "ours (decision 0720)";
    /// Memory of the program besides the model and its cache.
    OVERHEAD_BYTES: u64 = 268_435_456, "bytes", "ours (decision 0720)";
}
