import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { testDetail } from "../testing";
import PublishDialog from "./PublishDialog";

afterEach(cleanup);

test("an author lists it, and sees what it may reach", async () => {
  const artifact = testDetail("<b>a</b>", { hosts: ["https://api.example"], hosts_agreed: true });
  const calls = serve({
    "GET /api/sharing/shares": { items: [] },
    [`PATCH /api/artifacts/${artifact.id}`]: artifact,
  });
  await renderIn(<PublishDialog artifact={artifact} onClose={vi.fn()} />, { areas: ["artifacts"] });
  const listed = await screen.findByRole("switch", { name: "Show in gallery" });
  expect(listed.getAttribute("aria-checked")).toBe("false");
  expect(screen.getByText(/connects to api\.example/)).toBeTruthy();
  await userEvent.click(listed);
  await waitFor(() => expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ listed: true }));
});
