//! A process under measurement: started, read from `/proc`, ended.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::process::{Child, Command};
use tokio::time::Instant;

/// Clock ticks a second in `/proc/<pid>/stat`; Linux reports 100 to user space on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;

pub struct Process {
    child: Child,
    pid: u32,
    started: Instant,
}

impl Process {
    pub fn start(
        program: &Path,
        arguments: &[&str],
        env: &[(String, String)],
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let log = File::options().create(true).append(true).open(folder.join("process.log"))?;
        let child = Command::new(program)
            .args(arguments)
            .envs(env.iter().map(|(name, value)| (name, value)))
            .current_dir(folder)
            .stdin(std::process::Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let pid = child.id().context("the process ended at once")?;
        Ok(Self { child, pid, started: Instant::now() })
    }

    /// Asks until `ready` says yes, and returns how long that took from the start of the process.
    pub async fn ready<F: Future<Output = bool>>(
        &mut self,
        ready: impl Fn() -> F,
    ) -> anyhow::Result<Duration> {
        while self.started.elapsed() < Duration::from_secs(60) {
            self.ensure_running()?;
            if ready().await {
                return Ok(self.started.elapsed());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        bail!("the process was not ready within a minute; see process.log")
    }

    /// # Errors
    ///
    /// The process has ended.
    pub fn ensure_running(&mut self) -> anyhow::Result<()> {
        match self.child.try_wait()? {
            Some(status) => bail!("the process ended with {status}; see process.log"),
            None => Ok(()),
        }
    }

    /// Returns the resident memory in megabytes of 1,000,000 bytes.
    pub fn resident_mb(&self) -> anyhow::Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        let kib: f64 = line.split_whitespace().nth(1).context("no VmRSS value")?.parse()?;
        Ok(kib * 1024.0 / 1e6)
    }

    /// Returns the CPU seconds spent so far, user and system.
    pub fn cpu_seconds(&self) -> anyhow::Result<f64> {
        cpu_seconds_in(&std::fs::read_to_string(format!("/proc/{}/stat", self.pid))?)
    }

    pub async fn kill(&mut self) -> anyhow::Result<()> {
        Ok(self.child.kill().await?)
    }
}

/// Returns the CPU seconds in the text of `/proc/<pid>/stat`.
fn cpu_seconds_in(stat: &str) -> anyhow::Result<f64> {
    // The second field is the program's name in brackets and may hold spaces.
    let fields: Vec<&str> =
        stat.rsplit(')').next().context("no stat")?.split_whitespace().collect();
    let ticks = |index: usize| -> anyhow::Result<f64> {
        Ok(fields.get(index).context("short stat")?.parse()?)
    };
    Ok((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND)
}

/// Returns the CPU seconds of all running processes of a program, by its name in `/proc/<pid>/comm`.
pub fn cpu_seconds_of(program: &str) -> anyhow::Result<f64> {
    let mut seconds = 0.0;
    for entry in std::fs::read_dir("/proc")? {
        let process = entry?.path();
        let read = |file: &str| std::fs::read_to_string(process.join(file));
        // Not all that is in /proc is a process, and some end meanwhile.
        if let (Ok(name), Ok(stat)) = (read("comm"), read("stat"))
            && name.trim_end() == program
        {
            seconds += cpu_seconds_in(&stat)?;
        }
    }
    Ok(seconds)
}

const CONTROL_GROUPS: &str = "/sys/fs/cgroup";
/// Microseconds in which a process may use its share of a core.
const PERIOD_US: u32 = 10_000;

/// Limits a process to a share of a core, until this is dropped. By control groups of version 1 or 2.
pub struct CpuShare(PathBuf);

impl CpuShare {
    /// Returns true if this process may limit others.
    pub fn is_available() -> bool {
        let probe = Self::path("probe");
        std::fs::create_dir(&probe).and_then(|()| std::fs::remove_dir(&probe)).is_ok()
    }

    pub fn limit(process: &Process, share: f64) -> anyhow::Result<Self> {
        let group = Self(Self::path(&process.pid.to_string()));
        std::fs::create_dir(&group.0)?;
        let quota_us = (share * f64::from(PERIOD_US)) as u32;
        let write = |file: &str, text: String| std::fs::write(group.0.join(file), text);
        if group.0.join("cpu.max").exists() {
            write("cpu.max", format!("{quota_us} {PERIOD_US}"))?;
        } else {
            write("cpu.cfs_period_us", PERIOD_US.to_string())?;
            write("cpu.cfs_quota_us", quota_us.to_string())?;
        }
        write("cgroup.procs", process.pid.to_string())?;
        Ok(group)
    }

    fn path(name: &str) -> PathBuf {
        let version_1 = Path::new(CONTROL_GROUPS).join("cpu");
        let groups = if version_1.exists() { version_1 } else { CONTROL_GROUPS.into() };
        groups.join(format!("ensemble-bench-{name}"))
    }
}

impl Drop for CpuShare {
    fn drop(&mut self) {
        // A group goes only without processes: they move to the one above.
        let above = self.0.parent().unwrap_or(&self.0).join("cgroup.procs");
        for pid in std::fs::read_to_string(self.0.join("cgroup.procs"))
            .iter()
            .flat_map(|pids| pids.lines())
        {
            drop(std::fs::write(&above, pid));
        }
        drop(std::fs::remove_dir(&self.0));
    }
}

/// Returns the result of `run`, and the peak memory of a process meanwhile.
pub async fn peak_resident_mb<T>(
    process: &Process,
    work: impl Future<Output = T>,
) -> anyhow::Result<(T, f64)> {
    let mut work = std::pin::pin!(work);
    let mut peak = process.resident_mb()?;
    let mut looks = tokio::time::interval(Duration::from_millis(100));
    loop {
        tokio::select! {
            done = &mut work => return Ok((done, peak)),
            _ = looks.tick() => peak = peak.max(process.resident_mb()?),
        }
    }
}
