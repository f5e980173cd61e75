use std::time::Duration;

const PAUSE_MILLIS: u64 = 20;

/// Polls for about so many seconds, until `look` succeeds. Otherwise returns the last error.
pub async fn within<T, E>(
    seconds: u64,
    mut look: impl AsyncFnMut() -> Result<T, E>,
) -> Result<T, E> {
    let mut looks = seconds * 1_000 / PAUSE_MILLIS;
    loop {
        let seen = look().await;
        looks -= 1;
        if seen.is_ok() || looks == 0 {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(PAUSE_MILLIS)).await;
    }
}
