import type { Browser, CDPSession, Page } from "@playwright/test";
import { textsOf } from "../harness/texts.ts";
import { type Figure, markWhenUsable, median, VISITS } from "./figures.ts";

const text = textsOf("chat");

/** Phone of the lower middle class on a slow mobile network. */
const PROFILE = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 },
  screen: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
/** Part of a task that blocks nobody (Total Blocking Time). */
const UNNOTICED_MS = 50;
/** Time after the composer is usable in which what loads next may block the page as well. */
const LOADING_MS = 3_000;
/** Interval of looks at the page; each costs it a fraction of a millisecond. */
const LOOK_MS = 250;

/** Measures the first load on a phone: how soon one can type, and for how long the page does not react. */
export async function measureFirstLoadOnPhone(browser: Browser, page: Page, url: string): Promise<Figure[]> {
  const { cookies } = await page.context().storageState();
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext({ ...PROFILE.screen, storageState: { cookies, origins: [] } });
    visits.push(await visitOn(await context.newPage(), `${url}/home/chat`));
    await context.close();
  }
  return [
    {
      name: "web: chat usable on a slow phone (CPU 4x slower, 1.6 Mbit/s, 150 ms), median",
      unit: "ms",
      at_most: 2_000,
      measured: median(visits.map(({ usable }) => usable)),
    },
    {
      name: "web: main thread blocked while it loads there, median",
      unit: "ms",
      at_most: 200,
      measured: median(visits.map(({ blocked }) => blocked)),
    },
  ];
}

interface Visit {
  usable: number;
  blocked: number;
}

async function visitOn(page: Page, address: string): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", PROFILE.network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: PROFILE.cpu });
  await page.addInitScript(markWhenUsable, text("message_label"));
  const trace = await startTrace(devtools);
  await page.goto(address, { waitUntil: "commit" });
  const usable = await usableIn(devtools);
  await page.waitForTimeout(LOADING_MS);
  return { usable, blocked: blockedIn(await trace(), usable) };
}

/** Waits for the mark of `markWhenUsable`, without the scripts that Playwright brings into a page to look at it. */
async function usableIn(devtools: CDPSession): Promise<number> {
  const expression = 'performance.getEntriesByName("usable")[0]?.startTime';
  for (;;) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    const { result } = await devtools.send("Runtime.evaluate", { expression, returnByValue: true });
    if (typeof result.value === "number") return result.value;
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Begin in microseconds. */
  ts: number;
  /** Duration in microseconds of the thread's own time. */
  tdur?: number;
  dur?: number;
}

/** Starts a trace of all tasks; the returned function ends it and returns its events. */
async function startTrace(devtools: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  devtools.on(
    "Tracing.dataCollected",
    ({ value }) => void events.push(...(value as unknown as TraceEvent[])),
  );
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "blink.user_timing", "disabled-by-default-v8.compile"] },
  });
  return async () => {
    const complete = new Promise((done) => devtools.once("Tracing.tracingComplete", done));
    await devtools.send("Tracing.end");
    await complete;
    return events;
  };
}

/** Returns the milliseconds of the page's tasks beyond what goes unnoticed, without time of other processes. */
function blockedIn(events: readonly TraceEvent[], usable: number): number {
  const mark = events.find(({ name, ph }) => name === "usable" && ph !== "X");
  if (!mark) throw new Error("the trace does not include the mark of the composer");
  const begin = mark.ts - usable * 1_000;
  const own = events.filter(
    ({ pid, tid, ph, ts }) => pid === mark.pid && tid === mark.tid && ph === "X" && ts >= begin,
  );
  const tasks = own.filter(({ name }) => name === "ThreadControllerImpl::RunTask");
  // With developer tools open, V8 parses a script again at its first `Error`; without them it does not.
  const ofTools = own.filter(({ name }) => name === "V8.CollectSourcePositions");
  return tasks
    .map((task) => {
      const inside = ofTools.filter(({ ts }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0));
      const tools = inside.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
      return Math.max(0, ((task.tdur ?? 0) - tools) / 1_000 - UNNOTICED_MS);
    })
    .reduce((sum, blocked) => sum + blocked, 0);
}
