import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The page that is part of the app; `src-tauri` takes it in when it is built. */
export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
