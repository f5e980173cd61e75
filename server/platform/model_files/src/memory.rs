use crate::gguf::Gguf;
use crate::limits::OVERHEAD_BYTES;

/// The memory available for models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// As much as the system reports free, within the limit of this process.
    Measured,
    /// For tests.
    Fixed(u64),
    /// The operator disabled the check: layers may be in the memory of a graphics card.
    Unlimited,
}

impl Memory {
    /// Returns the free bytes; `None` if unknown.
    pub fn free_bytes(self) -> Option<u64> {
        match self {
            Self::Unlimited => None,
            Self::Fixed(bytes) => Some(bytes),
            Self::Measured => {
                let read = |path: &str| std::fs::read_to_string(path).ok();
                let system = read("/proc/meminfo").and_then(|text| available_in(&text));
                let most = read("/sys/fs/cgroup/memory.max").and_then(|text| number_in(&text));
                let used = read("/sys/fs/cgroup/memory.current").and_then(|text| number_in(&text));
                let own = most.zip(used).map(|(most, used)| most.saturating_sub(used));
                system.into_iter().chain(own).min()
            }
        }
    }
}

/// Parses `MemAvailable:   123 kB` of `/proc/meminfo`.
fn available_in(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1_024)
}

/// Parses the limit of a control group; `None` for `max`, which means no limit.
fn number_in(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// Returns the memory a model needs: its file, its cache for `tokens`, and the program.
pub(crate) fn needed_bytes(file_bytes: u64, model: &Gguf, tokens: u64) -> u64 {
    let kept = model.bytes_per_token.unwrap_or(0).saturating_mul(tokens);
    file_bytes.saturating_add(kept).saturating_add(OVERHEAD_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_read_in_bytes() {
        let text = "MemTotal:       100 kB\nMemFree: 1 kB\nMemAvailable:   20 kB\n";
        assert_eq!(available_in(text), Some(20 * 1_024));
        assert_eq!(available_in("MemTotal: 1 kB"), None);
        assert_eq!((number_in("max\n"), number_in("4096\n")), (None, Some(4_096)));
    }

    #[test]
    fn a_model_takes_its_file_what_it_reads_and_the_program() {
        let model = Gguf { bytes_per_token: Some(1_000), ..Gguf::default() };
        assert_eq!(needed_bytes(5_000, &model, 8), 5_000 + 8_000 + OVERHEAD_BYTES);
        assert_eq!(needed_bytes(u64::MAX, &model, 8), u64::MAX);
    }
}
