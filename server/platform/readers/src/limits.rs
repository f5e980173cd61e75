use fair_queue::Priority;
use rustix::process::{Resource, Rlimit, setrlimit};

/// Resource limits of a process that opens an untrusted file.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Address space, the program's own code included.
    pub memory_bytes: u64,
    pub cpu_seconds: u64,
    pub open_files: u64,
    pub priority: Priority,
}

impl Limits {
    /// Sets limits that this process, and its successor, can never raise again. Nothing can be written except to pipes.
    pub fn set(&self) -> rustix::io::Result<()> {
        let hard = |max: u64| Rlimit { current: Some(max), maximum: Some(max) };
        let is_idle = std::env::var_os(parsing::IDLE).is_some();
        let priority = if is_idle { Priority::Idle } else { self.priority };
        priority.set_on_this_process().map_err(|_| rustix::io::Errno::PERM)?;
        setrlimit(Resource::Core, hard(0))?;
        setrlimit(Resource::Fsize, hard(0))?;
        setrlimit(Resource::Cpu, hard(self.cpu_seconds))?;
        setrlimit(Resource::Nofile, hard(self.open_files))?;
        // macOS has the limit but does not enforce it.
        #[cfg(target_os = "linux")]
        setrlimit(Resource::As, hard(self.memory_bytes))?;
        Ok(())
    }
}
