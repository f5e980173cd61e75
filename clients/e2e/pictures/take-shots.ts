import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { type Camera, locales, looks } from "./camera.ts";
import type { Shot } from "./shots/shot.ts";

/**
 * Takes pictures of the server's pages as `who` sees them (null: a visitor), in all wanted languages and
 * themes.
 */
export async function takeShots(
  camera: Camera,
  url: string,
  who: Page | null,
  shots: readonly Shot[],
): Promise<void> {
  for (const locale of locales) {
    const own = looks.filter((look) => look.locale === locale);
    const [look] = own;
    if (!look) continue;
    if (who) await call(who, "PATCH", "/api/accounts/settings", look);
    const start = url + (who || locale === "en" ? "" : `/${locale}`);
    for (const { at, ...shot } of shots) {
      const wanted = own.filter((one) => camera.wants(shot.name, one));
      if (wanted.length === 0) continue;
      const context = await camera.browserOf(who, look);
      await camera.take(context, { ...shot, looks: wanted, address: start + at });
      await context.close();
    }
  }
}
