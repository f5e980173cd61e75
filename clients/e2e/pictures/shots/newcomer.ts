import { archiveFixture } from "../../harness/archive.ts";
import { pages, removeAll, type Shot, shown } from "./shot.ts";

/** Shots of empty places, as a new person sees them. */
export const newcomerShots: Shot[] = [
  ...pages(
    {
      list: "/home",
      trash: "/home/chat/trash",
      devices: "/settings/devices",
      models: "/settings/models",
      data: "/settings/data",
      shares: "/settings/shares",
      usage: "/settings/usage",
      "api-keys": "/settings/api-keys",
      tools: "/settings/tools",
      "settings-list": "/settings",
    },
    "member",
    "new-",
  ),
  {
    name: "new-prompts",
    at: "/home/chat",
    who: "member",
    open: (stage) => stage.press("prompts", "library"),
  },
  {
    name: "new-key-made",
    at: "/settings/api-keys",
    who: "member",
    open: async (stage) => {
      await stage.press("gateway", "create_key");
      await stage.fill("gateway", "name", "Once");
      await stage.press("gateway", "create");
      await shown(stage.page.getByText(stage.say("gateway", "secret_title")));
    },
    after: (stage) => removeAll(stage, "/api/gateway/keys"),
  },
  {
    name: "import-archive",
    at: "/settings/data",
    who: "member",
    open: async ({ page, say }) => {
      await page.locator('input[type="file"]').setInputFiles({
        name: "MyActivity.html",
        mimeType: "text/html",
        buffer: archiveFixture("gemini.html"),
      });
      await shown(page.getByText(say("portability", "state.checked"), { exact: true }).first());
      await page.locator("main summary").first().click();
    },
    after: (stage) => removeAll(stage, "/api/portability/imports"),
  },
];
