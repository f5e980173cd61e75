import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { toolOf } from "./tools/tool-table";

/** Returns a function that names an image: by its prompt, or by the tool it came from. */
export function useImageName(): (image: Image) => string {
  const text = useText("images");
  return ({ prompt, tool, origin }) => {
    const entry = toolOf(tool);
    if (prompt.trim() !== "") return prompt;
    if (entry) return text(`tool.${entry.key}`);
    return text(`origin.${origin}`);
  };
}
