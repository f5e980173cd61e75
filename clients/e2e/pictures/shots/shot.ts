import { expect, type Locator } from "@playwright/test";
import { call } from "../../harness/api.ts";
import type { Scenes } from "../scenes.ts";
import type { Stage } from "../stage.ts";

type Who = "member" | "nobody";

/** Shot to take: the address, the person, and what to open first. */
export interface Shot {
  name: string;
  /** Address, or the name of a scene. */
  at: `/${string}` | keyof Scenes;
  /** Signed-in person; the operator by default. */
  who?: Who;
  open?: (stage: Stage) => Promise<unknown>;
  /** Undoes what opening it changed. */
  after?: (stage: Stage) => Promise<unknown>;
  /** Limits the shot to one width. */
  size?: "wide" | "narrow";
}

/** Returns shots of pages as they open. */
export const pages = (addresses: Record<string, `/${string}`>, who?: Who, prefix = ""): Shot[] =>
  Object.entries(addresses).map(([name, at]) => ({ name: prefix + name, at, who }));

export const shown = (locator: Locator) => expect(locator).toBeVisible();

interface Named {
  id: string;
  name: string;
}

/** Deletes what a picture left behind. */
export async function removeAll({ page }: Stage, path: string, which: (one: Named) => boolean = () => true) {
  const { items } = await call<{ items: Named[] }>(page, "GET", path);
  for (const { id } of items.filter(which)) await call(page, "DELETE", `${path}/${id}`);
}
