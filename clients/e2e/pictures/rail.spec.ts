import { test } from "../harness/test.ts";
import { Camera, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import type { Stage } from "./stage.ts";
import { takeShots } from "./take-shots.ts";

const openMore = ({ press, narrow }: Stage) => press("start", narrow ? "more" : "more_pages");

/** Chooses an item under "More": of a menu on wide screens, of a dialog on narrow ones. */
async function chooseOfMore(stage: Stage, key: string): Promise<void> {
  await openMore(stage);
  if (stage.narrow) await stage.press("frame", key, undefined, stage.dialog());
  else await stage.pick("frame", key);
}

/** Turns two areas off, so that "More" holds some. */
async function arrange(stage: Stage): Promise<void> {
  await chooseOfMore(stage, "arrange_menu");
  const switches = stage.dialog().getByRole("switch");
  for (const at of [1, 3]) await switches.nth(at).click();
}

const SHOTS: readonly Shot[] = [
  {
    name: "rail",
    at: "/home/chat",
    // The list loads after the page.
    open: async ({ page, narrow }) => {
      if (!narrow) await shown(page.locator("aside").getByRole("searchbox"));
    },
  },
  {
    name: "rail-more",
    at: "/home/chat",
    open: async (stage) => {
      await openMore(stage);
      await shown(stage.page.locator("[role=menu], [role=dialog]").first());
    },
  },
  { name: "rail-arrange", at: "/home/chat", open: arrange },
  {
    name: "rail-arranged",
    at: "/home/chat",
    open: async (stage) => {
      await arrange(stage);
      await stage.page.keyboard.press("Escape");
      await openMore(stage);
      await shown(stage.page.locator("[role=menu], [role=dialog]").first());
    },
  },
];

/** The rail without names. */
const ICONS: Shot = {
  name: "rail-icons",
  at: "/home/chat",
  open: (stage) => chooseOfMore(stage, "hide_names"),
};

for (const size of ["wide", "middle", "narrow"] as const satisfies Size[]) {
  test(`pictures of the navigation, ${size}`, async ({ connected, server, browser }) => {
    test.setTimeout(600_000);
    const camera = new Camera(browser, size);
    await takeShots(camera, server.url, connected, size === "narrow" ? SHOTS : [...SHOTS, ICONS]);
    camera.expectNoFaults();
  });
}
