import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "wxt";
import { keepSmall } from "./build/keep-small.ts";
import { pageBuild } from "./build/page-build.ts";
import { pageTextFiles } from "./build/page-texts.ts";
import { panelBuild } from "./build/panel-build.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * One source for Chrome, Edge and Firefox. `make extension` builds the packages (build/packages.ts).
 *
 * Requests minimal permissions at installation: the page that is open when the person asks, and storage.
 * Access to the server's address and to followed pages is requested when needed.
 */
export default defineConfig({
  srcDir: ".",
  outDir: "dist",
  imports: false,
  manifestVersion: 3,
  alias: { "@": at("src") },
  manifest: ({ browser }) => ({
    name: "__MSG_name__",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: [
      "activeTab",
      "contextMenus",
      "scripting",
      "storage",
      ...(browser === "firefox" ? [] : ["sidePanel"]),
    ],
    optional_host_permissions: ["http://*/*", "https://*/*"],
    action: { default_title: "__MSG_open__" },
    commands: {
      _execute_action: { suggested_key: { default: "Alt+Shift+E" } },
      "quick-panel": {
        suggested_key: { default: "Alt+Shift+Q" },
        description: "__MSG_quickPanel__",
      },
      // Not T: Chromium uses it itself and would assign no shortcut at all.
      "translate-page": {
        suggested_key: { default: "Alt+Shift+L" },
        description: "__MSG_translatePage__",
      },
    },
    omnibox: { keyword: "ens" },
    content_security_policy: {
      // Only the background connects, and to one server. `http:` only for this computer.
      extension_pages: [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
      ].join("; "),
    },
    ...(browser === "firefox"
      ? {
          browser_specific_settings: {
            gecko: {
              id: "extension@ensemble.invalid",
              strict_min_version: "140.0",
              data_collection_permissions: {
                required: ["authenticationInfo", "personalCommunications", "websiteContent"],
              },
            },
          },
        }
      : { minimum_chrome_version: "126" }),
  }),
  hooks: {
    "build:publicAssets": (_, files) => void files.push(...pageTextFiles()),
    "vite:build:extendConfig": (entrypoints, config) => {
      pageBuild(entrypoints, config);
      panelBuild(entrypoints, config);
    },
  },
  vite: () => ({
    plugins: [react({ compiler: true }), tailwindcss(), keepSmall()],
    build: { target: "es2024", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    resolve: {
      alias: {
        // Its browser build decodes `&amp;` in Markdown by writing HTML, which our content policy
        // forbids.
        "decode-named-character-reference": at(
          "../../node_modules/decode-named-character-reference/index.js",
        ),
      },
    },
  }),
});
