import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultAllowedOrigins, defineConfig } from "vite";
import { popupsAndParts } from "../ui/build/popups-and-parts.ts";
import { artifactModules } from "./build/artifact-modules.ts";
import { basePath } from "./build/base-path.ts";
import { pdfFiles } from "./build/pdf-files.ts";
import { phoneFiles } from "./build/phone-files.ts";
import { preloadLists } from "./build/preload-lists.ts";
import { startTexts } from "./build/start-texts.ts";

// Server for /api during development; `make run` serves on this address.
const server = process.env.ENSEMBLE_DEV_SERVER ?? "http://127.0.0.1:7070";

/** Scripts that every page has loaded. */
const FIRST_FILES = /(?:^|\/)(?:react|first|rolldown-runtime)-[^/]+\.js$/;

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    pdfFiles(),
    phoneFiles(),
    startTexts(),
    preloadLists(),
    basePath(),
  ],
  html: { cspNonce: "__CSP_NONCE__" },
  resolve: {
    alias: {
      // Every diagram uses the Dagre layout: ELK is large, and one of its two licenses is the GPL.
      "elkjs/lib/elk.bundled.js": fileURLToPath(new URL("../blocks/diagrams/no-elk.ts", import.meta.url)),
      // Its browser build decodes `&amp;` in Markdown by writing HTML, which our content policy
      // forbids.
      "decode-named-character-reference": fileURLToPath(
        new URL("../../node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
    },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first scripts are there before anything else is asked for: naming them with each page costs bytes.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "js" ? files.filter((file) => !FIRST_FILES.test(file)) : files,
    },
    manifest: true,
    rolldownOptions: {
      output: {
        // The first script names all others: a letter less of each is a fifth of a kilobyte.
        chunkFileNames: "assets/[name]-[hash:7].js",
        // By default every icon and small shared file is a request of its own: a hundred for the
        // first page.
        codeSplitting: {
          groups: [
            // Apart from our code, which changes more often.
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: "first", tags: ["$initial"], priority: 3 },
            // The settings list and the palette show the pages of all areas at once.
            { name: "settings-panels", test: /[\\/]features[\\/]\w+[\\/]panels\.ts$/, priority: 2 },
            popupsAndParts,
          ],
        },
      },
    },
  },
  // The diagram renderer is a separate program: it runs in a frame that shares nothing with the page.
  worker: {
    format: "es",
    plugins: () => [
      artifactModules(),
      {
        // Labels are text, never formulas: a second KaTeX would be unused.
        name: "no-formulas-in-diagrams",
        resolveId: (id) => (id === "katex" ? "\0no-katex" : null),
        load: (id) => (id === "\0no-katex" ? "export default null" : null),
      },
    ],
  },
  // Discovered with the first diagram, it would take longer to prepare than a diagram may.
  optimizeDeps: { include: ["mermaid"] },
  server: {
    proxy: { "/api": server, "/v1": server },
    // The diagram frame has no origin, as behind the server, but may load its script.
    cors: { origin: [defaultAllowedOrigins, "null"] },
  },
});
