import type { ImageTask } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { toolOf } from "./tools/tool-table";

/** Returns a function that names a task: by its prompt, or by its tool. */
export function useTaskTitle(): (task: ImageTask) => string {
  const text = useText("images");
  return ({ title, work }) => {
    const entry = work.type === "tool" ? toolOf(work.tool.tool) : undefined;
    return entry ? text(`tool.${entry.key}`) : title;
  };
}
