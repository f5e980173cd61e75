import {
  BookOpen,
  BriefcaseBusiness,
  Camera,
  Cat,
  Disc3,
  Flower2,
  Hexagon,
  Image,
  type LucideIcon,
  Mail,
  Megaphone,
  Monitor,
  Palette,
  PenTool,
  Smartphone,
  Sofa,
  SquarePlay,
  Sticker,
  Utensils,
} from "lucide-react";
import type { CreateSettings } from "../studio/create-settings";

/** Headings of the quick apps, in their order. */
export const APP_GROUPS = ["photos", "brand", "print", "screen"] as const;
export type AppGroup = (typeof APP_GROUPS)[number];

/** Choices of the forms, with the words that each puts into the prompt. */
export const CHOICES = {
  light: ["studio", "natural", "dramatic"],
  design: ["modern", "minimal", "playful", "vintage"],
  detail: ["simple", "detailed"],
} as const;
export type ChoiceName = keyof typeof CHOICES;

/** Texts that people write into the forms. The first of an app is what it makes; it is required. */
export type SubjectName =
  | "product"
  | "dish"
  | "room"
  | "clothes"
  | "brand"
  | "motif"
  | "character"
  | "title"
  | "occasion"
  | "topic"
  | "scene";
export type DetailName = "about" | "words" | "colors";

/** A recipe with a short form: it fills the prompt and the settings of the studio. */
export interface QuickApp {
  /** Name in the texts: `app.<name>`, `app_hint.<name>` and `app_prompt.<name>`. */
  name: AppName;
  icon: LucideIcon;
  group: AppGroup;
  subject: SubjectName;
  details: readonly DetailName[];
  choice?: ChoiceName;
  settings: Partial<CreateSettings>;
  /** True if it works only with a picture of the person's. */
  needsReference?: true;
  /** Slug of the image tool that does the same without a model. */
  tool?: string;
}

export type AppName =
  | "product_photo"
  | "food_photo"
  | "interior"
  | "linkedin_photo"
  | "logo"
  | "app_icon"
  | "mascot"
  | "sticker"
  | "poster"
  | "book_cover"
  | "album_cover"
  | "greeting_card"
  | "coloring_page"
  | "tattoo"
  | "social_post"
  | "video_thumbnail"
  | "wallpaper"
  | "pattern";

type Row = Omit<QuickApp, "group" | "details"> & Partial<Pick<QuickApp, "details">>;

const group = (name: AppGroup, rows: readonly Row[]): readonly QuickApp[] =>
  rows.map((row) => ({ details: [], ...row, group: name }));

const SQUARE = { ratio: "1:1" };
const WIDE = { ratio: "16:9" };
const TALL = { ratio: "2:3" };

export const APPS: readonly QuickApp[] = [
  ...group("photos", [
    {
      name: "product_photo",
      icon: Camera,
      subject: "product",
      choice: "light",
      settings: SQUARE,
      tool: "change-background",
    },
    { name: "food_photo", icon: Utensils, subject: "dish", choice: "light", settings: { ratio: "3:2" } },
    { name: "interior", icon: Sofa, subject: "room", choice: "design", settings: { ratio: "3:2" } },
    {
      name: "linkedin_photo",
      icon: BriefcaseBusiness,
      subject: "clothes",
      choice: "light",
      settings: SQUARE,
      needsReference: true,
      tool: "linkedin-photo",
    },
  ]),
  ...group("brand", [
    {
      name: "logo",
      icon: Hexagon,
      subject: "brand",
      details: ["about", "colors"],
      choice: "design",
      settings: { ...SQUARE, transparent: true },
      tool: "logo",
    },
    { name: "app_icon", icon: Smartphone, subject: "motif", details: ["colors"], settings: SQUARE },
    {
      name: "mascot",
      icon: Cat,
      subject: "character",
      choice: "design",
      settings: { ...SQUARE, transparent: true },
    },
    {
      name: "sticker",
      icon: Sticker,
      subject: "motif",
      details: ["words"],
      settings: { ...SQUARE, transparent: true },
    },
  ]),
  ...group("print", [
    {
      name: "poster",
      icon: Image,
      subject: "title",
      details: ["about", "colors"],
      choice: "design",
      settings: TALL,
      tool: "poster",
    },
    {
      name: "book_cover",
      icon: BookOpen,
      subject: "title",
      details: ["about"],
      choice: "design",
      settings: TALL,
    },
    { name: "album_cover", icon: Disc3, subject: "title", details: ["about", "colors"], settings: SQUARE },
    {
      name: "greeting_card",
      icon: Mail,
      subject: "occasion",
      details: ["words"],
      choice: "design",
      settings: { ratio: "3:4" },
    },
    { name: "coloring_page", icon: Palette, subject: "scene", choice: "detail", settings: { ratio: "3:4" } },
    { name: "tattoo", icon: PenTool, subject: "motif", choice: "detail", settings: SQUARE },
  ]),
  ...group("screen", [
    {
      name: "social_post",
      icon: Megaphone,
      subject: "topic",
      details: ["words"],
      choice: "design",
      settings: SQUARE,
    },
    { name: "video_thumbnail", icon: SquarePlay, subject: "topic", details: ["words"], settings: WIDE },
    {
      name: "wallpaper",
      icon: Monitor,
      subject: "scene",
      details: ["colors"],
      settings: WIDE,
      tool: "wallpaper",
    },
    { name: "pattern", icon: Flower2, subject: "motif", details: ["colors"], settings: SQUARE },
  ]),
];

export const appNamed = (name: string | undefined): QuickApp | undefined =>
  APPS.find((app) => app.name === name);
