/** What memory brings to chats, loaded together. */
export { SuggestionsPlug } from "./SuggestionsPlug";
export { UsedMemoriesPlug } from "./UsedMemoriesPlug";
