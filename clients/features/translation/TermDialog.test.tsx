import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { GlossaryTerm } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TermDialog } from "./TermDialog";

const term: GlossaryTerm = {
  id: "019a0000-0000-7000-8000-0000000000e1",
  original: "lamp",
  translation: "Leuchte",
  source_language: null,
  target_language: "de",
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
};
const newer: GlossaryTerm = { ...term, translation: "Lampe", updated_at: "2026-11-20T13:00:00Z" };
const change = `PUT /api/translation/glossary/${term.id}`;

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

/** Fake server on which another window has changed the term. Returns the tags that were sent. */
function serveNewer(): (string | null)[] {
  const tags: (string | null)[] = [];
  serve({
    "GET /api/translation/glossary": { items: [newer] },
    [change]: () => {
      const request = vi.mocked(fetch).mock.lastCall;
      const tag = new Request(...(request as Parameters<typeof fetch>)).headers.get("if-match");
      tags.push(tag);
      return tag === `"${newer.updated_at}"`
        ? newer
        : new TestRefusal(412, "translation.changed_elsewhere", "This term was changed in another window");
    },
  });
  return tags;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const translation = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Translation" });

async function typeOver(onClose: () => void) {
  await renderIn(<TermDialog known={term} onClose={onClose} />, { areas: ["translation", "conflict"] });
  await userEvent.clear(translation());
  await userEvent.type(translation(), "Laterne");
  await press("Save");
  await screen.findByText("This was changed in another window.");
}

// security P11: "If-Match version on edits ⇒ 412 + merge UI"
test("what another window wrote is written over only when it was seen", async () => {
  const tags = serveNewer();
  const onClose = vi.fn();
  await typeOver(onClose);
  expect(translation().value).toBe("Laterne");
  expect(onClose).not.toHaveBeenCalled();
  await press("Keep mine");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(tags).toEqual([`"${term.updated_at}"`, `"${newer.updated_at}"`]);
});

test("what another window wrote is taken into the form, or stands beside what was typed", async () => {
  serveNewer();
  await typeOver(vi.fn());
  await press("Combine both");
  expect(translation().value).toBe("Lampe Laterne");
  cleanup();
  await typeOver(vi.fn());
  await press("Use the other");
  expect(translation().value).toBe("Lampe");
});

test("what is typed is there after a reload, and gone once it is saved", async () => {
  const seen = serve({ "POST /api/translation/glossary": term });
  const host = memoryHost();
  const open = async (onClose = vi.fn()) => {
    cleanup();
    await renderIn(<TermDialog known={null} onClose={onClose} />, { areas: ["translation"], host });
    return onClose;
  };
  await open();
  await userEvent.type(translation(), "Leuchte");
  const onClose = await open();
  expect(translation().value).toBe("Leuchte");
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(seen[0]?.body).toMatchObject({ translation: "Leuchte" });
  expect(host.drafts.keys()).toEqual([]);
});
