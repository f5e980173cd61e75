import type { ServerNotice } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { renderIn, serve } from "../testing";
import { NoticeBanner } from "./NoticeBanner";

afterEach(cleanup);

const notice = (change: Partial<ServerNotice> = {}): ServerNotice => ({
  level: "notice",
  text: "New models tonight",
  starts_at: null,
  ends_at: null,
  changed_at: "2026-11-23T09:00:00Z",
  ...change,
});

describe("what everybody is told", () => {
  test("is put away, and another one is shown again", async () => {
    serve({ "GET /api/admin/notice": { notice: notice() } });
    const { host, unmount } = await renderIn(<NoticeBanner />, { areas: [] });
    await userEvent.setup().click(await screen.findByRole("button", { name: "Dismiss notice" }));
    expect(screen.queryByText("New models tonight")).toBeNull();
    unmount();

    serve({ "GET /api/admin/notice": { notice: notice({ changed_at: "2026-11-23T10:00:00Z" }) } });
    await renderIn(<NoticeBanner />, { areas: [], host });
    expect(await screen.findByText("New models tonight")).toBeTruthy();
  });

  // spec §8: "Service under maintenance"
  test("says that the server is closed and until when, and cannot be put away then", async () => {
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    serve({ "GET /api/admin/notice": { notice: notice({ level: "closed", text: "", ends_at }) } });
    await renderIn(<NoticeBanner />, { areas: [] });
    expect(await screen.findByText("Service under maintenance")).toBeTruthy();
    expect(screen.getByText(/^Expected back/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("says before that the server will be closed", async () => {
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    serve({ "GET /api/admin/notice": { notice: notice({ level: "closed", text: "New disks", starts_at }) } });
    await renderIn(<NoticeBanner />, { areas: [] });
    expect(await screen.findByText(/^Maintenance begins/)).toBeTruthy();
    expect(screen.getByText("New disks")).toBeTruthy();
  });
});
