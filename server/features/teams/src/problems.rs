use kernel::problems;

problems! {
    NOT_FOUND: "teams.not_found", 404, "Team not found", "ours";
    WORKSPACE_NOT_FOUND: "teams.workspace_not_found", 404, "You don't have access to this workspace", "ours";
    NAME_EMPTY: "teams.name_empty", 422, "Please input name", "ours, after spec §5";
    NAME_TOO_LONG: "teams.name_too_long", 422, "The name is too long", "ours (decision 0821)";
    TOO_MANY: "teams.too_many", 409, "You've reached the maximum number of teams", "ours (decision 0821)";
    MEMBER_NOT_FOUND: "teams.member_not_found", 404, "Member not found", "ours";
    LAST_ADMIN: "teams.last_admin", 409, "A team needs an admin. Make someone else an admin first, or disband the team.", "ours";
    NO_SEAT: "teams.no_seat", 409, "No free seats", "ours";
    INVITATION_INVALID: "teams.invitation_invalid", 404, "This invitation is no longer valid", "ours, after spec §4";
    EXPIRY_OUT_OF_RANGE: "teams.expiry_out_of_range", 422, "Invitations can be valid for 1 to 90 days", "ours (decision 0823)";
    ALREADY_MEMBER: "teams.already_member", 409, "You're already in this team", "ours";
    TOO_MANY_REQUESTS: "teams.too_many_requests", 409, "Too many people are already waiting to join this team", "ours (decision 0823)";
    NOT_DISBANDING: "teams.not_disbanding", 409, "This team isn't being disbanded", "ours";
    CAP_OUT_OF_RANGE: "teams.cap_out_of_range", 422, "This limit is out of range", "ours";
    AVATAR_NOT_FOUND: "teams.avatar_not_found", 404, "This team has no image", "ours";
    AVATAR_TYPE: "teams.avatar_type", 422, "Only JPG and PNG pictures can be used", "spec §5";
    AVATAR_TOO_LARGE: "teams.avatar_too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    AVATAR_DIMENSIONS: "teams.avatar_dimensions", 422, "This image is too small or too large", "ours, after spec §5";
    AVATAR_BROKEN: "teams.avatar_broken", 422, "Couldn't read this image", "ours";
}
