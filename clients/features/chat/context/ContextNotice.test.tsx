import { renderIn } from "@ensemble/blocks/testing";
import type { ContextReport } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { ContextNotice } from "./ContextNotice";

const report: ContextReport = {
  tokens: 15_000,
  total_tokens: 15_000,
  limit_tokens: 20_000,
  percent: 75,
  exact: true,
  near_limit: false,
  mode: "smart",
  trimmed_messages: 0,
  first_message_id: null,
  summary: null,
};
const near: ContextReport = { ...report, tokens: 17_000, percent: 85, near_limit: true };
const NEARLY = "This chat is close to its context limit";

afterEach(cleanup);

// issue 3: "a notice near the limit"
describe("the notice near the limit", () => {
  test("comes before anything is left out, and stays away once it was read", async () => {
    await renderIn(<ContextNotice report={near} />, { areas: ["chat"] });
    expect(screen.getByText(NEARLY)).toBeTruthy();

    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));

    expect(screen.queryByText(NEARLY)).toBeNull();
  });

  test("says what becomes of what is left out", async () => {
    const trimmed = { ...near, trimmed_messages: 2 };
    await renderIn(<ContextNotice report={trimmed} />, { areas: ["chat"] });
    expect(screen.getByText("Older messages are being summarized for the model")).toBeTruthy();
    cleanup();

    await renderIn(<ContextNotice report={{ ...trimmed, mode: "custom" }} />, { areas: ["chat"] });
    expect(screen.getByText("Older messages are no longer sent to the model")).toBeTruthy();
  });

  test("says nothing of a chat that has room", async () => {
    await renderIn(<ContextNotice report={report} />, { areas: ["chat"] });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
