import { renderIn } from "@ensemble/blocks/testing";
import type { SharedPage } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SharedBotView } from "./SharedBotView";
import type { SharedBot } from "./shared-bot";

afterEach(cleanup);

const show = (bot: Partial<SharedBot>) => {
  const content: SharedBot = { bot_id: "b1", welcome: "Hello", recipe: null, ...bot };
  const page = { kind: "bot", title: "Guide", description: "", content } as unknown as SharedPage;
  return renderIn(<SharedBotView page={page} />, { areas: ["sharing"] });
};

test("a shared bot shows its conversation starters", async () => {
  await show({ starters: ["Plan a trip", "Find a museum"] });
  expect(await screen.findByRole("heading", { name: "Conversation starters" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Plan a trip",
    "Find a museum",
  ]);
});

test("a page of an earlier version, or a bot without starters, has no list of them", async () => {
  await show({});
  expect(await screen.findByText("Hello")).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
});
