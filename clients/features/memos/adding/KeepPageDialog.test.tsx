import { PLACES } from "@ensemble/blocks/places";
import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { blankMemo } from "../memo-queries";
import { KeepPageDialog } from "./KeepPageDialog";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const address = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Page URL" });
const title = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Title (optional)" });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function open(host: ReturnType<typeof memoryHost>) {
  cleanup();
  const onClose = vi.fn();
  const { navigate } = await renderIn(<KeepPageDialog tag="sea" onClose={onClose} />, {
    areas: ["memos"],
    host,
  });
  return { onClose, navigate };
}

// design: "drafts survive reload, refusal, lost network and sign-in"
test("what is typed is there after it was closed, and gone when it is cancelled", async () => {
  serve({ "GET /api/memos": { items: [] } });
  const host = memoryHost();
  const { onClose } = await open(host);
  await userEvent.type(address(), "example.org/tides");
  await userEvent.type(title(), "Tides");
  await userEvent.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  const again = await open(host);
  expect([address().value, title().value]).toEqual(["example.org/tides", "Tides"]);
  await press("Cancel");
  expect(again.onClose).toHaveBeenCalledOnce();
  expect(host.drafts.keys()).toEqual([]);
});

test("a page whose answer was lost is kept once, over a reload, with the title typed since", async () => {
  const answers: Record<string, unknown> = {
    "GET /api/memos": { items: [] },
    "POST /api/memos": new TestRefusal(503, "api.busy", "Busy"),
  };
  const seen = serve(answers);
  const posts = () =>
    seen.filter(({ method }) => method === "POST").map(({ body }) => body as { id: string });
  const host = memoryHost();
  await open(host);
  await userEvent.type(address(), "example.org");
  await press("Save");
  await waitFor(() => expect(posts()).toHaveLength(1));
  const { onClose, navigate } = await open(host);
  const id = posts()[0]?.id ?? "";
  // The server has it, and normalizes its address like browsers do.
  answers["POST /api/memos"] = { ...blankMemo(id), version: 1, source_url: "https://example.org/" };
  answers[`PATCH /api/memos/${id}`] = { ...blankMemo(id), version: 2, title: "Tides" };
  await userEvent.type(title(), "Tides");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(posts().map((post) => post.id)).toEqual([id, id]);
  expect(posts()[0]).toMatchObject({ kind: "reading", source_url: "https://example.org", tags: ["sea"] });
  expect(seen.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
    { title: "Tides", body: "" },
  ]);
  expect(navigate.mock.calls.flat()).toEqual([PLACES.memo(id)]);
  expect(host.drafts.keys()).toEqual([]);
  await open(host);
  await userEvent.type(address(), "example.com");
  await press("Save");
  await waitFor(() => expect(posts()).toHaveLength(3));
  expect(posts()[2]?.id).not.toBe(id);
});

test("what is typed while the page is being kept stays, and is sent with the next press", async () => {
  let answer = () => {};
  const answers: Record<string, unknown> = {
    "GET /api/memos": { items: [] },
    "POST /api/memos": (memo: object) =>
      new Promise((resolve) => {
        answer = () =>
          resolve({ ...blankMemo("m1"), ...memo, source_url: "https://example.org/", version: 1 });
      }),
  };
  const seen = serve(answers);
  const host = memoryHost();
  const { onClose } = await open(host);
  await userEvent.type(address(), "example.org");
  await press("Save");
  await waitFor(() => expect(seen.some(({ method }) => method === "POST")).toBe(true));
  await userEvent.type(title(), "Tides");
  answer();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).not.toBe("true"),
  );
  expect(onClose).not.toHaveBeenCalled();
  expect(title().value).toBe("Tides");
  expect(host.drafts.keys()).toHaveLength(1);
  const id = String(Object(seen.find(({ method }) => method === "POST")?.body).id);
  answers["POST /api/memos"] = { ...blankMemo(id), version: 1, source_url: "https://example.org/" };
  answers[`PATCH /api/memos/${id}`] = { ...blankMemo(id), version: 2, title: "Tides" };
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(seen.find(({ method }) => method === "PATCH")?.body).toMatchObject({ title: "Tides" });
  expect(host.drafts.keys()).toEqual([]);
});
