import type { ToolCallPart } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderIn, serve, TestRefusal } from "../testing";
import { ToolCall } from "./ToolCall";

afterEach(cleanup);

const call = (change: Partial<ToolCallPart> = {}): ToolCallPart => ({
  id: "p1",
  kind: "tool_call",
  call_id: "c/1",
  tool: "desk__echo",
  title: "Echo",
  source: "Desk",
  arguments: '{"text":"Hello"}',
  state: "waiting",
  output: null,
  ...change,
});

const show = (part: ToolCallPart, runId: string | null = "run-1") =>
  renderIn(<ToolCall part={part} runId={runId} />, { areas: ["chat"] });

describe("ToolCall", () => {
  test("asks with all that the tool would be given, and sends the word once", async () => {
    const seen = serve({ "POST /api/runs/run-1/tool-calls/c%2F1": null });
    await show(call());
    const user = userEvent.setup();

    const question = await screen.findByRole("group", {
      name: "Allow “Echo” from Desk to run with this input?",
    });
    expect(question.textContent).toContain('"text": "Hello"');
    await user.click(screen.getByRole("button", { name: "Always allow" }));
    await user.click(screen.getByRole("button", { name: "Never allow" }));

    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]?.body).toEqual({ decision: "always" });
  });

  test("can be answered again when the server did not take the word", async () => {
    const seen = serve({
      "POST /api/runs/run-1/tool-calls/c%2F1": new TestRefusal(503, "api.unavailable", "Try again"),
    });
    await show(call());
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Allow once" }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Allow once" }));
    await vi.waitFor(() => expect(seen).toHaveLength(2));
  });

  test("does not ask where nobody can answer, such as on a shared page", async () => {
    await show(call(), null);
    expect(await screen.findByText("Needs approval")).toBeTruthy();
    expect(screen.queryByRole("group")).toBeNull();
  });

  test("opens to what it was given and gave", async () => {
    await show(call({ state: "completed", output: "Hello there" }));
    await userEvent.setup().click(await screen.findByRole("button", { name: /Echo/ }));
    expect(screen.getByText("Hello there")).toBeTruthy();
    expect(screen.getByText(/"text": "Hello"/)).toBeTruthy();
  });

  test("shows a program by its lines", async () => {
    const given = JSON.stringify({ language: "python", code: "total = 1\nprint(total)" });
    await show(
      call({ tool: "run_code", title: "Run code", state: "completed", arguments: given, output: "1" }),
    );
    await userEvent.setup().click(await screen.findByRole("button", { name: /Run code/ }));
    const shown = screen.getByText((_, element) => element?.textContent === "total = 1\nprint(total)");
    expect(shown.tagName).toBe("PRE");
  });
});
