import type { CDPSession, Page } from "@playwright/test";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Processor time, which other programs on the machine do not make longer. */
  tdur?: number;
  args?: { data?: { url?: string } };
}

/** Trace of the tasks on a page's main thread. */
export class MainThread {
  private readonly events: TraceEvent[] = [];

  private constructor(private readonly devtools: CDPSession) {
    devtools.on(
      "Tracing.dataCollected",
      ({ value }) => void this.events.push(...(value as object[] as TraceEvent[])),
    );
  }

  static async trace(page: Page): Promise<MainThread> {
    const devtools = await page.context().newCDPSession(page);
    const thread = new MainThread(devtools);
    await devtools.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] },
    });
    return thread;
  }

  /** Ends the trace and returns the longest tasks in milliseconds of the threads on which `script` ran. */
  async longestTasks(script: string, count = 5): Promise<number[]> {
    const complete = new Promise((done) => this.devtools.once("Tracing.tracingComplete", done));
    await this.devtools.send("Tracing.end");
    await complete;
    await this.devtools.detach();
    const threads = new Set(
      this.events.filter(({ args }) => (args?.data?.url ?? "").endsWith(script)).map(threadOf),
    );
    return this.events
      .filter((event) => event.name === "RunTask" && threads.has(threadOf(event)))
      .map(({ tdur = 0 }) => Math.round(tdur / 1_000))
      .sort((a, b) => b - a)
      .slice(0, count);
  }
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
