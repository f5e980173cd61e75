use kernel::{Timestamp, Uuid, WorkspaceId};

/// A grant that gives a workspace a plan, from a time until another or for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanGrant {
    pub workspace_id: WorkspaceId,
    /// [`crate::FREE`], [`crate::OPERATOR`], or what `plans.toml` has.
    pub plan: String,
    /// Source of the grant: `role`, `purchase`, `reward`.
    pub source: String,
    /// Identifies the grant within its source. A workspace is granted the same source and reference only once.
    pub reference: String,
    pub starts_at: Timestamp,
    /// The first moment without it.
    pub ends_at: Option<Timestamp>,
}

impl PlanGrant {
    /// Returns the operator's plan, as long as the role lasts.
    pub fn operator(workspace_id: WorkspaceId, starts_at: Timestamp) -> Self {
        Self {
            workspace_id,
            plan: crate::OPERATOR.to_owned(),
            source: ROLE.to_owned(),
            // A person may become operator a second time: each time is a grant of its own.
            reference: starts_at.to_string(),
            starts_at,
            ends_at: None,
        }
    }
}

/// Source of grants that come with a role.
pub const ROLE: &str = "role";

/// Source of grants for invitations. They add time to purchases: see [`crate::Entitlements::postpone_plans`].
pub const REWARD: &str = "reward";

/// The time span of a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, store::FromRow)]
pub(crate) struct Span {
    pub id: Uuid,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

/// Reschedules grants: what is left of them at `from` follows one after the other from `to` on, each at full length.
/// `spans`: in order of their start. Grants that need not move are left out.
pub(crate) fn put_off(spans: &[Span], from: Timestamp, to: Timestamp) -> Vec<Span> {
    let mut next = to;
    let mut moved = Vec::new();
    for span in spans {
        let left = span.ends_at.since(span.starts_at.max(from));
        let is_running_on = span.starts_at <= from && next == from;
        let starts_at = if is_running_on { span.starts_at } else { next };
        next = next.plus(left.max(0));
        let is = Span { starts_at, ends_at: next, ..*span };
        if is != *span {
            moved.push(is);
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use kernel::DAY;

    use super::*;

    fn at(day: i64) -> Timestamp {
        Timestamp::from_micros(day * DAY)
    }

    /// Applies [`put_off`] to spans given in days.
    fn moved(spans: &[(i64, i64)], from: i64, to: i64) -> Vec<(i64, i64)> {
        let span = |(starts, ends): &(i64, i64)| Span {
            id: Uuid::nil(),
            starts_at: at(*starts),
            ends_at: at(*ends),
        };
        let spans: Vec<_> = spans.iter().map(span).collect();
        let day = |at: Timestamp| at.micros() / DAY;
        let moved = put_off(&spans, at(from), at(to));
        moved.iter().map(|span| (day(span.starts_at), day(span.ends_at))).collect()
    }

    #[test]
    fn what_is_put_off_keeps_its_length_and_its_order() {
        assert_eq!(moved(&[(30, 37), (37, 67)], 30, 60), [(60, 67), (67, 97)]);
        assert_eq!(moved(&[(30, 37), (60, 67)], 30, 60), [(60, 67), (67, 74)], "without a gap");
        assert!(moved(&[], 30, 60).is_empty());
    }

    #[test]
    fn of_what_is_running_only_the_rest_is_put_off() {
        assert_eq!(moved(&[(27, 34), (34, 41)], 30, 60), [(60, 64), (64, 71)]);
    }

    #[test]
    fn what_was_put_off_comes_at_once_where_nothing_is_before_it() {
        assert_eq!(moved(&[(60, 67), (67, 97)], 33, 33), [(33, 40), (40, 70)]);
        assert!(moved(&[(30, 37), (37, 44)], 33, 33).is_empty(), "it runs on");
        assert_eq!(moved(&[(30, 37), (60, 67)], 33, 33), [(37, 44)]);
    }
}
