import { expect, test } from "vitest";
import type { AgentCall } from "./operations";
import { deedsOf } from "./step-sentence";

const call = (tool: string, args: unknown = {}, title = tool): AgentCall => ({
  id: tool,
  tool,
  title,
  source: null,
  arguments: typeof args === "string" ? args : JSON.stringify(args),
  state: "completed",
  output: null,
  parts: [],
  questions: [],
  asked: [],
});

test("one call says what it was about, several say how many they were", () => {
  expect(deedsOf([call("search_web", { query: "why tides" })])).toEqual([
    { kind: "search", count: 1, about: "why tides" },
  ]);
  expect(deedsOf([call("read_page", { url: "https://www.sea.org/tides" })])[0]?.about).toBe("sea.org");
  expect(
    deedsOf([call("read_page", { url: "https://a.org" }), call("read_page", { url: "https://b.org" })]),
  ).toEqual([{ kind: "read", count: 2, about: null }]);
});

test("tools of others are told apart by their titles", () => {
  const calls = [call("jira_a", {}, "Jira"), call("jira_a", {}, "Jira"), call("mail_b", {}, "Mail")];
  expect(deedsOf(calls)).toEqual([
    { kind: "other", count: 2, about: "Jira" },
    { kind: "other", count: 1, about: "Mail" },
  ]);
});

test("arguments that no one can read say nothing", () => {
  expect(
    deedsOf([call("search_web", "{"), call("calculate", { expression: 3 })]).map(({ about }) => about),
  ).toEqual([null, null]);
});
