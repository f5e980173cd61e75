import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The server that answers /api while developing; `make run` serves on this address.
const server = process.env.ENSEMBLE_DEV_SERVER ?? "http://127.0.0.1:7070";

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss()],
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: {
    proxy: { "/api": server, "/v1": server },
  },
});
