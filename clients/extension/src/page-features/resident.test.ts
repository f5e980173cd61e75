import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PageConfig, ResidentFeature } from "./feature";

type Listener = (message: unknown, sender: { id: string }) => void;
const listeners = new Set<Listener>();
/** The background's response to the next "hello"; it may be delayed. */
let hello: () => Promise<PageConfig>;
const sent: string[] = [];
vi.mock("wxt/browser", () => ({
  browser: {
    runtime: {
      id: "ours",
      sendMessage: async ({ name }: { name: string }) => {
        sent.push(name);
        return name === "page→background: hello" ? { answer: await hello() } : { answer: { loaded: true } };
      },
      onMessage: {
        addListener: (listener: Listener) => listeners.add(listener),
        removeListener: (listener: Listener) => listeners.delete(listener),
      },
    },
  },
}));
const { startResident } = await import("./resident");
const { seat } = await import("./feature");

const CONFIG: PageConfig = {
  features: ["selection", "avatar"],
  off: [],
  options: {},
  signedIn: true,
  server: "https://ensemble.example",
  locale: "en",
  direction: "ltr",
  theme: "auto",
};

/** Log of features that started and stopped. */
const seen: string[] = [];
const feature = (id: "selection" | "avatar", more: Partial<ResidentFeature> = {}): ResidentFeature => ({
  id,
  watch: ({ signal }) => {
    seen.push(`${id} begins`);
    signal.addEventListener("abort", () => seen.push(`${id} ends`));
  },
  ...more,
});
const features = [feature("selection"), feature("avatar", { heeds: ({ direction }) => direction })];

/** Notifies the page of a changed setting and waits until it was processed. */
async function change(config: Partial<PageConfig>): Promise<void> {
  hello = async () => ({ ...CONFIG, ...config });
  for (const listener of [...listeners]) listener({ name: "background→page: changed" }, { id: "ours" });
  await seat()?.ready;
  await seat()?.ready;
}

beforeEach(() => {
  hello = async () => CONFIG;
  seen.length = 0;
  sent.length = 0;
});
afterEach(() => seat()?.stop.abort());

describe("the script that listens in a page", () => {
  test("is there once, though it is put in twice while the background wakes", async () => {
    let wake: (config: PageConfig) => void = () => undefined;
    hello = () =>
      new Promise((resolve) => {
        wake = resolve;
      });
    const [first, second] = [startResident(features), startResident(features)];
    wake(CONFIG);
    await Promise.all([first, second]);
    expect(seen).toEqual(["selection begins", "avatar begins"]);
    expect(listeners.size).toBe(1);
  });

  test("leaves alone what nothing was switched of", async () => {
    await startResident(features);
    const told = vi.fn();
    (seat() as { changed: unknown }).changed = told;
    const { stop } = seat() as { stop: AbortController };
    await change({ theme: "dark", options: { writing: { button: false } } });
    expect(seen).toEqual(["selection begins", "avatar begins"]);
    expect(stop.signal.aborted).toBe(false);
    expect(told).toHaveBeenCalledWith(CONFIG);
    expect(seat()?.config?.theme).toBe("dark");

    await change({ options: { selection: { show: "alt" } } });
    expect(seen.slice(2)).toEqual(["selection ends", "selection begins"]);
    await change({ features: ["selection"], options: { selection: { show: "alt" } } });
    expect(seen.slice(4)).toEqual(["avatar ends"]);
    await change({ direction: "rtl", options: { selection: { show: "alt" } } });
    expect(seen.slice(5)).toEqual(["avatar begins"]);
    expect(stop.signal.aborted).toBe(false);
  });

  test("ends all for who is signed in no more, and begins for the next", async () => {
    await startResident(features);
    const { stop } = seat() as { stop: AbortController };
    await change({ signedIn: false });
    expect(stop.signal.aborted).toBe(true);
    expect(seen.slice(2)).toEqual(["selection ends", "avatar ends", "selection begins", "avatar begins"]);
    expect(listeners.size).toBe(1);
  });

  test("hears of a change while it is being told of the one before", async () => {
    await startResident(features);
    let answer: (config: PageConfig) => void = () => undefined;
    hello = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const tell = () => {
      for (const listener of [...listeners]) listener({ name: "background→page: changed" }, { id: "ours" });
    };
    tell();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    tell();
    answer({ ...CONFIG, features: ["selection"] });
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    answer({ ...CONFIG, features: [] });
    await seat()?.ready;
    expect(seen.slice(2)).toEqual(["avatar ends", "selection ends"]);
  });

  // decision 0749: "a feature that is off on a site is off with everything that calls it"
  test("takes no call of what is switched off, whoever calls, and loads nothing for it", async () => {
    hello = async () => ({ ...CONFIG, features: ["avatar"], off: ["selection"] });
    let callFromAvatar: () => void = () => undefined;
    await startResident([
      feature("avatar", {
        watch: ({ call }) => {
          callFromAvatar = () => call("selection", "ask");
        },
      }),
    ]);
    callFromAvatar();
    for (const listener of [...listeners])
      listener(
        { name: "background→page: call", request: { feature: "selection", what: "ask" } },
        { id: "ours" },
      );
    await seat()?.ready;
    const took = vi.fn();
    (seat() as { take: unknown }).take = took;
    seat()?.call({ feature: "selection", what: "ask" });
    seat()?.call({ feature: "translation", what: "toggle" });
    expect(took.mock.calls).toEqual([[{ feature: "translation", what: "toggle" }]]);
    expect(seat()?.waiting).toEqual([]);
    expect(sent).toEqual(["page→background: hello"]);
  });

  test("takes a call once it is set up, and asks once for the interface", async () => {
    const started = startResident(features);
    for (const listener of [...listeners])
      for (const what of ["ask", "keep"])
        listener({ name: "background→page: call", request: { feature: "selection", what } }, { id: "ours" });
    await started;
    await vi.waitFor(() => expect(seat()?.waiting.map(({ what }) => what)).toEqual(["ask", "keep"]));
    expect(sent).toEqual(["page→background: hello", "page→background: load interface"]);
  });

  test("does and asks nothing in a page that was loaded in advance, until somebody sees it", async () => {
    const page = document as { prerendering?: boolean };
    page.prerendering = true;
    const started = startResident(features);
    expect(seat()).toBeUndefined();
    expect(sent).toEqual([]);
    page.prerendering = false;
    document.dispatchEvent(new Event("prerenderingchange"));
    await started;
    expect(seen).toEqual(["selection begins", "avatar begins"]);
  });

  test("asks what has changed when its page comes back from the browser's cache", async () => {
    await startResident(features);
    hello = async () => ({ ...CONFIG, features: ["selection"] });
    const show = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    show(false);
    await seat()?.ready;
    expect(seen).toHaveLength(2);
    show(true);
    await seat()?.ready;
    expect(seen.slice(2)).toEqual(["avatar ends"]);
  });
});
