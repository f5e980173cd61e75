import type { Size } from "../editor/model/matrix";

/** Headings of the sizes, in their order. */
export const SIZE_GROUPS = ["social", "print", "screen"] as const;
export type SizeGroup = (typeof SIZE_GROUPS)[number];

export interface DesignSize extends Size {
  /** Name in the texts: `design_size.<name>`. */
  name: SizeName;
  group: SizeGroup;
}

export type SizeName =
  | "square_post"
  | "tall_post"
  | "story"
  | "link_preview"
  | "channel_banner"
  | "video_thumbnail"
  | "poster"
  | "flyer"
  | "card"
  | "business_card"
  | "slide"
  | "wallpaper";

const sizes = (group: SizeGroup, rows: readonly (readonly [SizeName, number, number])[]): DesignSize[] =>
  rows.map(([name, width, height]) => ({ name, width, height, group }));

export const SIZES: readonly DesignSize[] = [
  ...sizes("social", [
    ["square_post", 1080, 1080],
    ["tall_post", 1080, 1350],
    ["story", 1080, 1920],
    ["link_preview", 1200, 630],
    ["channel_banner", 1584, 396],
    ["video_thumbnail", 1280, 720],
  ]),
  ...sizes("print", [
    ["poster", 1240, 1754],
    ["flyer", 874, 1240],
    ["card", 1240, 874],
    ["business_card", 1050, 600],
  ]),
  ...sizes("screen", [
    ["slide", 1920, 1080],
    ["wallpaper", 2048, 1152],
  ]),
];

export const LAYOUTS = ["blank", "headline", "photo", "quote", "event", "offer", "frame"] as const;
export type LayoutName = (typeof LAYOUTS)[number];

/** Colors of a design. */
export interface DesignColors {
  ground: string;
  ink: string;
  accent: string;
  /** Text on the accent. */
  onAccent: string;
  soft: string;
}

export const PALETTES = {
  ocean: { ground: "#f2f7fb", ink: "#10324a", accent: "#0f6da8", onAccent: "#ffffff", soft: "#cfe4f2" },
  sunset: { ground: "#fff5ec", ink: "#5a1f1b", accent: "#d2512d", onAccent: "#ffffff", soft: "#fbd9bf" },
  forest: { ground: "#f3f7f0", ink: "#1d3a26", accent: "#2f7044", onAccent: "#ffffff", soft: "#d3e6d2" },
  berry: { ground: "#fbf2f7", ink: "#44123a", accent: "#9c2a78", onAccent: "#ffffff", soft: "#efcfe3" },
  graphite: { ground: "#1d2024", ink: "#f2f3f5", accent: "#f0b429", onAccent: "#1d2024", soft: "#343a41" },
  paper: { ground: "#faf7f0", ink: "#2b2925", accent: "#2b2925", onAccent: "#faf7f0", soft: "#e9e2d2" },
} as const satisfies Record<string, DesignColors>;
export type PaletteName = keyof typeof PALETTES;
export const PALETTE_NAMES = Object.keys(PALETTES) as readonly PaletteName[];

/** A design to begin with. */
export interface Design {
  size: DesignSize;
  layout: LayoutName;
  palette: PaletteName;
}

/** Returns a design as it stands in an address: size, layout and colors. */
export const designName = ({ size, layout, palette }: Design): string =>
  [size.name, layout, palette].join(".");

/** Reads a design from an address; null: there is none of that name. */
export function readDesign(name: string | undefined): Design | null {
  const [sizeName, layoutName, paletteName] = (name ?? "").split(".");
  const size = SIZES.find((one) => one.name === sizeName);
  const layout = LAYOUTS.find((one) => one === layoutName);
  const palette = PALETTE_NAMES.find((one) => one === paletteName);
  return size && layout && palette ? { size, layout, palette } : null;
}
