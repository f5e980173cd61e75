import { SHARE_ADDRESS } from "@ensemble/blocks/sharing/share-address.ts";
import { directionOf, OFFERED_LOCALES, type OfferedLocale } from "@ensemble/i18n/locales.ts";

/** Icons of the app: file, look, and manifest entry. */
export const ICONS = [
  { file: "icons/icon-192.png", look: { pixels: 192, ground: "round", scale: 1 }, purpose: "any" },
  { file: "icons/icon-512.png", look: { pixels: 512, ground: "round", scale: 1 }, purpose: "any" },
  { file: "icons/maskable-192.png", look: { pixels: 192, ground: "full", scale: 0.8 }, purpose: "maskable" },
  { file: "icons/maskable-512.png", look: { pixels: 512, ground: "full", scale: 0.8 }, purpose: "maskable" },
  { file: "icons/badge-96.png", look: { pixels: 96, ground: "none", scale: 1.35 }, purpose: "monochrome" },
  { file: "icons/apple-touch-180.png", look: { pixels: 180, ground: "full", scale: 0.95 }, purpose: null },
] as const;

/** File types for the manifest that the composer accepts; unreadable files are rejected there. */
const SHARED_FILES = [
  "image/*",
  "text/*",
  "application/pdf",
  "application/json",
  ".md",
  ".csv",
  ".docx",
  ".xlsx",
  ".pptx",
];

/** Texts of the manifest, from the frame. */
export interface ManifestTexts {
  description: string;
  new_chat: string;
  chats: string;
  web_search: string;
  bots: string;
}

export const manifestFile = (locale: OfferedLocale): string =>
  locale === "en" ? "manifest.webmanifest" : `manifest.${locale}.webmanifest`;

export const MANIFEST_LOCALES = OFFERED_LOCALES;

/**
 * Returns the web app manifest in one language. Its addresses are relative to its own: the server may lie under a path. Without an
 * id the app is told from others by its start page.
 */
export function manifest(locale: OfferedLocale, texts: ManifestTexts): string {
  const icon = [{ src: "icons/icon-192.png", sizes: "192x192", type: "image/png" }];
  const shortcut = (name: string, url: string) => ({ name, url, icons: icon });
  return JSON.stringify({
    name: "Ensemble",
    short_name: "Ensemble",
    description: texts.description,
    lang: locale,
    dir: directionOf(locale),
    start_url: "./",
    scope: "./",
    display: "standalone",
    background_color: "#f7f5f3",
    theme_color: "#f7f5f3",
    color_scheme_dark: { background_color: "#11100f", theme_color: "#11100f" },
    categories: ["productivity", "utilities"],
    launch_handler: { client_mode: ["navigate-existing", "auto"] },
    icons: ICONS.filter(({ purpose }) => purpose !== null).map(({ file, look, purpose }) => ({
      src: file,
      sizes: `${look.pixels}x${look.pixels}`,
      type: "image/png",
      purpose,
    })),
    shortcuts: [
      shortcut(texts.new_chat, "home/chat"),
      shortcut(texts.chats, "home"),
      shortcut(texts.web_search, "home/search"),
      shortcut(texts.bots, "bots"),
    ],
    share_target: {
      action: SHARE_ADDRESS.slice(1),
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: "files", accept: SHARED_FILES }],
      },
    },
  });
}
