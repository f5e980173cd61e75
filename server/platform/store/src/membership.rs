/// Expands to an SQL condition: the owner of a row in the table `$row` (`user_id`) is still a member of its workspace
/// (`workspace_id`). A person removed from a team keeps nothing they created there. Membership belongs to `identity`;
/// code that checks it per row is also needed below that crate.
#[macro_export]
macro_rules! is_in_workspace {
    ($row:literal) => {
        concat!(
            "EXISTS (SELECT 1 FROM workspace_members w WHERE w.workspace_id = ",
            $row,
            ".workspace_id AND w.user_id = ",
            $row,
            ".user_id AND w.status = 'confirmed')"
        )
    };
}
