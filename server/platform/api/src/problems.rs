use kernel::problems;

problems! {
    MALFORMED_JSON: "api.malformed_json", 400, "The request isn't valid JSON", "ours";
    BODY_TOO_LARGE: "api.body_too_large", 413, "The request is too large", "ours";
    /// The body of a request came too slowly, or stopped coming.
    BODY_TOO_SLOW: "api.body_too_slow", 408, "The request took too long to arrive", "ours";
    NOT_JSON: "api.not_json", 415, "The request must be JSON", "ours";
    BAD_PARAMETER: "api.bad_parameter", 400, "A parameter in the URL isn't valid", "ours";
    NOT_FOUND: "api.not_found", 404, "Nothing found at this address", "ours";
    METHOD_NOT_ALLOWED: "api.method_not_allowed", 405, "This address doesn't support that method", "ours";
    CROSS_SITE: "api.cross_site", 403, "Requests from other sites aren't allowed", "ours";
    /// The request names a host that is not served. `host` is its name, `setting` the setting that takes more names.
    MISDIRECTED: "api.misdirected", 421, "This server doesn't answer at this address. Its admin can add the host to server.host_names.", "ours";
    BAD_HOST: "api.bad_host", 400, "The request must name its host once", "RFC 9112, section 3.2";
    TOO_MANY_REQUESTS: "api.too_many_requests", 429, "Too many requests. Please wait a moment.", "ours";
    /// The caller has too many event streams open. `max`: their number.
    TOO_MANY_STREAMS: "api.too_many_streams", 429, "Too many open windows. Please close some.", "ours";
    SERVER_ERROR: "api.server_error", 500, "server error", "spec §7";
    /// The operator closed the server for maintenance. `text` is the operator's message.
    MAINTENANCE: "api.maintenance", 503, "Service under maintenance", "spec §8";
    NO_ROOM: "api.no_room", 507, "The server is out of storage space. Nothing saved earlier was lost.", "ours";
    OVERLOADED: "api.overloaded", 503, "Service under maintenance", "ours, after spec §8";
}
