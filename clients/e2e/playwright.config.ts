import { defineConfig } from "@playwright/test";

/** Root has no sandbox to give Chromium, and a test machine has no graphics card and no way out. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/**
 * Journeys about what a client does by itself, a peer of ours, or who pays whom: which database answers is nothing to what they
 * look at. What they store the areas' own tests store on both.
 */
const ofClients = [
  ...["access", "diagrams", "extension*", "hostile", "home", "installed*", "long-chat"],
  ...["model-files", "prompts", "tools*"],
  ...["affiliates", "billing", "operators", "payments", "rewards", "teams"],
];
const isAgain = process.env.E2E_STORE === "postgres";
const leftOut = ["phone", ...(isAgain ? ofClients : [])].map((name) => `journeys/${name}.spec.ts`);

export default defineConfig({
  testDir: ".",
  outputDir: `test-results/${process.env.E2E_STORE ?? "sqlite"}`,
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // On two shared cores a browser may stall. A journey that passes only the second time is named "flaky" in the report.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    trace: "retain-on-failure",
    // Pages are looked at without what answers in the network's place; journeys about it let it in.
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags },
  },
  projects: [
    { name: "wide", testMatch: "journeys/*.spec.ts", testIgnore: leftOut, use: wide },
    { name: "phone", testMatch: "journeys/phone.spec.ts", use: phone },
    { name: "pictures", testMatch: "pictures/*.spec.ts", use: wide },
    // What records a failing journey draws and reads along: it would be measured too.
    { name: "bench", testMatch: "bench/*.spec.ts", use: { ...wide, trace: "off" } },
  ],
});
