import type { Shell } from "@ensemble/blocks/area/shell";
import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Highlighter } from "lucide-react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReferenceChips } from "./ReferenceChips";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const mark = { of: "highlight", thing_id: "019a0000-0000-7000-8000-0000000000c1", title: "The rent" };
const asked = `GET /api/search/own/${mark.thing_id}`;
const path = "/webapp/doc-chat?doc_id=d1&highlight=c1";
const shell: Partial<Shell> = {
  references: new Map([
    ["highlight", { kind: "highlight", label: "highlight", icon: Highlighter, path: null }],
  ]),
};
const show = () => renderIn(<ReferenceChips things={[mark]} />, { areas: ["mentions"], shell });
const press = () => userEvent.click(screen.getByRole("button", { name: /The rent/ }));

test("a highlight that was given opens where it is", async () => {
  serve({ [asked]: { path } });
  const { navigate } = await show();
  await press();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(path));
});

test("whoever has left before it is known where that is stays where they went", async () => {
  let answer: (found: { path: string }) => void = () => undefined;
  const seen = serve({
    [asked]: () =>
      new Promise<{ path: string }>((done) => {
        answer = done;
      }),
  });
  const { navigate, queryClient, unmount } = await show();
  await press();
  await waitFor(() => expect(seen).toHaveLength(1));
  unmount();
  answer({ path });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(navigate).not.toHaveBeenCalled();
});

test("one that is gone leads nowhere", async () => {
  serve({ [asked]: new TestRefusal(404, "search.thing_not_found", "This no longer exists") });
  const { navigate, queryClient } = await show();
  await press();
  await waitFor(() => expect(queryClient.getMutationCache().getAll()[0]?.state.status).toBe("error"));
  expect(navigate).not.toHaveBeenCalled();
});
