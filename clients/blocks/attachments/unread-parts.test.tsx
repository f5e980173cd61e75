import type { UnreadPart } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderIn } from "../testing";
import { isRestReadable, useUnreadText } from "./unread-parts";

const none = { first_page: null, last_page: null, name: null, images: null };

function Said({ parts }: { parts: UnreadPart[] }) {
  return <p data-testid="said">{useUnreadText()(parts) ?? "whole"}</p>;
}

test("the parts that were not read are named, and many are counted", async () => {
  for (const [parts, said] of [
    [[], "whole"],
    [[{ ...none, first_page: 3, last_page: 3, reason: "image" }], "Not read: page 3 (image without text)"],
    [
      [
        { ...none, first_page: 3, last_page: 5, reason: "damaged" },
        { ...none, name: "Data", reason: "encrypted" },
        { ...none, images: 1, reason: "image" },
        { ...none, name: "a.mp3", reason: "unsupported" },
        { ...none, name: "b.mp3", reason: "unsupported" },
      ],
      "Not read: pages 3–5 (damaged) Data (password protected) 1 image 2 more parts",
    ],
  ] as [UnreadPart[], string][]) {
    await renderIn(<Said parts={parts} />, { areas: ["documents"] });
    expect(screen.getByTestId("said").textContent).toBe(said);
    cleanup();
  }
});

test("only pages can be read another time", () => {
  expect(isRestReadable([{ ...none, first_page: 1, last_page: 2, reason: "limit" }])).toBe(true);
  expect(isRestReadable([{ ...none, name: "a.mp3", reason: "unsupported" }])).toBe(false);
});
