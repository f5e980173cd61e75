import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Video } from "@ensemble/contract/wire";

/** Longest name of a file, without its ending, that every file system takes. */
const NAME_MAX_CHARS = 80;

/** Returns the file name under which a video is downloaded. */
export function downloadName({ prompt, media_type }: Pick<Video, "prompt" | "media_type">): string {
  const base = prompt.replace(/[\p{Cc}"*/:<>?\\|]+/gu, " ").trim();
  const name = [...base].slice(0, NAME_MAX_CHARS).join("").trim() || "video";
  return `${name}.${media_type.replace(/^video\//, "").replace("quicktime", "mov")}`;
}

/** Returns the address of a video that shows one of its first frames before it is played. */
export const stillUrl = ({ file_id }: Pick<Video, "file_id">): string => `${fileContentUrl(file_id)}#t=0.1`;
