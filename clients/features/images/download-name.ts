import type { Image } from "@ensemble/contract/wire";

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
};

/** Longest name, without its ending, that every file system takes. */
const NAME_MAX_CHARS = 80;

/** Returns the file name under which an image is downloaded. */
export function downloadName(
  title: string,
  { media_type, tool }: Pick<Image, "media_type" | "tool">,
): string {
  const base = title
    .replace(/\.[A-Za-z0-9]{2,5}$/, "")
    .replace(/[\p{Cc}"*/:<>?\\|]+/gu, " ")
    .trim();
  const ending = EXTENSIONS[media_type] ?? media_type.replace(/^image\//, "");
  const name = [...base].slice(0, NAME_MAX_CHARS).join("").trim() || "image";
  return `${name}${tool ? `-${tool.replaceAll("_", "-")}` : ""}.${ending}`;
}
