//! Rules of groups: what the people of a provider's group get. Decisions without I/O.

use std::collections::BTreeMap;

use identity::{Role, TeamRole};
use kernel::WorkspaceId;
use serde::Deserialize;

/// The source of groups that a provider keeps here by SCIM.
pub const SCIM: &str = "scim";

/// The role or the team that the people of one group get, `[[accounts.groups]]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupRule {
    /// The group, exactly as the provider names it, or its id where the provider sends ids.
    pub group: String,
    /// Id of the only provider whose group counts, or `scim`; absent: the groups of each of them.
    pub from: Option<String>,
    /// Role on the server: `operator`.
    pub role: Option<Role>,
    /// Id of a team they are members of.
    pub team: Option<WorkspaceId>,
    /// Role in the team; absent: member.
    pub team_role: Option<TeamRole>,
}

/// Something that a group gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// The role of a server admin.
    Operator,
    /// Membership of a team.
    Team(WorkspaceId),
}

/// The targets that somebody's groups give them, with the role in each team.
pub(crate) type Wanted = BTreeMap<Target, TeamRole>;

/// Returns what `groups` of `source` give. The strongest role in a team counts.
pub(crate) fn wanted(rules: &[GroupRule], source: &str, groups: &[String]) -> Wanted {
    let mut wanted = Wanted::new();
    let counts = |rule: &&GroupRule| {
        rule.from.as_deref().is_none_or(|from| from == source) && groups.contains(&rule.group)
    };
    for rule in rules.iter().filter(counts) {
        if rule.role == Some(Role::Operator) {
            wanted.insert(Target::Operator, TeamRole::Member);
        }
        if let Some(team) = rule.team {
            let role = rule.team_role.unwrap_or(TeamRole::Member);
            let known = wanted.entry(Target::Team(team)).or_insert(role);
            *known = stronger(*known, role);
        }
    }
    wanted
}

/// Returns true if `groups` of `source` make somebody a server admin.
pub fn gives_operator(rules: &[GroupRule], source: &str, groups: &[String]) -> bool {
    wanted(rules, source, groups).contains_key(&Target::Operator)
}

/// Returns the role that may do more.
pub(crate) fn stronger(one: TeamRole, other: TeamRole) -> TeamRole {
    if one == TeamRole::Admin { one } else { other }
}

/// Checks rules; `sources`: the ids of all providers. The error says what to write.
pub fn check_rules(rules: &[GroupRule], sources: &[&str]) -> Result<(), String> {
    for rule in rules {
        let group = &rule.group;
        if group.trim().is_empty() {
            return Err("a rule names no group: write group = \"…\"".to_owned());
        }
        if let Some(from) = rule.from.as_deref().filter(|from| !sources.contains(from)) {
            return Err(format!(
                "the rule of group {group:?} is from {from:?}, which is no provider's id: write one of {sources:?}"
            ));
        }
        if rule.role == Some(Role::Member) {
            return Err(format!(
                "the rule of group {group:?} gives the role that everybody has: write role = \"operator\", or a team"
            ));
        }
        if rule.role.is_none() && rule.team.is_none() {
            return Err(format!(
                "the rule of group {group:?} gives nothing: write role = \"operator\" or team = \"the team's id\""
            ));
        }
        if rule.team_role.is_some() && rule.team.is_none() {
            return Err(format!("the rule of group {group:?} has a team_role, but no team"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use kernel::Uuid;

    use super::*;

    fn rule(group: &str) -> GroupRule {
        GroupRule { group: group.to_owned(), from: None, role: None, team: None, team_role: None }
    }

    fn team(number: u128) -> WorkspaceId {
        WorkspaceId(Uuid::from_u128(number))
    }

    fn groups(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn groups_give_roles_and_teams_to_the_letter_and_the_strongest_role_counts() {
        let rules = [
            GroupRule { role: Some(Role::Operator), ..rule("admins") },
            GroupRule { team: Some(team(1)), ..rule("sales") },
            GroupRule {
                team: Some(team(1)),
                team_role: Some(TeamRole::Admin),
                ..rule("sales-leads")
            },
        ];
        let of = |names: &[&str]| wanted(&rules, "company", &groups(names));
        assert_eq!(of(&["admins"]), Wanted::from([(Target::Operator, TeamRole::Member)]));
        assert_eq!(of(&["sales"]), Wanted::from([(Target::Team(team(1)), TeamRole::Member)]));
        for both in [["sales", "sales-leads"], ["sales-leads", "sales"]] {
            assert_eq!(of(&both), Wanted::from([(Target::Team(team(1)), TeamRole::Admin)]));
        }
        for none in ["Admins", "admins ", "/admins", "admin", ""] {
            assert_eq!(of(&[none]), Wanted::new(), "{none:?}");
        }
    }

    #[test]
    fn a_rule_of_one_provider_counts_for_it_alone() {
        let rules = [GroupRule {
            from: Some("company".to_owned()),
            role: Some(Role::Operator),
            ..rule("admins")
        }];
        assert_eq!(wanted(&rules, "company", &groups(&["admins"])).len(), 1);
        assert_eq!(wanted(&rules, "partners", &groups(&["admins"])).len(), 0);
        assert_eq!(wanted(&rules, SCIM, &groups(&["admins"])).len(), 0);
    }

    #[test]
    fn a_rule_that_gives_nothing_or_names_no_provider_is_refused() {
        let sources = ["company", SCIM];
        let good = GroupRule { role: Some(Role::Operator), ..rule("admins") };
        assert_eq!(check_rules(from_ref(&good), &sources), Ok(()));
        for wrong in [
            GroupRule { group: " ".to_owned(), ..good.clone() },
            GroupRule { from: Some("other".to_owned()), ..good.clone() },
            GroupRule { role: Some(Role::Member), ..good.clone() },
            GroupRule { team_role: Some(TeamRole::Admin), ..good },
            rule("nothing"),
        ] {
            assert!(check_rules(from_ref(&wrong), &sources).is_err(), "{wrong:?}");
        }
    }
}
