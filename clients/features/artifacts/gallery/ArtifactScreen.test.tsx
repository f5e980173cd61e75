import { keepShared } from "@ensemble/blocks/sharing/shared-things";
import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ArtifactPanel } from "../live/ArtifactPanel";
import { useOpenArtifacts } from "../live/open-artifacts";
import type { Artifact } from "../operations";
import { testDetail } from "../testing";
import { ArtifactScreen } from "./ArtifactScreen";
import { fenceOf } from "./use-ask-in-chat";

vi.mock("@ensemble/blocks/sharing/shared-things", () => ({ keepShared: vi.fn(async () => undefined) }));
vi.mock("../preview/libraries", async (original) => ({
  ...(await original<object>()),
  guestLibrary: () => Promise.resolve({ text: "" }),
}));

beforeEach(() => useOpenArtifacts.setState({ blocks: {}, open: {}, drafts: {} }));
afterEach(cleanup);

const BROKEN = 'import pad from "left-pad";\nexport default () => <p>{pad}</p>;';

/** Shows the page of a component that cannot run. */
async function show(change: Partial<Artifact> = {}) {
  const artifact = testDetail(BROKEN, { language: "jsx", kind: "react", ...change });
  serve({
    [`GET /api/artifacts/${artifact.id}`]: artifact,
    [`GET /api/artifacts/${artifact.id}/data`]: { entries: {} },
    "GET /api/chat/conversations/c": {},
  });
  return renderIn(<ArtifactScreen uid={artifact.id} />, { areas: ["artifacts", "chat"] });
}

test("what keeps an artifact from running goes to the composer of its chat", async () => {
  const { navigate } = await show({ conversation_id: "c" });
  await userEvent.click(await screen.findByRole("button", { name: "Try to fix" }));
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.stringMatching(/^\/home\/chat\/.*\/c$/)));
  cleanup();

  serve({ "GET /api/artifacts": { items: [], next_cursor: null } });
  const fill = vi.fn();
  await renderIn(<ArtifactPanel conversationId="c" send={vi.fn()} fill={fill} />, { areas: ["artifacts"] });
  await waitFor(() => expect(fill).toHaveBeenCalledWith(expect.stringContaining("left-pad")));
  expect(fill).toHaveBeenCalledOnce();
  expect(useOpenArtifacts.getState().drafts.c).toBeUndefined();
});

test.each([
  ["deleted", null],
  ["in the trash", "trashed"],
])("a new chat gets the code as well if the chat is %s", async (_, conversation_id) => {
  const { navigate } = await show({ conversation_id });
  await userEvent.click(await screen.findByRole("button", { name: "Try to fix" }));
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.stringMatching(/^\/home\/chat\?shared=/)));
  const [, { text }] = vi.mocked(keepShared).mock.lastCall ?? ["", { text: "" }];
  expect(text).toContain("not available: left-pad");
  expect(text).toContain(`\`\`\`\`jsx artifact="tides" title="Tides"\n${BROKEN}\n\`\`\`\``);
});

test("a fence is longer than those in what it holds", () => {
  const document = testDetail("`````text\nx\n`````", { title: 'The "best"' });
  expect(fenceOf(document)).toMatch(/^``````markdown artifact="tides" title="The 'best'"\n.*\n``````$/s);
});
