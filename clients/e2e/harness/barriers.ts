import { expect, type Frame, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { visit } from "./visit.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Rules by theme: in dark mode only the colors differ. */
const RULES: Record<"light" | "dark", RunOptions["runOnly"]> = {
  light: { type: "tag", values: WCAG },
  dark: { type: "rule", values: ["color-contrast"] },
};

/** Opens a page and checks it once it has loaded. */
export async function lookAt(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await expect(page.getByRole("heading").first(), address).toBeVisible();
  await expect(page.locator("[aria-busy=true]"), address).toHaveCount(0);
  await expectNoBarriers(page, address);
}

/** Expects no violations of WCAG 2.2 AA that automatic checks can find, in both themes. */
export async function expectNoBarriers(page: Page, where: string): Promise<void> {
  await Promise.all(page.frames().map(bringAxe));
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    found.push(...(await violations(page, RULES[theme])).map((violation) => `${theme}: ${violation}`));
  }
  expect(found, where).toEqual([]);
}

/**
 * Loads axe into a frame that does not have it. The package for Playwright does so several times for each check
 * and opens a page of its own for the results, which takes longer than the check.
 */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in globalThis)) return;
  await frame.evaluate(axe.source);
  // Frames of other origins take part.
  await frame.evaluate(`axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
}

/** Returns the violations of some rules as `rule: elements`, once nothing on the page moves. */
function violations(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    // Selectors of everything that passed take most of the time of a check.
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"], preload: false });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
  }, runOnly);
}
