/** The areas that appear in the panel, one line each. */
export { area as artifacts } from "@ensemble/feature-artifacts/panel-area";
export { area as bots } from "@ensemble/feature-bots/panel-area";
export { area as chat } from "@ensemble/feature-chat/panel-area";
export { area as documents } from "@ensemble/feature-documents/panel-area";
export { area as memory } from "@ensemble/feature-memory/panel-area";
export { area as memos } from "@ensemble/feature-memos/panel-area";
export { area as prompts } from "@ensemble/feature-prompts/panel-area";
export { area as reading } from "@ensemble/feature-reading/panel-area";
export { area as research } from "@ensemble/feature-research/panel-area";
export { area as search } from "@ensemble/feature-search/panel-area";
export { area as memoSaving } from "../memos/area";
export { area as powerups } from "../powerups/area";
export { area as searchAssistant } from "../search-assistant/area";
export { area as translation } from "../translation/area";
export { area as writing } from "../writing/area";
