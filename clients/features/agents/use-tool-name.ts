import { useText } from "@ensemble/i18n/text";

const KNOWN = [
  "search_web",
  "read_page",
  "search_library",
  "read_library",
  "calculate",
  "create_document",
  "create_image",
  "save_memo",
  "write_artifact",
  "fill_template",
  "create_schedule",
  "ask_bot",
  "ask_user",
  "hand_over",
  "start_research",
  "run_code",
] as const;

/** Returns a function for the name of a tool; tools of others are called by their own. */
export function useToolName(): (key: string) => string {
  const text = useText("agents");
  return (key) => {
    const known = KNOWN.find((one) => one === key);
    return known ? text(`tool.${known}`) : key.replaceAll("_", " ");
  };
}
