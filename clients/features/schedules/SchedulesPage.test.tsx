import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { SchedulesPage } from "./SchedulesPage";
import { testSchedule } from "./schedules-testing";

afterEach(cleanup);

const PREVIEW = {
  times: { start: "2026-11-23T08:00", zone: "Europe/Berlin", rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" },
  next_dates: ["2026-11-23T07:00:00Z", "2026-11-24T07:00:00Z"],
  rest: "Summarize the news",
};
const OTHERS = {
  "GET /api/models": { models: [], default_model: "builtin/assistant" },
  "GET /api/bots": { items: [] },
  "POST /api/schedules/preview": PREVIEW,
};

const show = () => renderIn(<SchedulesPage />, { areas: ["schedules"] });

describe("the page of schedules", () => {
  test("names their times, the next date and what is new", async () => {
    serve({ "GET /api/schedules": { items: [testSchedule({ unseen: 2 })] } });
    await show();
    await screen.findByRole("link", { name: "Tides" });
    expect(screen.getByText(/Every weekday at 8:00.*Next: Mon, Nov 23/)).toBeTruthy();
    expect(screen.getByText("2 new")).toBeTruthy();
  });

  test("takes times from the words of a prompt and sends what was picked", async () => {
    const seen = serve({
      ...OTHERS,
      "GET /api/schedules": { items: [] },
      "POST /api/schedules": testSchedule(),
    });
    const user = userEvent.setup();
    await show();
    await screen.findByText("No schedules yet");
    await user.click(screen.getByRole("button", { name: "New schedule" }));
    const dialog = await screen.findByRole("dialog", { name: "New schedule" });
    const prompt = within(dialog).getByRole("textbox", { name: "Prompt" });
    await user.type(prompt, "Summarize the news every weekday at 8");
    await user.click(await within(dialog).findByRole("button", { name: /Use “Every weekday at 8:00/ }));
    expect((prompt as HTMLTextAreaElement).value).toBe("Summarize the news");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = seen.find(({ method, path }) => method === "POST" && path === "/api/schedules")?.body;
    expect(sent).toMatchObject({
      title: "Summarize the news",
      kind: "prompt",
      input: { text: "Summarize the news" },
      times: PREVIEW.times,
    });
  });

  test("begins with an idea", async () => {
    serve({ ...OTHERS, "GET /api/schedules": { items: [] } });
    const user = userEvent.setup();
    await show();
    await user.click(await screen.findByRole("button", { name: /Watch a topic/ }));
    const dialog = await screen.findByRole("dialog", { name: "New schedule" });
    expect(within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe(
      "Watch a topic",
    );
  });

  test("gives a task to an agent, and keeps what was typed through a reload", async () => {
    const agents = [
      { key: "search", definition: { name: "Search agent" } },
      { key: "a1", definition: { name: "Bargain hunter" } },
    ];
    const seen = serve({
      ...OTHERS,
      "GET /api/agents": { agents },
      "GET /api/schedules": { items: [] },
      "POST /api/schedules": testSchedule(),
    });
    const user = userEvent.setup();
    const { unmount, host } = await show();
    await user.click(await screen.findByRole("button", { name: "New schedule" }));
    await user.click(await screen.findByRole("radio", { name: "Agent" }));
    await user.type(screen.getByRole("textbox", { name: "Task" }), "Compare prices");
    unmount();

    await renderIn(<SchedulesPage />, { areas: ["schedules"], host });
    await user.click(await screen.findByRole("button", { name: "New schedule" }));
    expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Task" })).value).toBe(
      "Compare prices",
    );
    await user.click(await screen.findByRole("combobox", { name: "Agent" }));
    await user.click(await screen.findByRole("option", { name: "Bargain hunter" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = seen.find(({ method, path }) => method === "POST" && path === "/api/schedules")?.body;
    expect(sent).toMatchObject({ kind: "agent", input: { text: "Compare prices", agent: "a1" } });
  });

  test("runs a PowerUP on a page", async () => {
    const tool = { kind: "tool", reads: "all", parameters: [] };
    const asks = { ...tool, name: "Asks", parameters: [{ required: true, default: [] }] };
    const items = [
      { id: "p1", definition: { ...tool, name: "News" } },
      { id: "p2", definition: asks },
      { id: "p3", definition: { ...tool, name: "Selected", reads: "selection" } },
    ];
    const seen = serve({
      ...OTHERS,
      "GET /api/powerups": { items },
      "GET /api/schedules": { items: [] },
      "POST /api/schedules": testSchedule(),
    });
    const user = userEvent.setup();
    await show();
    await user.click(await screen.findByRole("button", { name: "New schedule" }));
    await user.click(await screen.findByRole("radio", { name: "PowerUP" }));
    await user.click(await screen.findByRole("combobox", { name: "PowerUP to run" }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["News"]);
    await user.click(screen.getByRole("option", { name: "News" }));
    await user.type(await screen.findByRole("textbox", { name: "Page address" }), "https://example.com/");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = seen.find(({ method, path }) => method === "POST" && path === "/api/schedules")?.body;
    const input = { powerup_id: "p1", url: "https://example.com/" };
    expect(sent).toMatchObject({ kind: "powerup", title: "News", input });
  });

  test("leads to where a research is made, and says so when none can be read", async () => {
    const answers: Record<string, unknown> = {
      ...OTHERS,
      "GET /api/schedules": { items: [] },
      "GET /api/research/researches": new TestRefusal(500, "api.internal", "It failed"),
    };
    serve(answers);
    const user = userEvent.setup();
    await show();
    await user.click(await screen.findByRole("button", { name: "New schedule" }));
    await user.click(await screen.findByRole("radio", { name: "Research" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    answers["GET /api/research/researches"] = { items: [], next_cursor: null };
    await user.click(again);
    const link = await screen.findByRole("link", { name: "Start a research" });
    expect(link.getAttribute("href")).toBe("/home/research");
  });

  test("shows why the server refuses one", async () => {
    const refusal = new TestRefusal(409, "schedules.too_many", "No", { max: 50 });
    serve({
      ...OTHERS,
      "GET /api/schedules": { items: [] },
      "POST /api/schedules": refusal,
    });
    const user = userEvent.setup();
    await show();
    await user.click(await screen.findByRole("button", { name: /Morning news/ }));
    await user.click(await screen.findByRole("button", { name: "Save" }));
    expect(await screen.findByText("You've reached the limit of 50 schedules")).toBeTruthy();
  });
});
