import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ArtifactCard } from "./ArtifactCard";
import { useOpenArtifacts } from "./open-artifacts";

beforeEach(() => useOpenArtifacts.setState({ blocks: {}, open: {} }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ANSWER = 'Here:\n````html artifact="clock" title="A clock"\n<h1>Now</h1>\n````';
const place = (change = {}) => ({
  conversationId: "c",
  messageId: "m",
  answer: ANSWER,
  streaming: false,
  ...change,
});

test("opens its artifact at the version that this answer wrote", async () => {
  serve({ "GET /api/artifacts": { items: [], next_cursor: null } });
  await renderIn(<ArtifactCard place={place()} code="<h1>Now</h1>" closed />, { areas: ["artifacts"] });
  const card = await screen.findByRole("button", { name: /A clock/ });
  expect(card.textContent).toContain("Web page");
  expect(useOpenArtifacts.getState().open.c).toBeUndefined();
  await userEvent.click(card);
  expect(useOpenArtifacts.getState().open.c).toEqual({ identifier: "clock", block: "m:0" });
  expect(card.getAttribute("aria-pressed")).toBe("true");
});

test("opens by itself while it is written, where there is room", async () => {
  serve({ "GET /api/artifacts": { items: [], next_cursor: null } });
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const answer = ANSWER.replace(/\n````$/, "");
  await renderIn(
    <ArtifactCard place={place({ answer, streaming: true })} code="<h1>Now</h1>" closed={false} />,
    {
      areas: ["artifacts"],
    },
  );
  await waitFor(() =>
    expect(useOpenArtifacts.getState().open.c).toEqual({ identifier: "clock", block: null }),
  );
  expect(useOpenArtifacts.getState().blocks.c?.["m:0"]).toMatchObject({
    writing: true,
    content: "<h1>Now</h1>",
  });
});
