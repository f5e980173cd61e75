import { api } from "@ensemble/contract/api";
import type { WrittenPrompt } from "@ensemble/contract/wire";

/** Has the person's chat model improve a prompt, for the price of a message. */
export const improvePrompt = (prompt: string, isForVideo: boolean): Promise<WrittenPrompt> =>
  api.post("/api/images/prompts/improve", {
    body: { prompt: prompt.trim(), is_for_video: isForVideo, model: null },
  });

/** Has a chat model that sees write the prompt of an image, for the price of a message. */
export const writePrompt = (fileId: string): Promise<WrittenPrompt> =>
  api.post("/api/images/prompts/from_image", { body: { file_id: fileId, model: null } });
