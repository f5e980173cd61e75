/// In SQL: whether the person that a row of the table `$row` belongs to (`user_id`) is still in its workspace
/// (`workspace_id`). Whoever was taken out of a team keeps nothing of what they made there. Who is in one is `identity`'s to
/// say; what asks it of each row stands below that crate, too.
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
