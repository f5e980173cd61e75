import { serve } from "@ensemble/blocks/testing";
import type { Definition } from "@ensemble/feature-powerups/operations";
import { testDefinition, testPowerup } from "@ensemble/feature-powerups/testing";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SeenPage } from "../page/page-text";

const BEFORE = "https://a.example/tides?day=1";
const SENT = [{ kind: "text", chars: 5, detail: null, is_cut: false }];

/** The tab beside the panel, and what its page answers. */
const page = vi.hoisted(() => ({
  url: "" as string | undefined,
  incognito: false,
  /** Address of the document that is read; the tab may be ahead of it. */
  read: "",
  /** Address of the document when it is looked at again. */
  later: "",
  text: "",
  selected: "",
  /** Part that was named to the reader; it is lost with the document. */
  told: null as string | null,
  losesPart: false,
  error: null as string | null,
}));
const approves = vi.hoisted(() => ({ is: true, asked: [] as unknown[] }));

const seen = (): SeenPage => ({
  title: "Tides",
  lang: "en",
  address: "https://a.example/tides",
  host: "a.example",
  selected: page.told === "selection" ? page.selected : "",
  selectedTree: "",
  tree: page.told === "all" ? `\u0001p\u0005${page.text}\u0002` : "",
  hasCaptions: false,
  leftOut: { fields: 0, pictures: 0, frames: 0 },
});

vi.mock("wxt/browser", () => ({
  browser: {
    tabs: {
      getCurrent: async () => undefined,
      query: async () => [{ id: 1, url: page.url, incognito: page.incognito, lastAccessed: 1 }],
    },
    permissions: { contains: async () => false },
    scripting: {
      executeScript: async ({ files, args }: { files?: string[]; args?: string[] }) => {
        if (page.error) throw new Error(page.error);
        if (args) {
          page.told = args[0] ?? null;
          return [{ result: undefined }];
        }
        if (!files) return [{ result: `1 ${page.later}` }];
        const wanted = page.losesPart ? null : page.told;
        return [{ result: { mark: `1 ${page.read}`, wanted, seen: seen() } }];
      },
    },
  },
}));
vi.mock("../panel/page/receipts", () => ({
  askForSite: async (asked: unknown) => {
    approves.asked.push(asked);
    return approves.is;
  },
}));
const { runOnPage } = await import("./run-on-page");

const run = async (change: Partial<Definition> = {}) => {
  const requests = serve({ "POST /api/powerups/p1/runs": { run_id: "r1", model_name: "Llama", sent: SENT } });
  const powerup = testPowerup({ definition: testDefinition(change) });
  const result = await runOnPage(powerup, { tone: ["Dry"] }).catch((error: unknown) => error);
  return { result, requests };
};

beforeEach(() => {
  Object.assign(page, {
    url: BEFORE,
    incognito: false,
    read: BEFORE,
    later: BEFORE,
    losesPart: false,
    error: null,
  });
  Object.assign(page, { text: "High water at noon.", selected: "noon", told: null });
  Object.assign(approves, { is: true, asked: [] });
});

describe("a PowerUP", () => {
  test("that reads the page sends its text and no selection, and says so with the address", async () => {
    const { result, requests } = await run({ reads: "all" });
    expect(requests[0]?.body).toEqual({
      text: "High water at noon.",
      values: { tone: ["Dry"] },
      title: "Tides",
      forget: false,
    });
    expect(result).toMatchObject({
      sent: [{ kind: "page", detail: "https://a.example/tides", is_cut: false }],
    });
    expect(approves.asked).toMatchObject([{ text: "High water at noon." }]);
  });

  test("that reads the selection sends nothing around it", async () => {
    const { result, requests } = await run({ reads: "selection" });
    expect(requests[0]?.body).toMatchObject({ text: "noon" });
    expect(result).toMatchObject({ sent: [{ kind: "selection" }] });
    page.selected = "";
    expect((await run({ reads: "selection" })).result).toMatchObject({ trouble: { kind: "no_selection" } });
  });

  test("that reads nothing does not look at the page", async () => {
    page.error = "must not be read";
    const { requests } = await run({ reads: "none" });
    expect(requests[0]?.body).toEqual({ values: { tone: ["Dry"] }, forget: false });
    expect(approves.asked).toEqual([]);
    page.url = undefined;
    const sites = { scope: "site", patterns: ["a.example"] } as const;
    const hidden = await run({ reads: "none", sites: { ...sites, patterns: [...sites.patterns] } });
    expect(hidden.result).toMatchObject({ trouble: { kind: "closed", by: "not_allowed", pattern: "*" } });
  });

  test("gets a long page as far as the server takes it", async () => {
    page.text = "Tide. ".repeat(20_000);
    const { result, requests } = await run({ reads: "all" });
    expect((requests[0]?.body as { text?: string } | undefined)?.text?.length).toBeLessThanOrEqual(50_000);
    expect(result).toMatchObject({ sent: [{ is_cut: true }] });
    // The cut falls into the middle of a character.
    page.text = `a${"🌊".repeat(40_000)}`;
    const halved = (await run({ reads: "all" })).requests[0]?.body as { text?: string } | undefined;
    expect(halved?.text?.isWellFormed()).toBe(true);
  });

  test("leaves nothing of a private window in the history", async () => {
    page.incognito = true;
    expect((await run({ reads: "all" })).requests[0]?.body).toMatchObject({ forget: true });
  });
});

describe("nothing is sent", () => {
  const kindOf = async (change: Partial<Definition>) => {
    const { result, requests } = await run(change);
    expect(requests).toEqual([]);
    return (result as { trouble?: { kind: string } }).trouble?.kind ?? (result as Error).constructor.name;
  };
  const onA = { sites: { scope: "url" as const, patterns: [BEFORE] }, reads: "all" as const };

  test("of a page that changed while it was read, or while its person looked at what is sent", async () => {
    page.losesPart = true;
    expect(await kindOf(onA)).toBe("changed");
    page.losesPart = false;
    page.later = "https://a.example/tides?day=2";
    expect(await kindOf(onA)).toBe("changed");
    page.error = "The frame was removed.";
    expect(await kindOf(onA)).toBe("changed");
  });

  test("of another page than the PowerUP runs on, though the tab showed that one before", async () => {
    page.read = "https://bank.example/";
    expect(await kindOf(onA)).toBe("wrong_site");
    page.url = "https://bank.example/";
    expect(await kindOf({ ...onA, reads: "none" })).toBe("wrong_site");
  });

  test("that its person keeps, or that there is not", async () => {
    approves.is = false;
    expect(await kindOf({ reads: "all" })).toBe("NotSent");
    page.text = "";
    expect(await kindOf({ reads: "all" })).toBe("empty");
    page.error = "Cannot access a chrome:// URL";
    page.url = "chrome://settings";
    expect(await kindOf({ reads: "all" })).toBe("closed");
  });
});
