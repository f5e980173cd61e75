import type { Video, VideoModel, VideoWork } from "@ensemble/contract/wire";

/** Returns the model that can change a video that it made; null: none can. */
export function changedModel(video: Video, models: readonly VideoModel[]): VideoModel | null {
  const model = models.find(({ id }) => id === video.work.model);
  return video.can_remix && model?.abilities.remix ? model : null;
}

/** Returns the work that changes a video; all but the prompt is the video's. */
export const changeWorkOf = ({ id, work }: Video, prompt: string): VideoWork => ({
  model: work.model,
  prompt: prompt.trim(),
  parent_id: id,
  remix: true,
});

/** Returns the price of a change in advanced credits: that of a video as long; null where no length is known. */
export const changePriceOf = ({ seconds }: Video, model: VideoModel): number | null =>
  seconds === null ? null : model.credits_per_second * seconds;
