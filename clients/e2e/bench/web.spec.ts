import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser, CDPSession, Page, Request } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { becomeOperator } from "../harness/people.ts";
import { builtProgram, freePort, Program, repository } from "../harness/program.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { type Figure, markWhenUsable, median, VISITS } from "./figures.ts";
import { measureFirstLoadOnPhone } from "./first-load-on-phone.ts";

const run = promisify(execFile);
const text = textsOf("chat");

const MESSAGES = 2_000;
const BRANCHES = 40;
/** Models that each write 20,000 tokens at 100 a second. */
const LONG_MODELS = ["long", "long-b", "long-c", "long-d"];
/** Duration for which several answers are watched. */
const SEVERAL_FOR_MS = 60_000;
/** Duration of a frame at 60 a second, plus the resolution of the clock. */
const FRAME_MS = 17.5;
/**
 * Maximum pause between renders: ten a second plus a frame. Rendering less often would be cheap, but not
 * streaming.
 */
const PAUSE_MS = 135;

test("the web client's figures", async ({ page, server, browser }, info) => {
  test.setTimeout(900_000);
  const upstream = `127.0.0.1:${await freePort()}`;
  const provider = Program.start("bench", ["upstream", upstream], {
    env: {},
    folder: info.outputPath(),
    logFile: info.outputPath("upstream.log"),
  });
  await provider.ready(async () => (await fetch(`http://${upstream}/v1/models`)).ok);
  await becomeOperator(page, server);
  await call(page, "POST", "/api/models/connections", {
    name: "Bench",
    protocol: "openai_compatible",
    base_url: `http://${upstream}/v1`,
    api_key: "sk-bench",
  });

  const figures = [
    ...(await measureFirstVisit(browser, page, server.url)),
    ...(await measureFirstLoadOnPhone(browser, page, server.url)),
    ...(await measureBranches(page, server)),
    ...(await measureStreaming(page, server, LONG_MODELS.slice(0, 1))),
    ...(await measureStreaming(page, server, LONG_MODELS)),
  ];
  await provider.end("SIGKILL");
  const out = process.env.BENCH_OUT ?? join(repository, "bench/results/web.json");
  writeFileSync(out, JSON.stringify(figures, null, 2));
});

/** Measures the load and wait of a browser with an empty cache until the composer is usable. */
async function measureFirstVisit(browser: Browser, page: Page, url: string): Promise<Figure[]> {
  const state = await page.context().storageState();
  const usable: number[] = [];
  const scriptBytes: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext({ storageState: { cookies: state.cookies, origins: [] } });
    const fresh = await context.newPage();
    const scripts: Request[] = [];
    fresh.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request);
    });
    await fresh.addInitScript(markWhenUsable, text("message_label"));
    await fresh.goto(`${url}/home/chat`, { waitUntil: "commit" });
    const handle = await fresh.waitForFunction(() => performance.getEntriesByName("usable")[0]?.startTime);
    const usableAt = (await handle.jsonValue()) as number;
    usable.push(usableAt);
    // Everything requested by then, even if it arrived later, because it shares the bandwidth.
    const asked = await fresh.evaluate(addressesAskedBefore, usableAt);
    const sizes = await Promise.all(scripts.filter((one) => asked.includes(one.url())).map(weigh));
    scriptBytes.push(sizes.reduce((sum, size) => sum + size, 0));
    await context.close();
  }
  return [
    {
      name: "web: first JavaScript until one can write, gzipped",
      unit: "KB",
      at_most: 170,
      measured: median(scriptBytes) / 1_000,
    },
    { name: "web: chat usable after navigation, median", unit: "ms", at_most: 600, measured: median(usable) },
  ];
}

/**
 * Measures answers of 20,000 tokens at 100 a second in a chat of 2,000 messages, one or several side by side:
 * the load of the main thread, and the delay until words are shown.
 */
async function measureStreaming(
  page: Page,
  server: { url: string; storeUrl: string },
  models: readonly string[],
): Promise<Figure[]> {
  await page.goto(`${server.url}/home/chat/chat/${await seed(page, server, 1)}`);
  const chat = new Chat(page);
  const [first = ""] = models;
  await (models.length > 1 ? chat.chooseSeveral(models) : chat.chooseModel(first));
  await chat.ask("Write for a long time");
  await expect(chat.stopButton).toBeVisible();

  const devtools = await page.context().newCDPSession(page);
  // Time during which other processes have the core does not count.
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(noteDrawings);
  const before = await busySeconds(devtools);
  const began = performance.now();
  if (models.length > 1) {
    // The cost of a minute is informative; it has no limit.
    await page.waitForTimeout(SEVERAL_FOR_MS);
    await chat.stopButton.first().click();
  }
  await expect(chat.stopButton).toBeHidden({ timeout: 300_000 });
  const elapsed = (performance.now() - began) / 1_000;
  const busy = (await busySeconds(devtools)) - before;
  const drawings = await page.evaluate(() => performance.getEntriesByName("drawn").map((at) => at.startTime));
  const pauses = drawings.slice(1).map((at, index) => at - (drawings[index] ?? at));
  const alone = models.length === 1;
  const what = alone ? "20,000 tokens" : `${models.length} answers of 20,000 tokens`;
  return [
    {
      name: `web: main thread busy while ${what} stream into 2,000 messages`,
      unit: "%",
      at_most: alone ? 15 : null,
      measured: (busy / elapsed) * 100,
    },
    {
      name: `web: pauses between their words on the screen (${models.length}), 95 of 100 within`,
      unit: "ms",
      at_most: PAUSE_MS,
      measured: pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length * 0.95)] ?? 0,
    },
  ];
}

/** In the page: records each change of the streaming text, at most once per frame. */
function noteDrawings(): void {
  const log = document.querySelector("[role=log]");
  let noted = false;
  const note = () => {
    if (noted) return;
    noted = true;
    performance.mark("drawn");
    requestAnimationFrame(() => {
      noted = false;
    });
  };
  if (log) new MutationObserver(note).observe(log, { subtree: true, childList: true, characterData: true });
}

/** In the page, whose clock can order requests exactly: returns the addresses requested before a moment. */
function addressesAskedBefore(moment: number): string[] {
  const asked = performance.getEntriesByType("resource").filter((entry) => entry.startTime <= moment);
  return asked.map((entry) => entry.name);
}

/** Returns the gzipped size of a script. */
async function weigh(request: Request): Promise<number> {
  const response = await request.response();
  return response ? gzipSync(await response.body(), { level: 9 }).length : 0;
}

/** Measures opening and scrolling a chat of 2,000 messages with 40 branches from the list. */
async function measureBranches(page: Page, server: { url: string; storeUrl: string }): Promise<Figure[]> {
  const id = await seed(page, server, BRANCHES);
  const opened: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    await page.goto(`${server.url}/home/chat`);
    await page.locator(`a[href*="${id}"]`).first().waitFor();
    opened.push(await page.evaluate(openFromList, id));
  }
  const frames = (await page.evaluate(scrollUp)).toSorted((a, b) => a - b);
  const late = frames.filter((frame) => frame > FRAME_MS).length;
  return [
    {
      name: "web: a chat of 2,000 messages with 40 branches opened, median",
      unit: "ms",
      at_most: 300,
      measured: median(opened),
    },
    {
      name: "web: scrolling it, 95 of 100 frames within",
      unit: "ms",
      at_most: FRAME_MS,
      measured: frames[Math.floor(frames.length * 0.95)] ?? 0,
    },
    {
      name: "web: frames of it that came late",
      unit: "%",
      at_most: null,
      measured: (late / frames.length) * 100,
    },
    { name: "web: the longest of them", unit: "ms", at_most: null, measured: frames.at(-1) ?? 0 },
  ];
}

/** In the page: clicks the chat in the list and waits until its newest message is painted. */
function openFromList(id: string): Promise<number> {
  return new Promise((done) => {
    const began = performance.now();
    document.querySelector<HTMLElement>(`a[href*="${id}"]`)?.click();
    const look = () => {
      const shown = document.querySelectorAll("[role=log] article").length > 0;
      if (!shown) requestAnimationFrame(look);
      // The current document is on the screen after this frame.
      else requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)));
    };
    requestAnimationFrame(look);
  });
}

/** In the page: scrolls up at reading speed and faster, and returns the duration of each frame. */
function scrollUp(): Promise<number[]> {
  return new Promise((done) => {
    const box = document.querySelector("[role=log]");
    const frames: number[] = [];
    let last = performance.now();
    const step = (now: number) => {
      frames.push(now - last);
      last = now;
      box?.scrollBy(0, -90);
      if (frames.length < 400) requestAnimationFrame(step);
      else done(frames.slice(10));
    };
    requestAnimationFrame(step);
  });
}

/** Writes a chat of 2,000 messages for the page's person and returns its id. */
async function seed(page: Page, server: { storeUrl: string }, branches: number): Promise<string> {
  const { me } = await call<{ me: { id: string; workspace_id: string } }>(
    page,
    "GET",
    "/api/accounts/session",
  );
  const { stdout } = await run(builtProgram("bench"), [
    "seed",
    ...["--store", server.storeUrl],
    ...["--user-id", me.id],
    ...["--workspace-id", me.workspace_id],
    ...["--messages", String(MESSAGES)],
    ...["--branches", String(branches)],
  ]);
  return stdout.trim();
}

async function busySeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}
