import type { Video, VideoAbilities, VideoModel, VideoTask } from "@ensemble/contract/wire";
import { vi } from "vitest";

/* What tests of this area have in common: a model that can do all, a video, a task. */

export const testModel = ({
  abilities = {},
  ...change
}: Partial<Omit<VideoModel, "abilities">> & { abilities?: Partial<VideoAbilities> } = {}): VideoModel => ({
  id: "studio/director",
  name: "Director",
  connection_name: "Studio",
  credits_per_second: 10,
  abilities: {
    texts: true,
    first_frame: true,
    last_frame: true,
    references_max: 3,
    remix: false,
    seconds: [5, 10],
    seconds_with_last_frame: [5],
    ratios: ["16:9", "9:16"],
    resolutions: ["720p", "1080p"],
    audio: true,
    cameras: ["pan_left", "zoom_in"],
    motion: true,
    seed: true,
    negative_prompt: true,
    cfg_scale: true,
    ...abilities,
  },
  ...change,
});

/** Abilities of a model that makes videos of a text and nothing else. */
export const TEXT_ONLY: VideoAbilities = {
  texts: true,
  first_frame: false,
  last_frame: false,
  references_max: 0,
  remix: false,
  seconds: [4, 8],
  seconds_with_last_frame: [],
  ratios: [],
  resolutions: [],
  audio: false,
  cameras: [],
  motion: false,
  seed: false,
  negative_prompt: false,
  cfg_scale: false,
};

export const testVideo = (change: Partial<Video> = {}): Video => ({
  id: "v1",
  file_id: "f1",
  prompt: "A fox in the snow",
  model: "studio/director",
  work: { model: "studio/director", prompt: "A fox in the snow", seconds: 10, ratio: "9:16" },
  seed: 42,
  media_type: "video/mp4",
  size_bytes: 4_200_000,
  seconds: 10,
  starred: false,
  can_remix: false,
  parent_id: null,
  task_id: "t1",
  cost: 100,
  created_at: "2026-11-28T06:00:00Z",
  deleted_at: null,
  ...change,
});

export const testTask = (change: Partial<VideoTask> = {}): VideoTask => ({
  id: "t1",
  title: "A fox in the snow",
  state: "succeeded",
  stage: "",
  work: { model: "studio/director", prompt: "A fox in the snow" },
  videos: [testVideo()],
  price: 100,
  charged: 100,
  problem: null,
  cause: null,
  created_at: "2026-11-28T06:00:00Z",
  ended_at: null,
  ...change,
});

/** Makes the screen wide or narrow. */
export function showScreen({ wide = true, reducedMotion = false } = {}): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduced-motion") ? reducedMotion : wide,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
