/// Memory and files of a process, read again and again.
#[derive(Default)]
pub struct Vitals {
    /// Resident memory in bytes.
    resident: Vec<u64>,
    pub open_files: Vec<usize>,
}

/// Memory of fewer readings says nothing: a process that has just started still grows.
const READINGS_AT_LEAST: usize = 90;
/// Most by which memory may grow from the second third to the last one, in percent.
const GROWTH_MAX_PERCENT: u64 = 5;

impl Vitals {
    pub fn read(&mut self, id: u32) {
        self.resident.push(resident_bytes(id));
        self.open_files.push(count_open_files(id));
    }

    /// Returns the mean memory of the second and of the last third, in bytes.
    pub fn thirds(&self) -> (u64, u64) {
        let third = self.resident.len() / 3;
        (mean(&self.resident[third..2 * third]), mean(&self.resident[2 * third..]))
    }

    pub fn assert_flat(&self) {
        if self.resident.len() < READINGS_AT_LEAST {
            return;
        }
        let (second, last) = self.thirds();
        let most = second * (100 + GROWTH_MAX_PERCENT) / 100;
        assert!(last <= most, "memory grows: {second} bytes, then {last}");
    }
}

fn mean(numbers: &[u64]) -> u64 {
    numbers.iter().sum::<u64>() / numbers.len().max(1) as u64
}

fn resident_bytes(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    let kib = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    kib.expect("a number") * 1024
}

/// Returns the number of files and connections that a process has open.
pub fn count_open_files(id: u32) -> usize {
    std::fs::read_dir(format!("/proc/{id}/fd")).expect("it runs").count()
}

#[test]
fn memory_that_grows_by_more_than_a_twentieth_is_found() {
    let of = |last: u64| Vitals {
        resident: (0..120).map(|at| if at < 80 { 100 } else { last }).collect(),
        open_files: Vec::new(),
    };
    of(105).assert_flat();
    assert!(std::panic::catch_unwind(|| of(106).assert_flat()).is_err());
}
