import { LARGE_MAX_PIXELS } from "@ensemble/blocks/images/send-picture";
import {
  Aperture,
  AppWindow,
  Bandage,
  BriefcaseBusiness,
  Brush,
  CircleUserRound,
  Clapperboard,
  Crop,
  Drama,
  Droplets,
  Eraser,
  Expand,
  FileArchive,
  FlipHorizontal2,
  Focus,
  Grid3x3,
  IdCard,
  Image,
  ImagePlus,
  ImageUpscale,
  Layers,
  type LucideIcon,
  MessageCircleQuestion,
  Monitor,
  Paintbrush,
  Palette,
  PencilLine,
  PenTool,
  Repeat,
  RotateCw,
  Scaling,
  ScanText,
  Scissors,
  Shapes,
  Smile,
  Sparkles,
  Spline,
  Stamp,
  Type,
  UserRound,
  Video,
  WandSparkles,
} from "lucide-react";
import { IMAGE_PLACES } from "../places";
import type { Recipe } from "../studio/recipes";
import type { ToolOption } from "./tool-options";

/** Headings of the overview, in its order. `model`: only a connected model can do it. */
export const TOOL_GROUPS = ["background", "repair", "style", "people", "design", "files", "model"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

type Need = "none" | "optional" | "required";

/** A page of the image tools. */
export interface ToolEntry {
  /** Last part of its path. */
  slug: string;
  /** Other paths that lead to it. */
  aliases?: readonly string[];
  /** Name in the texts: `tool.<key>` and `tool_hint.<key>`. */
  key: ToolKey;
  icon: LucideIcon;
  group: ToolGroup;
  /** Name at the server; null: only a connected model can do it. */
  tool: string | null;
  picture: Need;
  mask: Need;
  options: readonly ToolOption[];
  /** Longest side of a picture that it takes, where that is more than of the others. */
  maxPixels?: number;
  /** Recipe of the studio, for the same with a connected model. */
  recipe?: Recipe;
  /** Question of the chat that the tool opens with a picture; "nothing": the person asks. */
  asks?: "photo_to_text" | "nothing";
  /** Page of another area that is this tool. */
  page?: string;
}

const strength: ToolOption = { kind: "number", name: "strength", min: 1, max: 100, step: 1, initial: 50 };
const palette: ToolOption = {
  kind: "choice",
  name: "palette",
  values: ["ocean", "sunset", "forest", "berry", "graphite", "paper"],
};
const colors: ToolOption = { kind: "number", name: "colors", min: 2, max: 64, step: 1, initial: 16 };
const text = (
  name: "title" | "subtitle" | "footer" | "name" | "tagline" | "text",
  required = false,
): ToolOption => ({
  kind: "text",
  name,
  required,
});
const side = (name: "width" | "height", initial: number): ToolOption => ({
  kind: "pixels",
  name,
  min: 100,
  max: 2048,
  initial,
});

type Row = Omit<ToolEntry, "group" | "picture" | "mask" | "options"> &
  Partial<Pick<ToolEntry, "picture" | "mask" | "options">>;

const group = (name: ToolGroup, rows: readonly Row[]): readonly ToolEntry[] =>
  rows.map((row) => ({ picture: "required", mask: "none", options: [], ...row, group: name }));

export const TOOL_TABLE: readonly ToolEntry[] = [
  ...group("background", [
    {
      slug: "background-removal",
      aliases: ["remove-background", "background-remover"],
      key: "remove_background",
      icon: Scissors,
      tool: "remove_background",
      mask: "optional",
    },
    {
      slug: "change-background",
      aliases: ["background-change"],
      key: "change_background",
      icon: Layers,
      tool: "change_background",
      mask: "optional",
      options: [{ kind: "background", name: "background" }],
    },
  ]),
  ...group("repair", [
    { slug: "erase-area", key: "erase_area", icon: Eraser, tool: "erase_area", mask: "required" },
    {
      slug: "object-removal",
      aliases: ["remove-object"],
      key: "remove_object",
      icon: Bandage,
      tool: "remove_object",
      mask: "required",
    },
    {
      slug: "text-removal",
      aliases: ["remove-text"],
      key: "remove_text",
      icon: Type,
      tool: "remove_text",
      mask: "required",
    },
    {
      slug: "watermark-remover",
      aliases: ["watermark-removal", "remove-watermark"],
      key: "remove_watermark",
      icon: Stamp,
      tool: "remove_watermark",
      mask: "required",
    },
    {
      slug: "blemish-removal",
      key: "remove_blemishes",
      icon: Droplets,
      tool: "remove_blemishes",
      mask: "required",
    },
    {
      slug: "upscale",
      aliases: ["upscaler"],
      key: "upscale",
      icon: ImageUpscale,
      tool: "upscale",
      options: [{ kind: "choice", name: "factor", values: [2, 4] }],
    },
    {
      slug: "enhancer",
      aliases: ["enhance"],
      key: "enhance",
      icon: WandSparkles,
      tool: "enhance",
      options: [strength],
    },
    { slug: "sharpen", key: "sharpen", icon: Focus, tool: "sharpen", options: [strength] },
    { slug: "denoise", key: "denoise", icon: Aperture, tool: "denoise", options: [strength] },
    {
      slug: "extender",
      aliases: ["extend", "outpaint"],
      key: "extend",
      icon: Expand,
      tool: "extend",
      options: [
        { kind: "edges", name: "edges", max: 50, initial: 20 },
        { kind: "choice", name: "fill", values: ["blur", "mirror"] },
      ],
      recipe: "image_to_image",
    },
  ]),
  ...group("style", [
    {
      slug: "sketch",
      key: "sketch",
      icon: PencilLine,
      tool: "sketch",
      options: [{ kind: "switch", name: "is_colored" }],
    },
    {
      slug: "line-art",
      key: "line_art",
      icon: PenTool,
      tool: "line_art",
      options: [{ kind: "number", name: "detail", min: 1, max: 100, step: 1, initial: 50 }],
    },
    {
      slug: "cartoon",
      key: "cartoon",
      icon: Smile,
      tool: "cartoon",
      options: [strength],
      recipe: "illustration",
    },
    {
      slug: "anime",
      key: "anime_look",
      icon: Sparkles,
      tool: "anime_look",
      options: [strength],
      recipe: "anime",
    },
    {
      slug: "illustration",
      key: "illustration",
      icon: Palette,
      tool: "illustration",
      options: [strength],
      recipe: "illustration",
    },
    {
      slug: "oil-painting",
      key: "oil_painting",
      icon: Paintbrush,
      tool: "oil_painting",
      options: [{ kind: "number", name: "radius", min: 2, max: 12, step: 1, initial: 5 }],
    },
    {
      slug: "pixel-art",
      key: "pixel_art",
      icon: Grid3x3,
      tool: "pixel_art",
      options: [{ kind: "number", name: "side", min: 16, max: 512, step: 8, initial: 96 }, colors],
    },
    {
      slug: "posterize",
      key: "posterize",
      icon: Brush,
      tool: "posterize",
      options: [{ kind: "number", name: "levels", min: 2, max: 16, step: 1, initial: 5 }],
    },
    {
      slug: "vectorize",
      key: "vectorize",
      icon: Spline,
      tool: "vectorize",
      options: [{ kind: "number", name: "detail", min: 1, max: 100, step: 1, initial: 50 }],
    },
    {
      slug: "animate-picture",
      key: "animate_picture",
      icon: Clapperboard,
      tool: "animate_picture",
      mask: "optional",
      options: [{ kind: "choice", name: "motion", values: ["zoom_in", "pan_left", "pan_right", "orbit"] }],
    },
  ]),
  ...group("people", [
    {
      slug: "avatar",
      key: "avatar",
      icon: CircleUserRound,
      tool: "avatar",
      options: [{ kind: "number", name: "side", min: 32, max: 1024, step: 32, initial: 512 }],
    },
    { slug: "headshot", key: "headshot", icon: UserRound, tool: "headshot" },
    {
      slug: "linkedin-photo",
      key: "linkedin_photo",
      icon: BriefcaseBusiness,
      tool: "linkedin_photo",
    },
    {
      slug: "id-photo",
      key: "id_photo",
      icon: IdCard,
      tool: "id_photo",
      mask: "optional",
      options: [{ kind: "color", name: "background", initial: "#ffffff" }],
    },
  ]),
  ...group("design", [
    {
      slug: "logo",
      key: "logo",
      icon: Shapes,
      tool: "logo",
      picture: "none",
      options: [
        text("name", true),
        text("tagline"),
        { kind: "choice", name: "shape", values: ["circle", "hexagon", "shield", "leaf", "wordmark"] },
        palette,
        { kind: "switch", name: "is_svg" },
      ],
    },
    {
      slug: "poster",
      key: "poster",
      icon: Image,
      tool: "poster",
      picture: "optional",
      options: [
        text("title", true),
        text("subtitle"),
        text("footer"),
        palette,
        { kind: "choice", name: "align", values: ["start", "center"] },
      ],
    },
    {
      slug: "wallpaper",
      key: "wallpaper",
      icon: Monitor,
      tool: "wallpaper",
      picture: "none",
      options: [
        {
          kind: "choice",
          name: "pattern",
          values: ["gradient", "waves", "circles", "triangles", "mountains"],
        },
        palette,
        text("text"),
        side("width", 1920),
        side("height", 1080),
      ],
    },
    {
      slug: "linkedin-banner",
      key: "linkedin_banner",
      icon: AppWindow,
      tool: "linkedin_banner",
      picture: "none",
      options: [text("name", true), text("tagline"), palette],
    },
  ]),
  ...group("files", [
    {
      slug: "compress",
      key: "compress",
      icon: FileArchive,
      tool: "compress",
      maxPixels: LARGE_MAX_PIXELS,
      options: [
        { kind: "number", name: "quality", min: 1, max: 100, step: 1, initial: 75 },
        { kind: "number", name: "side", min: 64, max: 2048, step: 64, initial: 2048 },
      ],
    },
    {
      slug: "convert",
      key: "convert",
      icon: Repeat,
      tool: "convert",
      maxPixels: LARGE_MAX_PIXELS,
      options: [{ kind: "choice", name: "format", values: ["jpeg", "png", "webp", "avif", "gif"] }],
    },
    {
      slug: "resize",
      key: "resize",
      icon: Scaling,
      tool: "resize",
      maxPixels: LARGE_MAX_PIXELS,
      options: [{ kind: "pixels", name: "width", min: 1, max: 2048, initial: 1024 }],
    },
    { slug: "thumbnail", key: "thumbnail", icon: Crop, tool: "thumbnail", maxPixels: LARGE_MAX_PIXELS },
    {
      slug: "rotate",
      key: "rotate",
      icon: RotateCw,
      tool: "rotate",
      options: [{ kind: "choice", name: "quarters", values: [1, 2, 3] }],
    },
    {
      slug: "flip",
      key: "flip",
      icon: FlipHorizontal2,
      tool: "flip",
      options: [{ kind: "choice", name: "direction", values: ["horizontal", "vertical"] }],
    },
  ]),
  ...group("model", [
    { slug: "text-to-image", key: "text_to_image", icon: Sparkles, tool: null, recipe: "text_to_image" },
    { slug: "image-to-image", key: "image_to_image", icon: ImagePlus, tool: null, recipe: "image_to_image" },
    {
      slug: "photo-to-text",
      aliases: ["image-to-text"],
      key: "photo_to_text",
      icon: ScanText,
      tool: null,
      asks: "photo_to_text",
    },
    { slug: "ask-about-image", key: "ask_image", icon: MessageCircleQuestion, tool: null, asks: "nothing" },
    { slug: "face-swap", key: "face_swap", icon: Drama, tool: null },
    { slug: "video", key: "video", icon: Video, tool: null, page: IMAGE_PLACES.videos },
  ]),
];

/** Names of the tools in the texts. */
export type ToolKey =
  | "remove_background"
  | "change_background"
  | "erase_area"
  | "remove_object"
  | "remove_text"
  | "remove_watermark"
  | "remove_blemishes"
  | "upscale"
  | "enhance"
  | "sharpen"
  | "denoise"
  | "extend"
  | "sketch"
  | "line_art"
  | "cartoon"
  | "anime_look"
  | "illustration"
  | "oil_painting"
  | "pixel_art"
  | "posterize"
  | "vectorize"
  | "animate_picture"
  | "avatar"
  | "headshot"
  | "linkedin_photo"
  | "id_photo"
  | "logo"
  | "poster"
  | "wallpaper"
  | "linkedin_banner"
  | "compress"
  | "convert"
  | "resize"
  | "thumbnail"
  | "rotate"
  | "flip"
  | "text_to_image"
  | "image_to_image"
  | "photo_to_text"
  | "ask_image"
  | "face_swap"
  | "video";

export const toolsInGroup = (name: ToolGroup): readonly ToolEntry[] =>
  TOOL_TABLE.filter((entry) => entry.group === name);

/** Returns the entry of a path's last part. */
export const toolAt = (slug: string): ToolEntry | undefined =>
  TOOL_TABLE.find((entry) => entry.slug === slug || entry.aliases?.includes(slug));

/** Returns the entry of a tool by its name at the server. */
export const toolOf = (tool: string | null): ToolEntry | undefined =>
  tool === null ? undefined : TOOL_TABLE.find((entry) => entry.tool === tool);
