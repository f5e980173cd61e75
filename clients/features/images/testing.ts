import type { Image, ImageAbilities, ImageModel, ImageTask, ImageToolInfo } from "@ensemble/contract/wire";
import { vi } from "vitest";

/* What tests of this area have in common: a model that can do all, a picture, a task. */

export const testModel = ({
  abilities = {},
  ...change
}: Partial<Omit<ImageModel, "abilities">> & { abilities?: Partial<ImageAbilities> } = {}): ImageModel => ({
  id: "studio/painter",
  name: "Painter",
  connection_name: "Studio",
  local: false,
  credits: 5,
  abilities: {
    creates: true,
    edits: true,
    sizes: [
      { width: 1024, height: 1024 },
      { width: 1536, height: 1024 },
    ],
    ratios: ["1:1", "16:9"],
    count_max: 4,
    seed: true,
    negative_prompt: true,
    styles: ["vivid", "natural"],
    cfg_scale: true,
    strength: true,
    references_max: 4,
    mask: true,
    transparency: true,
    qualities: ["low", "high"],
    partial_images: false,
    ...abilities,
  },
  ...change,
});

export const testImage = (change: Partial<Image> = {}): Image => ({
  id: "i1",
  file_id: "f1",
  origin: "created",
  prompt: "A fox in the snow",
  model: "studio/painter",
  tool: null,
  work: { type: "create", model: "studio/painter", prompt: "A fox in the snow", ratio: "16:9" },
  seed: 42,
  width: 1536,
  height: 1024,
  media_type: "image/png",
  size_bytes: 1_200_000,
  starred: false,
  board_id: null,
  parent_id: null,
  task_id: "t1",
  cost: 5,
  created_at: "2026-11-28T06:00:00Z",
  deleted_at: null,
  ...change,
});

export const testTask = (change: Partial<ImageTask> = {}): ImageTask => ({
  id: "t1",
  title: "A fox in the snow",
  state: "succeeded",
  stage: "",
  board_id: null,
  work: { type: "create", model: "studio/painter", prompt: "A fox in the snow" },
  images: [testImage()],
  price: 5,
  charged: 5,
  problem: null,
  cause: null,
  draft: null,
  created_at: "2026-11-28T06:00:00Z",
  ended_at: null,
  ...change,
});

/** Gives elements a size, without which lists that are shown in parts show none, and a wide screen. */
export function showRows(width = 1200, height = 800): void {
  const sizes = { offsetWidth: width, offsetHeight: height, clientWidth: width, clientHeight: height };
  for (const [name, value] of Object.entries(sizes))
    vi.spyOn(HTMLElement.prototype, name as "offsetWidth", "get").mockReturnValue(value);
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width"),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

export const testTool = (change: Partial<ImageToolInfo> = {}): ImageToolInfo => ({
  kind: "upscale",
  picture: "required",
  mask: "no",
  second_picture: "no",
  text: "no",
  label: "filter",
  weights: null,
  weights_need: "no",
  is_installed: true,
  side_max: 2048,
  made_side_max: 2048,
  ...change,
});
