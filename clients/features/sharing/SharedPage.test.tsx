import type { ShownPageViewer } from "@ensemble/blocks/area/shell";
import { renderIn, serve, testSession } from "@ensemble/blocks/testing";
import type { SharedPage as Shared } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { SharedPage } from "./SharedPage";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const page: Shared = {
  kind: "poem",
  title: "The harbour",
  description: "",
  content: { line: "Nine lamps" },
  picture: null,
  shared_at: "2026-11-20T10:00:00Z",
  is_mine: false,
  may_take_down: false,
};

const poem: ShownPageViewer = {
  Content: ({ page }) => <p>{(page.content as { line: string }).line}</p>,
  copy: { path: (id) => `/poems/${id}`, refetch: "poems" },
};

const withActions: ShownPageViewer = { ...poem, Actions: ({ copy }) => copy("Take it along", "primary") };

const answers = {
  "GET /api/sharing/public/s1": page,
  "POST /api/sharing/public/s1/copy": { kind: "poem", subject_id: "p1" },
};

const show = (viewer: ShownPageViewer | undefined, session = testSession()) => {
  serve(answers);
  return renderIn(<SharedPage shareId="s1" />, {
    areas: ["sharing"],
    session,
    shell: { sharedPages: { poem: viewer } },
  });
};

test("a shared page is shown by its area's viewer, and a copy opens where the area keeps it", async () => {
  const { navigate } = await show(poem);
  expect(await screen.findByText("Nine lamps")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Continue in my own copy" }));
  await waitFor(() => expect(navigate).toHaveBeenCalledWith("/poems/p1"));
});

test("an area's own buttons stand in the place of the one that copies, which they can offer", async () => {
  const { navigate } = await show(withActions);
  expect(screen.queryByRole("button", { name: "Continue in my own copy" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Take it along" }));
  await waitFor(() => expect(navigate).toHaveBeenCalledWith("/poems/p1"));
});

test("a visitor signs in first, and comes back to the page", async () => {
  await show(poem, testSession({ me: null }));
  const link = await screen.findByRole("link", { name: "Sign in to continue" });
  expect(link.getAttribute("href")).toBe("/login?redirectTo=%2Fs%2Fs1");
});

test("a page of a kind that no area here knows still has its title", async () => {
  await show(undefined);
  expect(await screen.findByRole("heading", { name: "The harbour" })).toBeTruthy();
});

test("who may take the page down is asked first, and then finds it gone", async () => {
  const seen = serve({
    ...answers,
    "GET /api/sharing/public/s1": { ...page, may_take_down: true },
    "DELETE /api/sharing/public/s1": null,
  });
  await renderIn(<SharedPage shareId="s1" />, { areas: ["sharing"], shell: { sharedPages: { poem } } });
  await userEvent.click(await screen.findByRole("button", { name: "Take down" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(seen.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Take down" }));
  await waitFor(() => expect(seen.some(({ method }) => method === "DELETE")).toBe(true));
});

test("nobody else is offered to take the page down", async () => {
  await show(poem);
  expect(await screen.findByText("Nine lamps")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take down" })).toBeNull();
});
