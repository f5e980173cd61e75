import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultAllowedOrigins, defineConfig } from "vite";
import { popupsAndParts } from "../ui/build/popups-and-parts.ts";
import { pdfFiles } from "./build/pdf-files.ts";
import { phoneFiles } from "./build/phone-files.ts";

// The server that answers /api while developing; `make run` serves on this address.
const server = process.env.ENSEMBLE_DEV_SERVER ?? "http://127.0.0.1:7070";

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), pdfFiles(), phoneFiles()],
  html: { cspNonce: "__CSP_NONCE__" },
  resolve: {
    alias: {
      // Every diagram is laid out by Dagre: ELK is large, and one of its two licences is the GPL.
      "elkjs/lib/elk.bundled.js": fileURLToPath(new URL("../blocks/diagrams/no-elk.ts", import.meta.url)),
      // Its build for browsers reads `&amp;` in Markdown by writing HTML, which our content policy forbids.
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
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        // Left alone, every icon and every small shared file becomes a request of its own: a hundred for the first page.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 3 },
            // The settings list and the palette show the panels of all areas at once.
            { name: "settings-panels", test: /[\\/]features[\\/]\w+[\\/]panels\.ts$/, priority: 2 },
            popupsAndParts,
          ],
        },
      },
    },
  },
  // What draws diagrams is a program of its own: it runs in a frame that shares nothing with the page.
  worker: {
    format: "es",
    plugins: () => [
      {
        // Labels are text, never formulas: a second KaTeX would lie there unused.
        name: "no-formulas-in-diagrams",
        resolveId: (id) => (id === "katex" ? "\0no-katex" : null),
        load: (id) => (id === "\0no-katex" ? "export default null" : null),
      },
    ],
  },
  // Found only when the first diagram is drawn, it would take longer to prepare than a diagram may.
  optimizeDeps: { include: ["mermaid"] },
  server: {
    proxy: { "/api": server, "/v1": server },
    // The frame that draws diagrams has no origin, as behind the server: it may fetch its script all the same.
    cors: { origin: [defaultAllowedOrigins, "null"] },
  },
});
