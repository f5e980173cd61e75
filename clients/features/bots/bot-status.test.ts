import { expect, test } from "vitest";
import { statusOf } from "./bot-status";

// spec §3: "Status labels: Published, Draft, Only me, Anyone with a link."
test("a bot is labelled by whether it is published, and for whom", () => {
  expect(statusOf({ state: "draft", accessibility: "public" }).label).toBe("status_draft");
  expect(statusOf({ state: "published", accessibility: "public" }).label).toBe("status_published");
  expect(statusOf({ state: "published", accessibility: "link" }).label).toBe("status_link");
  expect(statusOf({ state: "published", accessibility: "only_me" }).label).toBe("status_only_me");
});
