//! The numbers of this crate.

use kernel::limits;

limits! { "code_sandbox";
    /// Longest program.
    CODE_MAX_BYTES: usize = 65_536, "bytes", "ours (decision 1007)";
    /// Most files that a program is given, or writes.
    FILES_MAX: usize = 20, "files", "spec §9: Attachments: 20 files";
    /// Most bytes of all files that a program is given.
    INPUT_MAX_BYTES: usize = 20_000_000, "bytes", "spec §9: Attachments: 20MB each";
    /// Most bytes of all files that a program writes.
    MADE_MAX_BYTES: usize = 8_388_608, "bytes", "ours (decision 1007)";
    /// Longest text that a program prints; the rest is left out, which the text says.
    PRINTED_MAX_BYTES: usize = 65_536, "bytes", "ours (decision 1007)";
    /// Most values of a chart.
    CHART_POINTS_MAX: usize = 20_000, "values", "ours (decision 1008)";
    /// Most series of a chart.
    CHART_SERIES_MAX: usize = 20, "series", "ours (decision 1008)";
    /// Longest time that a program computes.
    RUN_SECONDS: u64 = 15, "seconds", "ours (decision 1007)";
    /// The same, with what a busy machine adds.
    WALL_SECONDS: u64 = 40, "seconds", "ours (decision 1007)";
    /// Longest wait for a turn.
    TURN_SECONDS: u64 = 60, "seconds", "ours (decision 1007)";
    /// Memory that a program's data may take.
    DATA_MAX_BYTES: usize = 134_217_728, "bytes", "ours (decision 1007)";
}
