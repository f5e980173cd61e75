import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { partsOf, Receipt } from "./receipt";

afterEach(cleanup);

test("the keyboard stays in the receipt, and Escape sends nothing", async () => {
  const decide = vi.fn();
  render(<Receipt leaves="The lamp burns oil." server="https://ensemble.example" decide={decide} />);
  const text = screen.getByRole("region");
  const [keep, send] = screen.getAllByRole("button");
  expect(document.activeElement).toBe(text);
  expect(text.textContent).toBe("The lamp burns oil.");
  const user = userEvent.setup();
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(send);
  await user.tab();
  expect(document.activeElement).toBe(text);
  await user.tab();
  expect(document.activeElement).toBe(keep);
  await user.keyboard("{Escape}");
  expect(decide.mock.calls).toEqual([[false]]);
});

test("all of a long text is reached by scrolling", () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => `Entry ${at} of the log.`);
  render(<Receipt leaves={lines.join("\n")} server="https://ensemble.example" decide={() => undefined} />);
  const text = screen.getByRole("region");
  expect(text.textContent).toContain(lines[100]);
  expect(text.textContent).not.toContain(lines[2_999]);
  Object.defineProperty(text, "clientHeight", { value: 100 });
  for (let times = 0; times < 5; times += 1) fireEvent.scroll(text);
  expect(text.textContent).toBe(lines.join("\n"));
});

test("a text is cut at its lines, and nothing of it is lost", () => {
  const text = `${"a".repeat(5_000)}\n\n${"b".repeat(3_999)}\nc`;
  const parts = partsOf(text);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.join("\n")).toBe(text);
  expect(partsOf("short")).toEqual(["short"]);
});
