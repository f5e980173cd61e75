import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderIn } from "../testing";
import { FileViewer } from "./FileViewer";

afterEach(cleanup);

const open = (file: { file_id: string; name: string; media_type: string }) =>
  renderIn(<FileViewer file={file} open onOpenChange={() => undefined} />, { areas: ["documents"] });

test("an image of a chat leads to the image editor and the image tools", async () => {
  await open({ file_id: "f1", name: "lamp.png", media_type: "image/png" });
  const edit = await screen.findByRole("link", { name: "Edit image" });
  expect(edit.getAttribute("href")).toBe("/home/image/edit/new?file=f1");
  const tools = screen.getByRole("link", { name: "Image tools" });
  expect(tools.getAttribute("href")).toBe("/image-tools?file=f1");
});
