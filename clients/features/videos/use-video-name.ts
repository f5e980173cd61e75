import type { Video } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";

/** Returns a function that names a video: by its prompt, which one made of an image may lack. */
export function useVideoName(): (video: Pick<Video, "prompt">) => string {
  const text = useText("videos");
  return ({ prompt }) => prompt.trim() || text("video");
}
