/** Text areas for pages. All of them are injected with the interface: keep them small. */
export const PAGE_TEXT_AREAS = ["page", "translation", "search_assistant", "writing"] as const;
