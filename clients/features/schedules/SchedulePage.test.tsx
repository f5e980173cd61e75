import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import type { ScheduleRun } from "./operations";
import { SchedulePage } from "./SchedulePage";
import { testRun, testSchedule } from "./schedules-testing";

afterEach(cleanup);

const show = () => renderIn(<SchedulePage id="s1" />, { areas: ["schedules"] });
const server = (runs: ScheduleRun[], change = {}) =>
  serve({
    "GET /api/schedules/s1": testSchedule(change),
    "GET /api/schedules/s1/runs": { items: runs, next_cursor: null },
    "POST /api/schedules/s1/runs": { id: "r2" },
    "POST /api/schedules/s1/seen": null,
    "PUT /api/schedules/s1/pause": testSchedule(),
    "GET /api/schedules/s1/runs/r1/changes": { before: "Low tide at six", after: "Low tide at seven" },
  });

describe("the page of a schedule", () => {
  test("lists its next dates and its runs, and marks them as seen", async () => {
    const seen = server([testRun({ is_seen: false, missed: 2 })], { unseen: 1 });
    await show();
    expect(await screen.findByRole("heading", { level: 1, name: "Tides" })).toBeTruthy();
    const run = await screen.findByRole("link", { name: /Fri, Nov 20, 8:00/ });
    expect(run.getAttribute("href")).toBe("/home/chat/chat/c1");
    expect(screen.getByText(/Done.*2 earlier runs were missed/)).toBeTruthy();
    await waitFor(() => expect(seen.some(({ path }) => path === "/api/schedules/s1/seen")).toBe(true));
  });

  test("runs now and goes on after failures", async () => {
    const problem = {
      type: "",
      title: "",
      status: 409,
      code: "schedules.still_running",
      params: {},
      message: "",
    };
    const failed = testRun({ state: "failed", path: null, problem, has_result: false, attempts: 3 });
    const seen = server([failed], { state: "paused", paused_for: "failures", next_dates: [] });
    const user = userEvent.setup();
    await show();
    expect(await screen.findByText(/Paused because several runs in a row failed/)).toBeTruthy();
    expect(await screen.findByText("The previous run hasn't finished yet")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await user.click(screen.getByRole("button", { name: "Run now" }));
    await waitFor(() =>
      expect(seen.filter(({ method }) => method !== "GET").map(({ method, body }) => [method, body])).toEqual(
        [
          ["PUT", { paused: false }],
          ["POST", { id: expect.any(String) }],
        ],
      ),
    );
  });

  test("shows what changed since the last result", async () => {
    server([testRun()]);
    const user = userEvent.setup();
    await show();
    await user.click(await screen.findByRole("button", { name: "Changes" }));
    const dialog = await screen.findByRole("dialog", { name: "Changes since the last result" });
    await waitFor(() => expect(dialog.querySelector("del")?.textContent).toContain("six"));
    expect(dialog.querySelector("ins")?.textContent).toContain("seven");
  });
});
