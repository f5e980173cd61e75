import { expect, test } from "vitest";
import { statusOf } from "./bot-status";

// spec §3: "Status labels: Published, Draft, Only me, Anyone with a link."
test("a bot is labelled by whether it is published, and for whom", () => {
  expect(statusOf({ state: "draft", accessibility: "public" }).label).toBe("status_draft");
  expect(statusOf({ state: "published", accessibility: "public" }).label).toBe("status_published");
  expect(statusOf({ state: "published", accessibility: "link" }).label).toBe("status_link");
  expect(statusOf({ state: "published", accessibility: "only_me" }).label).toBe("status_only_me");
});

test("a public bot that others do not see as it is says how far its review is", () => {
  const label = (state: "in_review" | "not_approved" | "withdrawn") =>
    statusOf({ state: "published", accessibility: "public", review: { state, reason: "", seen: true } })
      .label;
  expect(label("in_review")).toBe("status_in_review");
  expect(label("not_approved")).toBe("status_not_approved");
  expect(label("withdrawn")).toBe("status_withdrawn");
});
