import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "happy-dom",
    include: ["clients/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**", "clients/e2e/**"],
    restoreMocks: true,
    // Two busy cores make typing in a test slow; a test that hangs is still found.
    testTimeout: 20_000,
  },
});
