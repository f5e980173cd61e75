import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { ResultList } from "./ResultList";

afterEach(cleanup);

const result = {
  run_id: "r1",
  powerup_id: "p1",
  name: "Explain",
  icon: "🌊",
  title: "Tides",
  model_name: "Llama",
  answer: "The **moon** pulls.",
  created_at: "2026-11-28T08:00:00Z",
};

test("answers are listed with what they are about, open, and are deleted one by one", async () => {
  const seen = serve({
    "GET /api/powerups/results": { items: [result], next_cursor: null },
    "DELETE /api/powerups/results/r1": null,
  });
  await renderIn(<ResultList powerupId={null} />, { areas: ["powerups", "chat"] });
  const item = await screen.findByRole("button", { name: /Explain.*Tides.*Llama/ });
  expect(screen.queryByText("moon")).toBeNull();
  await userEvent.click(item);
  expect((await screen.findByText("moon")).tagName).toBe("STRONG");
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(seen.some(({ method }) => method === "DELETE")).toBe(true));
});

test("all answers of a PowerUP are deleted after a question", async () => {
  const seen = serve({
    "GET /api/powerups/results": { items: [result], next_cursor: null },
    "DELETE /api/powerups/results": null,
  });
  await renderIn(<ResultList powerupId="p1" />, { areas: ["powerups", "chat"] });
  await userEvent.click(await screen.findByRole("button", { name: "Clear history" }));
  expect(seen.some(({ method }) => method === "DELETE")).toBe(false);
  const question = within(await screen.findByRole("alertdialog"));
  await userEvent.click(question.getByRole("button", { name: "Clear history" }));
  await waitFor(() =>
    expect(seen.find(({ method }) => method === "DELETE")?.path).toContain("/api/powerups/results"),
  );
});

test("without results it says where they come from", async () => {
  serve({ "GET /api/powerups/results": { items: [], next_cursor: null } });
  await renderIn(<ResultList powerupId="p1" />, { areas: ["powerups"] });
  expect(await screen.findByText("No results yet")).toBeTruthy();
});
