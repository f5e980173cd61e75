import { draftsOf } from "@ensemble/blocks/drafts/drafts";
import { renderIn } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AttachmentTray } from "./AttachmentTray";
import { attachmentsOf } from "./attachments";

afterEach(cleanup);

// screens.md, 5
test("shows an image that was attached, and icons of other files", async () => {
  const host = memoryHost();
  attachmentsOf(host).giveBack("new", [
    { file_id: "f1", name: "a.png", media_type: "image/png", size_bytes: 3 },
    { file_id: "f2", name: "b.pdf", media_type: "application/pdf", size_bytes: 3 },
  ]);
  await renderIn(<AttachmentTray place="new" />, { areas: ["documents"], host });
  const images = (await screen.findAllByRole("listitem")).map((file) => file.querySelector("img"));

  expect(images.map((image) => image?.getAttribute("src") ?? null)).toEqual([
    expect.stringContaining("f1"),
    null,
  ]);
});

test("says what of a file was not read, and offers to read the rest where that may help", async () => {
  const host = memoryHost();
  const page = { first_page: 3, last_page: 5, name: null, images: null, reason: "limit" as const };
  const file = { media_type: "application/pdf", size_bytes: 3 };
  draftsOf(host.storage, host.drafts).write(
    "files:new",
    JSON.stringify([
      { ...file, file_id: "f1", name: "scan.pdf", done: true, unread: [page] },
      {
        ...file,
        file_id: "f2",
        name: "mail.eml",
        done: true,
        unread: [{ ...page, first_page: null, last_page: null, name: "a.mp3", reason: "unsupported" }],
      },
    ]),
  );
  await renderIn(<AttachmentTray place="new" />, { areas: ["documents"], host });

  expect(await screen.findByText("Not read: pages 3–5 (over the limit)")).toBeTruthy();
  expect(screen.getByText("Not read: a.mp3 (not supported)")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Read the rest of scan.pdf" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Read the rest of mail.eml" })).toBeNull();
});
