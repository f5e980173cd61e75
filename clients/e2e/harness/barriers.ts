import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { visit } from "./visit.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Opens a page and checks it once it has loaded. */
export async function lookAt(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await expect(page.getByRole("heading").first(), address).toBeVisible();
  await expect(page.locator("[aria-busy=true]"), address).toHaveCount(0);
  await expectNoBarriers(page, address);
}

/** Expects no violations of WCAG 2.2 AA that automatic checks can find, in both themes. */
export async function expectNoBarriers(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  const look = async (theme: "light" | "dark", axe: AxeBuilder) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
    );
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(`${theme}: ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  };
  await look("light", new AxeBuilder({ page }).withTags(WCAG));
  // In dark mode only the colors differ.
  await look("dark", new AxeBuilder({ page }).withRules(["color-contrast"]));
  expect(found, where).toEqual([]);
}
