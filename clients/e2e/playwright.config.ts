import { defineConfig } from "@playwright/test";

/** Chromium flags: root has no sandbox, and a test machine has neither a GPU nor internet access. */
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

const files = (names: string) => names.split(" ").map((name) => `journeys/${name}.spec.ts`);

/**
 * Journeys of `make test`, beside those on a phone: what loses data, opens doors or stops everything where it breaks, and the main path of each area.
 * `make journeys` makes all of them, which takes an hour on a crowded machine (decision 1013).
 */
const core = files(
  "access accounts agents artifacts base-path bot-extras chat documents durability extension extension-firefox extension-packages " +
    "extension-panel faults hostile image-editor look memory openai-client payments portability " +
    "prompts reading research schedules search sharing tools videos",
);
/**
 * Journeys in which the database answers for what is promised: nothing is lost, full-text search, the same data
 * in every window, archives. All others test the client; the areas' own tests cover both databases.
 */
const onBoth = files("chat durability history portability");

const isCore = process.env.E2E_JOURNEYS === "core";
const isAgain = process.env.E2E_STORE === "postgres";
const once = isCore ? core : "journeys/*.spec.ts";
const again = isCore ? files("durability") : onBoth;

/** Headless Chromium without window parts, in which a journey takes two thirds of the time. */
const shell = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
/**
 * Options for the full browser, which push messages and extensions need; the headless shell supports neither.
 */
const whole = { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags };

export default defineConfig({
  testDir: ".",
  outputDir: `test-results/${process.env.E2E_STORE ?? "sqlite"}`,
  fullyParallel: true,
  // Browsers draw on the processor: four at a time on two cores take longer than two.
  workers: 2,
  forbidOnly: true,
  // On two shared cores a browser may stall. A journey that passes only on the second attempt is reported
  // as "flaky".
  retries: process.env.CI ? 1 : 0,
  // A journey takes seven seconds on two usual cores, and a minute on those of a crowded machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    locale: "en-GB",
    timezoneId: "UTC",
    // Recording takes a quarter of the time, so it is done only on a retry, or where it is asked for.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "on-first-retry",
    screenshot: "only-on-failure",
    // Service workers are blocked; journeys about them allow them.
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: shell, args: flags },
  },
  projects: [
    {
      name: "wide",
      testMatch: isAgain ? again : once,
      testIgnore: ["journeys/phone.spec.ts", "journeys/installed*.spec.ts"],
      use: wide,
    },
    {
      name: "installed",
      testMatch: isAgain || isCore ? [] : "journeys/installed*.spec.ts",
      use: { ...wide, launchOptions: whole },
    },
    { name: "phone", testMatch: isAgain ? [] : "journeys/phone.spec.ts", use: phone },
    { name: "pictures", testMatch: "pictures/*.spec.ts", use: wide },
    // Recording would be measured too.
    { name: "bench", testMatch: "bench/*.spec.ts", use: { ...wide, trace: "off" } },
  ],
});
