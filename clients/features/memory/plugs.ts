/** Memory's plugs for chats, loaded together. */
export { SuggestionsPlug } from "./SuggestionsPlug";
export { UsedMemoriesPlug } from "./UsedMemoriesPlug";
