//! The names of tools, as models call them and as agents store them. They never change.

pub(crate) const SEARCH_WEB: &str = "search_web";
pub(crate) const READ_PAGE: &str = "read_page";
pub(crate) const SEARCH_LIBRARY: &str = "search_library";
pub(crate) const READ_LIBRARY: &str = "read_library";
pub(crate) const CALCULATE: &str = "calculate";
pub(crate) const CREATE_DOCUMENT: &str = "create_document";
/// Of the area `images`.
pub(crate) const CREATE_IMAGE: &str = "create_image";
/// Of the area `memos`.
pub(crate) const SAVE_MEMO: &str = "save_memo";
/// Of the area `artifacts`.
pub(crate) const WRITE_ARTIFACT: &str = "write_artifact";
/// Of the area `templates`.
pub(crate) const FILL_TEMPLATE: &str = "fill_template";
/// Of the area `schedules`.
pub(crate) const CREATE_SCHEDULE: &str = "create_schedule";
/// Of the area `research`.
pub(crate) const START_RESEARCH: &str = "start_research";
/// Of the area `tools`.
pub(crate) const RUN_CODE: &str = "run_code";
pub(crate) const ASK_BOT: &str = "ask_bot";
pub(crate) const ASK_USER: &str = "ask_user";
pub(crate) const HAND_OVER: &str = "hand_over";
/// Offered where there are many tools; nobody chooses it.
pub(crate) const FIND_TOOLS: &str = "find_tools";

/// The tools that an agent of the house may have.
pub(crate) const ALL: &[&str] = &[
    SEARCH_WEB,
    READ_PAGE,
    SEARCH_LIBRARY,
    READ_LIBRARY,
    CALCULATE,
    CREATE_DOCUMENT,
    CREATE_IMAGE,
    SAVE_MEMO,
    WRITE_ARTIFACT,
    FILL_TEMPLATE,
    CREATE_SCHEDULE,
    START_RESEARCH,
    RUN_CODE,
    ASK_BOT,
    ASK_USER,
    HAND_OVER,
];

/// Tools that are offered however many there are.
pub(crate) const BASIC: &[&str] =
    &[SEARCH_WEB, READ_PAGE, SEARCH_LIBRARY, READ_LIBRARY, CALCULATE, ASK_USER, HAND_OVER];
