import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { Ensemble } from "./ensemble.ts";
import { FakeProvider } from "./fake-provider.ts";
import { markLoaded } from "./loaded-chat.ts";
import { connectAt, mina, signUpMember, signUpOperator } from "./people.ts";
import { PageWatch } from "./watch-page.ts";

/** Models of the fake provider: number of tokens, milliseconds between them, and the fault if any. */
export const models = {
  quick: "fake-t20-d5",
  /** Takes about three seconds. */
  brief: "fake-t60-d50",
  /** Takes eleven seconds, long enough for a person to look elsewhere. */
  long: "fake-t14-d800",
  /** Takes longer than any journey. */
  slow: "fake-t2000-d50",
  markdown: "atlas-large-md",
  /** Echoes its input at the speed of a model. */
  echoSlowly: "fake-d25-echo",
  /** Echoes its input. Has neither vision nor tools. */
  echo: "fake-echo",
  thoughtful: "fake-k30-t60-d5",
  unauthorized: "fake-e401",
  /** Returns 429 with a longer wait than the queue accepts. */
  busy: "fake-e429-r400",
  /** Returns 429 once, with a wait of two seconds. */
  busyOnce: "fake-e429-r2-n1-t20",
  brokenMidway: "fake-t40-d5-emid-a12",
  dropped: "fake-t40-d5-edrop-a12",
  silent: "fake-t40-d5-ehang-a12",
  /** Calls the tools that its person names, then answers with their results. */
  tooled: "use-echo",
  /** Calls tools too, and answers with the types of the images it got. */
  seeing: "gpt-4o-mini-see-use",
  /** Embedding model. */
  embedding: "text-embedding-1",
  /** Writes a fixed sentence. */
  writer: "say-We-meet-on-Friday-at-ten.",
  /** Rewrites a text in a second and loses a number. */
  rewriting: "fake-d40-say-Lunch-is-in-May.",
  /** Rewrites without losing anything. */
  keeping: "say-Lunch-is-on-14-May.",
  /** Rewrites several sentences. */
  letter: "say-The-Harbour-Society-meets-on-14-May-at-18:30-not-on-3-May.-We-hope-to-see-you-there.",
  /** Performs the steps of a research. */
  researching: "research-f100",
  /** Cites the first source. */
  citing: "say-The-lamp-burns-oil-[1].",
  /** Cites the first reference: once correctly, once wrongly. */
  citingGiven: "say-High-water-is-at-noon-[#1].-The-harbour-has-nine-piers-[#1].",
  /** Cites a page of the file it is asked about. */
  paging: "say-The-deposit-is-returned-within-sixty-days-(p.-2).",
  /** Cites a page without a file name. */
  pagingOne: "say-All-of-the-deposit-is-returned-within-sixty-days-whenever-there-is-no-damage-(p.-1).",
  /** Cites a page of the scanned fixture. */
  pagingScan: "say-He-lit-the-lamp-as-he-did-every-evening-(p.-1).",
  /** Cites a cell of a sheet. */
  celling: "say-In-month-350-it-was-1249-(Costs!B350).",
  /** Wraps each text in « », which stands for a translation. */
  quoting: "fake-quote",
  /** Quotes, but its first answer breaks off. */
  quotingOnceBroken: "fake-quote-emid-a30-n1",
  /** Quotes, but each of its answers breaks off. */
  quotingBroken: "fake-quote-emid-a30",
  /** Writes like a model that merges two answers. */
  merger: "say-Water-boils.-[[agree:1|2]]-Height-matters.-[[differ:1|2]]",
} as const;

interface Fixtures {
  /** Environment variables of this file's server. */
  settings: Record<string, string>;
  /** Settings file of the server, created when its address is known. */
  configure: (url: string) => Promise<string>;
  /** Name by which browsers know the server: passkeys belong to a domain, and an IP address is none. */
  host: string;
  /** Path of the server under its host. E2E_BASE_PATH sets it for all files. */
  basePath: string;
  server: Ensemble;
  watch: PageWatch;
  /** Browser in which the operator is signed in, with no page open yet. */
  signedIn: Page;
  /** Operator's browser, signed in, at the chat. */
  operator: Page;
  /** Operator's browser with the fake provider connected. */
  connected: Page;
  /** Browser of a member. */
  member: Page;
  /** Opens a browser of somebody else (or of the same person, elsewhere). */
  anotherBrowser: () => Promise<BrowserContext>;
}

export const test = base.extend<Fixtures, { provider: FakeProvider }>({
  settings: [{}, { option: true }],
  host: ["127.0.0.1", { option: true }],
  basePath: [process.env.E2E_BASE_PATH ?? "", { option: true }],

  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const provider = await FakeProvider.start(Object.values(models));
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  configure: async ({}, use) => use(async () => ""),

  server: async ({ settings, configure, host, basePath }, use, info) => {
    const server = await Ensemble.start(settings, configure, host, basePath);
    await use(server);
    if (info.status !== info.expectedStatus) {
      await info.attach("server.log", { body: server.log(), contentType: "text/plain" });
    }
    await server.discard();
  },

  watch: async ({ context }, use) => {
    const watch = new PageWatch();
    watch.watch(context);
    await use(watch);
    expect(watch.problems, "no page threw, logged an error or broke the content security policy").toEqual([]);
  },

  anotherBrowser: async ({ browser, watch }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      watch.watch(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },

  signedIn: async ({ page, server, watch: _watching }, use) => {
    await signUpOperator(page, server);
    await use(page);
  },

  operator: async ({ signedIn, server, serviceWorkers }, use) => {
    await signedIn.goto(`${server.url}/home/chat`);
    if (serviceWorkers === "block") markLoaded(signedIn);
    await use(signedIn);
  },

  member: async ({ operator, anotherBrowser }, use) => {
    await use(await signUpMember(operator, mina, await anotherBrowser()));
  },

  // A page load takes a good part of a journey: it is opened once, when all that it shows is there.
  connected: async ({ signedIn, server, provider, serviceWorkers }, use) => {
    await connectAt(signedIn, server.url, "Fake", provider.url);
    await signedIn.goto(`${server.url}/home/chat`);
    if (serviceWorkers === "block") markLoaded(signedIn);
    await use(signedIn);
  },
});

export { expect };
