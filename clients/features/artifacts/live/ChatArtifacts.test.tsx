import { renderIn, serve, testMe, testSession } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { ChatArtifacts } from "./ChatArtifacts";

afterEach(cleanup);

const show = (plan: string) => {
  const session = testSession();
  return renderIn(<ChatArtifacts />, {
    areas: ["artifacts"],
    session: { ...session, me: { ...testMe, plan }, setup: { ...session.setup, offered_plans: true } },
  });
};

// spec §6: "Free users … are prompted to switch to an advanced model for artifacts."
test("prompts people on a free plan to switch to an advanced model", async () => {
  serve({ "GET /api/artifacts/settings": { in_chats: "auto" } });
  await show("free");
  await userEvent.click(await screen.findByRole("button", { name: "Artifacts are on" }));
  expect(await screen.findByText("Artifacts need an advanced model.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Switch model" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See plans" }).getAttribute("href")).toBe("/pricing");
});

test("switches artifacts off for all chats", async () => {
  const calls = serve({
    "GET /api/artifacts/settings": { in_chats: "auto" },
    "PUT /api/artifacts/settings": { in_chats: "off" },
  });
  await show("pro");
  await userEvent.click(await screen.findByRole("button", { name: "Artifacts are on" }));
  expect(screen.queryByText("Artifacts need an advanced model.")).toBeNull();
  await userEvent.click(await screen.findByRole("combobox", { name: "Artifacts in chats" }));
  await userEvent.click(await screen.findByRole("option", { name: "Off" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ in_chats: "off" }),
  );
});
