import { renderIn } from "@ensemble/blocks/testing";
import type { Research, ResearchChanges } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Changes } from "./Changes";

afterEach(cleanup);

const said = {
  topic: 1,
  claim: "Land rises",
  source: 1,
  title: "Moon",
  url: "https://example.org/moon",
  quote: "The land rises.",
};
const changes: ResearchChanges = {
  new_statements: [said],
  gone_statements: [],
  new_sources: [],
  changed_sources: [1],
  missing_sources: [],
  text: "**New**: the land rises [1]. The sun is cold [1].",
  cites: [
    { number: 1, statement: "the land rises", state: "quoted", quote: "The land rises." },
    { number: 1, statement: "The sun is cold", state: "not_found", quote: null },
  ],
};

test("what changed leads to its sources, and what stands in none is marked", async () => {
  const onSource = vi.fn();
  const research = { id: "r1", found: [{ number: 1 }] } as Research;
  await renderIn(<Changes research={research} changes={changes} onSource={onSource} />, {
    areas: ["search", "chat"],
  });
  expect((await screen.findByText("New")).tagName).toBe("STRONG");
  expect(screen.getByText("Not found in sources").closest("p")?.textContent).toContain("The sun is cold [1]");
  const [first] = screen.getAllByRole("link", { name: "[1]" });
  if (!first) throw new Error("the number is a link");
  await userEvent.setup().click(first);
  expect(onSource).toHaveBeenCalledWith(1, ["The land rises."]);
});
