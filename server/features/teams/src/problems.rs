use kernel::problems;

problems! {
    NOT_FOUND: "teams.not_found", 404, "There is no such team", "ours";
    WORKSPACE_NOT_FOUND: "teams.workspace_not_found", 404, "You cannot work in this workspace", "ours";
    NAME_EMPTY: "teams.name_empty", 422, "Please input name", "ours, after spec §5";
    NAME_TOO_LONG: "teams.name_too_long", 422, "The name is too long", "ours (decision 0821)";
    TOO_MANY: "teams.too_many", 409, "You have as many teams as are allowed", "ours (decision 0821)";
    MEMBER_NOT_FOUND: "teams.member_not_found", 404, "There is no such member", "ours";
    LAST_ADMIN: "teams.last_admin", 409, "A team needs an admin: make somebody else one first, or disband the team", "ours";
    NO_SEAT: "teams.no_seat", 409, "There is no free seat", "ours";
    INVITATION_INVALID: "teams.invitation_invalid", 404, "This invitation is no longer valid", "ours, after spec §4";
    EXPIRY_OUT_OF_RANGE: "teams.expiry_out_of_range", 422, "An invitation is valid for 1 to 90 days", "ours (decision 0823)";
    ALREADY_MEMBER: "teams.already_member", 409, "You are in this team already", "ours";
    TOO_MANY_REQUESTS: "teams.too_many_requests", 409, "Too many people are waiting to join this team", "ours (decision 0823)";
    NOT_DISBANDING: "teams.not_disbanding", 409, "This team is not being disbanded", "ours";
    CAP_OUT_OF_RANGE: "teams.cap_out_of_range", 422, "This limit is out of range", "ours";
    AVATAR_NOT_FOUND: "teams.avatar_not_found", 404, "This team has no picture", "ours";
    AVATAR_TYPE: "teams.avatar_type", 422, "Only JPG and PNG pictures can be used", "spec §5";
    AVATAR_TOO_LARGE: "teams.avatar_too_large", 413, "File size exceeds the maximum size limit", "spec §8";
    AVATAR_DIMENSIONS: "teams.avatar_dimensions", 422, "This picture is too small or too large", "ours, after spec §5";
    AVATAR_BROKEN: "teams.avatar_broken", 422, "This picture cannot be read", "ours";
}
