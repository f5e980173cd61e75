import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { layoutFaults } from "../harness/layout.ts";
import { repository } from "../harness/program.ts";
import { Stage } from "./stage.ts";

export const FOLDER = process.env.PICTURES ?? join(repository, "pictures");
/** Filter for picture names: `PICTURES_OF='bot.*-narrow-.*-ar'`. */
const WANTED = new RegExp(process.env.PICTURES_OF ?? "");
export const wants = (name: string): boolean => WANTED.test(name);

/**
 * `PICTURES_PART=2/3` takes the second third of the wanted pictures, because all of them take long on a
 * shared machine.
 */
const [PART = 1, PARTS = 1] = (process.env.PICTURES_PART ?? "1/1").split("/").map(Number);
export const partOf = <One>(all: readonly One[]): One[] =>
  all.filter((_, index) => index % PARTS === PART - 1);

export const sizes = {
  wide: { viewport: { width: 1280, height: 800 } },
  /** The smallest window with the rail. */
  middle: { viewport: { width: 1024, height: 720 } },
  narrow: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;
export type Size = keyof typeof sizes;

/** `PICTURES_IN='en zh-CN'` selects other languages than the two that differ most. */
export const locales = (process.env.PICTURES_IN ?? "en ar").split(" ");
export interface Look {
  theme: "light" | "dark";
  locale: string;
}
export const looks: readonly Look[] = locales.flatMap((locale) =>
  (["light", "dark"] as const).map((theme) => ({ theme, locale })),
);

interface Picture {
  name: string;
  /** Looks to capture after opening the page once, all in one language. */
  looks: readonly Look[];
  address: string;
  open?: (stage: Stage) => Promise<unknown>;
  /** Undoes what opening it changed. */
  after?: (stage: Stage) => Promise<unknown>;
}

/** Takes pictures of one width and records layout faults. */
export class Camera {
  private readonly faults: string[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly size: Size,
  ) {
    mkdirSync(FOLDER, { recursive: true });
  }

  wants = (name: string, look: Look): boolean => wants(this.nameOf(name, look));

  private nameOf = (name: string, { theme, locale }: Look): string =>
    [name, this.size, theme, locale].join("-");

  /** Opens a browser of this width for the person of `known`. */
  async browserOf(known: Page | null, look: Look): Promise<BrowserContext> {
    const storageState = await known?.context().storageState();
    return this.browser.newContext({ ...sizes[this.size], storageState, colorScheme: look.theme });
  }

  /** Captures a page in each look; a page that cannot be opened is a fault, and the next one follows. */
  async take(context: BrowserContext, { name, looks, address, open, after }: Picture): Promise<void> {
    const [look] = looks;
    if (!look) return;
    const called = this.nameOf(name, look);
    const page = await context.newPage();
    page.setDefaultTimeout(8_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const stage = new Stage(page, look.locale, this.size === "narrow");
    try {
      await page.goto(address);
      await settled(page);
      if (open) {
        await open(stage);
        await settled(page);
      }
    } catch (cause) {
      this.miss(called, cause);
    }
    // The first one as well: where few are wanted, it is not what the person chose.
    for (const one of looks) {
      await turnTo(page, one.theme);
      await this.shoot(page, name, one);
    }
    await after?.(stage).catch((cause: Error) => this.miss(called, cause));
    await page.close();
  }

  /** Takes a screenshot of a page. `ours: false`: a layer over another site's page. */
  async shoot(page: Page, name: string, look: Look, { ours = true } = {}): Promise<void> {
    const called = this.nameOf(name, look);
    if (!this.wants(name, look)) return;
    try {
      if (ours) for (const fault of await layoutFaults(page)) this.note(`${called}: ${fault}`);
    } catch (cause) {
      this.miss(called, cause);
    }
    await page.screenshot({ path: join(FOLDER, `${called}.png`), animations: "disabled", caret: "hide" });
  }

  private miss(called: string, cause: unknown): void {
    this.note(`${called}: ${(cause as Error).message.split("\n").slice(0, 4).join(" ")}`);
  }

  /** Also printed at once, because the last picture takes a while. */
  private note(fault: string): void {
    this.faults.push(fault);
    console.warn(fault);
  }

  /** Fails with all faults together, which are easier to judge side by side. */
  expectNoFaults(): void {
    expect(this.faults.sort().join("\n"), "what is wrong with what was seen").toBe("");
  }
}

/** Switches the theme of an open page, which halves the time per page. */
async function turnTo(page: Page, theme: Look["theme"]): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    // What draws itself anew for a theme does it in the next frames.
    return new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  }, theme);
}

const QUIET_MS = 220;
const AT_LATEST_MS = 3_000;

/** Waits until the page is still: nothing has moved for a moment, and no skeleton is shown. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator("main:visible, [role=dialog], [role=alertdialog]").first()).not.toBeEmpty();
  const isQuiet = ([quiet, latest]: number[]) =>
    new Promise<void>((done) => {
      let wait = setTimeout(done, quiet);
      new MutationObserver(() => {
        clearTimeout(wait);
        wait = setTimeout(done, quiet);
      }).observe(document, { subtree: true, childList: true, characterData: true });
      setTimeout(done, latest);
    });
  await page.evaluate(isQuiet, [QUIET_MS, AT_LATEST_MS]);
  await expect(
    page.locator("[aria-busy=true]:not(article, section), [role=status] [class*=ui-pulse]"),
  ).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
