import { models } from "../../harness/test.ts";
import { LETTER } from "../humanizations.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

const type = ({ page, say }: Stage) =>
  page.getByRole("textbox", { name: say("humanizer", "your_text"), exact: true }).fill(LETTER);

const showChanges = ({ page, say }: Stage) =>
  page.getByRole("radio", { name: say("humanizer", "views.changes"), exact: true }).check();

const result = ({ page, say }: Stage) =>
  page.getByRole("region", { name: say("humanizer", "new_text"), exact: true });

/** Shots of the humanizer: the price, progress, and result. */
export const humanizerShots: Shot[] = [
  {
    name: "humanizer-price",
    at: "/bypass-ai",
    who: "member",
    open: async (stage) => {
      await type(stage);
      await shown(stage.page.getByText(/500/));
    },
  },
  { name: "humanizer-kept", at: "humanized" },
  { name: "humanizer-lost", at: "humanized-lost" },
  { name: "humanizer-changes", at: "humanized-lost", open: showChanges },
  {
    name: "humanizer-result",
    at: "humanized-lost",
    size: "narrow",
    open: async (stage) => {
      await showChanges(stage);
      await result(stage).evaluate((element) => element.scrollIntoView({ block: "start" }));
    },
  },
  {
    name: "humanizer-history",
    at: "humanized",
    open: (stage) => stage.press("humanizer", "history"),
  },
  {
    name: "humanizer-running",
    at: "/bypass-ai",
    open: async (stage) => {
      const { page, say } = stage;
      await page.getByRole("combobox", { name: new RegExp(`^${say("humanizer", "model")}: `) }).click();
      await page.getByPlaceholder(say("chat", "search_models")).fill(models.slow);
      await page.getByRole("option", { name: models.slow }).first().click();
      await type(stage);
      await stage.press("humanizer", "rewrite");
      await shown(stage.button("humanizer", "stop"));
    },
    after: (stage) => stage.press("humanizer", "stop"),
  },
];
