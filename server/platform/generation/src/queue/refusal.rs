//! Refusal of new answers by a server that stops, while it still serves everything else.

use kernel::Problem;

use crate::{STOPPING, WhenFull};

/// Time after which a refused client tries again: by then this server is back, or a balancer knows another.
const AGAIN_SECONDS: u64 = 5;

tokio::task_local! {
    static REFUSED: ();
}

/// Serves a request without beginning answers. What follows from one that runs already still begins.
pub async fn refuse_new_answers<T>(request: impl Future<Output = T>) -> T {
    REFUSED.scope((), request).await
}

/// Refuses a run that belongs to such a request.
pub(crate) fn check(when_full: WhenFull) -> Result<(), Problem> {
    let is_new = !matches!(when_full, WhenFull::Begin);
    match is_new && REFUSED.try_with(|()| ()).is_ok() {
        true => Err(STOPPING.with("retry_after_seconds", AGAIN_SECONDS)),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn new_answers_are_refused_with_when_to_try_again_and_what_follows_is_not() {
        assert!(check(WhenFull::Wait).is_ok());
        refuse_new_answers(async {
            for new in [WhenFull::Wait, WhenFull::Refuse] {
                let refused = check(new).unwrap_err();
                assert_eq!(
                    (refused.kind.status, &*refused.params["retry_after_seconds"]),
                    (503, "5")
                );
            }
            assert!(check(WhenFull::Begin).is_ok());
        })
        .await;
    }
}
