import type { QuestionField, QuestionPart } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderIn, serve, TestRefusal } from "../testing";
import { contentOf, initialValues } from "./question-values";
import { ToolQuestion } from "./ToolQuestion";

afterEach(cleanup);

const field = (change: Partial<QuestionField> & { name: string }): QuestionField =>
  ({ title: change.name, description: null, required: false, ...change }) as QuestionField;

const OPTIONS = [
  { value: "s", title: "Small" },
  { value: "l", title: "Large" },
];

const NAME = field({
  name: "name",
  title: "Your name",
  required: true,
  input: "text",
  format: null,
  min_length: null,
  max_length: 20,
  pattern: null,
  default: "Ana",
});

const question = (change: Partial<QuestionPart> = {}): QuestionPart => ({
  id: "q-1",
  kind: "question",
  question_id: "019a0000-0000-7000-8000-000000000009",
  call_id: "c1",
  source: "Desk",
  message: "Who are you?",
  fields: [NAME],
  url: null,
  state: "waiting",
  ...change,
});

const ROUTE = "POST /api/runs/run-1/questions/019a0000-0000-7000-8000-000000000009";

const show = (part: QuestionPart, runId: string | null = "run-1") =>
  renderIn(<ToolQuestion part={part} runId={runId} />, { areas: ["chat", "questions"] });

describe("ToolQuestion", () => {
  test("says who asks, and sends what was typed once", async () => {
    const seen = serve({ [ROUTE]: null });
    const age = field({ name: "age", input: "number", whole: true, minimum: 18, maximum: 99, default: null });
    const fine = field({ name: "fine", title: "All fine", input: "boolean", default: false });
    const size = field({ name: "size", title: "Size", input: "choice", options: OPTIONS, default: "l" });
    const sizes = field({
      name: "sizes",
      title: "Sizes",
      input: "choices",
      options: OPTIONS,
      min_items: null,
      max_items: 1,
      default: [],
    });
    await show(question({ fields: [NAME, age, fine, size, sizes] }));
    const user = userEvent.setup();

    expect(await screen.findByRole("region", { name: "Question from Desk" })).toBeTruthy();
    expect(screen.getByText(/goes to Desk\. Don’t enter passwords/)).toBeTruthy();
    expect(screen.getByText("18 to 99")).toBeTruthy();
    const name = screen.getByLabelText("Your name");
    await user.clear(name);
    await user.type(name, "Mira");
    await user.type(screen.getByLabelText("age (optional)"), "30");
    await user.click(screen.getByRole("switch", { name: "All fine" }));
    await user.click(screen.getByLabelText("Small"));
    await user.click(screen.getByRole("button", { name: "Submit" }));
    await user.click(screen.getByRole("button", { name: "Decline" }));

    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]?.body).toEqual({
      action: "accept",
      content: { name: "Mira", age: 30, fine: true, size: "l", sizes: ["s"] },
    });
  });

  test("shows at the field what the server does not take, and lets the person try again", async () => {
    const seen = serve({
      [ROUTE]: new TestRefusal(422, "generation.answer_invalid", "No", { field: "name", reason: "too_long" }),
    });
    await show(question());
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Submit" }));
    expect(await screen.findByText("Too long")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Submit" }));
    await vi.waitFor(() => expect(seen).toHaveLength(2));
  });

  test.each([
    ["Decline", "decline"],
    ["Cancel", "cancel"],
  ])("sends %s without values", async (button, action) => {
    const seen = serve({ [ROUTE]: null });
    await show(question());
    await userEvent.setup().click(await screen.findByRole("button", { name: button }));
    await vi.waitFor(() => expect(seen[0]?.body).toEqual({ action }));
  });

  test("shows the host of a page and opens it only on a press", async () => {
    const seen = serve({ [ROUTE]: null });
    const url = "https://bank.example/consent?x=1";
    await show(question({ fields: [], url }));
    expect((await screen.findByText("bank.example")).tagName).toBe("STRONG");
    const link = screen.getByRole("link", { name: "Open page" });
    expect(link.getAttribute("href")).toBe(url);
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(seen).toHaveLength(0);
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    await userEvent.setup().click(link);
    await vi.waitFor(() => expect(seen[0]?.body).toEqual({ action: "accept" }));
  });

  test("does not ask when it was answered, or where nobody can answer", async () => {
    await show(question({ state: "accepted" }));
    expect(await screen.findByText("Answered")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
    await show(question(), null);
    expect(await screen.findByText("Waiting for an answer")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("values of a question", () => {
  test("begin with the defaults, and are sent in the types that were asked for", () => {
    const at = field({
      name: "at",
      input: "text",
      format: "date-time",
      min_length: null,
      max_length: 40,
      pattern: null,
      default: "2026-11-28T10:30:00.000Z",
    });
    const count = field({
      name: "count",
      input: "number",
      whole: true,
      minimum: null,
      maximum: null,
      default: 3,
    });
    const empty = field({
      name: "none",
      input: "choices",
      options: OPTIONS,
      min_items: null,
      max_items: null,
      default: [],
    });
    const fields = [at, count, empty];
    expect(contentOf(fields, initialValues(fields))).toEqual({ at: "2026-11-28T10:30:00.000Z", count: 3 });
    expect(contentOf([NAME], { name: "" })).toEqual({});
  });
});
