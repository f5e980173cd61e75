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
