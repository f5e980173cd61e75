/** The areas of texts that are shown in pages. All of them go into a page with the interface: keep them small. */
export const PAGE_TEXT_AREAS = ["page", "translation", "search_assistant", "writing"] as const;
