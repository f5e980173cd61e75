import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const TESTS = "clients/**/*.test.{ts,tsx}";
const NO_TESTS = ["**/node_modules/**", "**/dist/**", "clients/e2e/**"];

/**
 * Test files that need modules of their own: they mock some, or say `@vitest-isolate` because they read what a module
 * keeps. All others share a worker's modules and DOM, which takes a quarter of the time (decision 0936).
 */
const isolated = readdirSync("clients", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes("node_modules"))
  .map((path) => `clients/${path}`)
  .filter((path) => /\bvi\.(mock|doMock|resetModules)\(|@vitest-isolate/.test(readFileSync(path, "utf8")));

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "happy-dom",
    restoreMocks: true,
    // Two busy cores make typing in a test slow; a test that hangs is still found.
    testTimeout: 60_000,
    // On two shared cores a test may be late, as a browser may.
    retry: process.env.CI ? 1 : 0,
    // Tests wait for timers more than for a core.
    maxWorkers: Math.max(4, availableParallelism()),
    setupFiles: ["clients/test-setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: [TESTS],
          exclude: [...NO_TESTS, ...isolated],
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: isolated, exclude: NO_TESTS } },
    ],
  },
});
