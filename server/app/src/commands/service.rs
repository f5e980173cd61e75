//! `ensemble service`: this program as a service of systemd, where no package does that.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tokio::process::Command;

use crate::cli::ServiceCommand;
use crate::output::Output;

/// The unit of the package.
const UNIT: &str = include_str!("../../../../packaging/systemd/ensemble.service");
/// The paths and the user in it.
const PACKAGED_PROGRAM: &str = "/usr/lib/ensemble/ensemble";
const PACKAGED_USER: &str = "ensemble";

const UNIT_FILE: &str = "/etc/systemd/system/ensemble.service";
const SETTINGS_FOLDER: &str = "/etc/ensemble";
/// Folders that the unit hides from the service.
const HIDDEN: [&str; 4] = ["/home", "/root", "/run/user", "/tmp"];
/// Longest that a command of the system may take; starting waits for the server to be ready.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Serialize)]
struct Done {
    unit: &'static str,
    text: String,
}

/// Runs `ensemble service …`.
pub async fn service(command: ServiceCommand, output: Output) -> anyhow::Result<()> {
    let text = match command {
        ServiceCommand::Install { user, print } => {
            check_user(&user)?;
            let program = std::env::current_exe().context("the path of this program")?;
            let unit = unit(&program, &user)?;
            if print { unit } else { install(&unit, &user).await? }
        }
        ServiceCommand::Uninstall => uninstall().await?,
    };
    output.show(&Done { unit: UNIT_FILE, text }, |done| done.text.clone())
}

async fn install(unit: &str, user: &str) -> anyhow::Result<String> {
    check_root()?;
    anyhow::ensure!(
        Path::new("/run/systemd/system").exists(),
        "systemd does not run here: use --print, and your own supervisor"
    );
    let path = Path::new(UNIT_FILE);
    anyhow::ensure!(
        std::fs::read_to_string(path).is_ok_and(|found| found == unit) || !path.exists(),
        "{UNIT_FILE} is there already, and another one: ensemble service uninstall removes it"
    );
    if run("getent", &["passwd", user]).await.is_err() {
        let home = ["--home-dir", "/var/lib/ensemble", "--shell", "/usr/sbin/nologin"];
        let args = ["--system", "--user-group", home[0], home[1], home[2], home[3], user];
        run("useradd", &args).await?;
    }
    std::fs::create_dir_all(SETTINGS_FOLDER)
        .and_then(|()| std::fs::write(path, unit))
        .with_context(|| format!("cannot write {UNIT_FILE}"))?;
    run("chown", &[&format!("root:{user}"), SETTINGS_FOLDER]).await?;
    run("chmod", &["0750", SETTINGS_FOLDER]).await?;
    run("chmod", &["0644", UNIT_FILE]).await?;
    run("systemctl", &["daemon-reload"]).await?;
    run("systemctl", &["enable", "--now", "ensemble.service"]).await?;
    Ok(format!(
        "The service runs as {user}, with its data in /var/lib/ensemble.\n\
         Settings: {SETTINGS_FOLDER}/ensemble.toml. Log: journalctl -u ensemble"
    ))
}

async fn uninstall() -> anyhow::Result<String> {
    check_root()?;
    anyhow::ensure!(Path::new(UNIT_FILE).exists(), "{UNIT_FILE} is not there");
    run("systemctl", &["disable", "--now", "ensemble.service"]).await?;
    std::fs::remove_file(UNIT_FILE).with_context(|| format!("cannot delete {UNIT_FILE}"))?;
    run("systemctl", &["daemon-reload"]).await?;
    Ok(format!(
        "The service is removed. /var/lib/ensemble, {SETTINGS_FOLDER} and the user are left as they are."
    ))
}

/// Returns the unit for a program that lies elsewhere, run by another user.
fn unit(program: &Path, user: &str) -> anyhow::Result<String> {
    let shown = program.to_str().filter(|path| is_plain(path)).with_context(|| {
        format!("{} has characters that a unit cannot have: move it", program.display())
    })?;
    let hidden: Vec<PathBuf> = HIDDEN.iter().map(PathBuf::from).collect();
    anyhow::ensure!(
        !hidden.iter().any(|folder| program.starts_with(folder)),
        "{shown} is where the service sees nothing: move it first, to /usr/local/bin/ensemble"
    );
    Ok(UNIT
        .replace(PACKAGED_PROGRAM, shown)
        .replace(&format!("User={PACKAGED_USER}\n"), &format!("User={user}\n"))
        .replace(&format!("Group={PACKAGED_USER}\n"), &format!("Group={user}\n")))
}

/// Returns true if systemd reads the path as it is, without quotes.
fn is_plain(path: &str) -> bool {
    path.chars().all(|letter| letter.is_ascii_alphanumeric() || "/._-+".contains(letter))
}

fn check_user(user: &str) -> anyhow::Result<()> {
    let is_name = !user.is_empty()
        && user.len() <= 32
        && user.starts_with(|letter: char| letter.is_ascii_lowercase() || letter == '_')
        && user
            .chars()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || "_-".contains(it));
    anyhow::ensure!(is_name, "{user:?} is not the name of a user: write it as in ensemble");
    Ok(())
}

fn check_root() -> anyhow::Result<()> {
    anyhow::ensure!(rustix::process::geteuid().is_root(), "only root may do this: use sudo");
    Ok(())
}

/// Runs a command of the system, which must succeed.
async fn run(program: &str, args: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).kill_on_drop(true);
    let shown = format!("{program} {}", args.join(" "));
    let output = tokio::time::timeout(PATIENCE, command.output())
        .await
        .with_context(|| format!("{shown} takes more than {} s", PATIENCE.as_secs()))?
        .with_context(|| format!("{shown} cannot be started"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    anyhow::ensure!(output.status.success(), "{shown}: {}", said.trim());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_starts_this_program_as_its_user() {
        let unit = unit(Path::new("/opt/ensemble/ensemble"), "chat").unwrap();
        assert!(unit.contains("\nExecStart=/opt/ensemble/ensemble serve\n"), "{unit}");
        assert!(unit.contains("\nUser=chat\nGroup=chat\n"), "{unit}");
        assert!(!unit.contains(PACKAGED_PROGRAM), "{unit}");
    }

    #[test]
    fn a_program_that_the_service_cannot_see_is_refused() {
        for path in ["/home/ana/ensemble", "/root/ensemble", "/opt/with blank/ensemble"] {
            assert!(unit(Path::new(path), "ensemble").is_err(), "{path}");
        }
    }

    #[test]
    fn names_of_users_are_checked() {
        assert!(check_user("ensemble-2").is_ok());
        for name in ["", "Ana", "a b", "-x", "a\nUser=root"] {
            assert!(check_user(name).is_err(), "{name:?}");
        }
    }
}
