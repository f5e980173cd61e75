import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Definition } from "../operations";
import { testDefinition, testPowerup, testPrice } from "../testing";
import { EditPowerupScreen, NewPowerupPage } from "./PowerupFormPage";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (answers: Record<string, unknown> = {}, uid?: string) => {
  const seen = serve({
    "GET /api/powerups/p1": testPowerup({ version: 3 }),
    "GET /api/powerups/price": testPrice,
    "GET /api/models": { models: [], default_model: "" },
    "POST /api/powerups": testPowerup(),
    "PUT /api/powerups/p1": testPowerup({ version: 4 }),
    "POST /api/powerups/tries": { run_id: "r1", model_name: "Llama", sent: [] },
    ...answers,
  });
  const page = uid ? <EditPowerupScreen uid={uid} /> : <NewPowerupPage />;
  return renderIn(page, { areas: ["powerups", "chat"] }).then((view) => ({ seen, ...view }));
};

const definitionOf = (seen: { path: string; method: string; body: unknown }[]) =>
  (
    seen.find(({ path, method }) => path === "/api/powerups" && method === "POST")?.body as {
      definition: Definition;
    }
  )?.definition;

const type = async (name: string, words: string) =>
  userEvent.type(await screen.findByRole("textbox", { name }), words);

describe("the form", () => {
  test("saves what was written, and leads to the new PowerUP", async () => {
    const { seen, navigate } = await show();
    await type("Name", "Explain");
    await type("Prompt", "Explain this.");
    await userEvent.click(screen.getByRole("checkbox", { name: "Keywords" }));
    await userEvent.click(screen.getByRole("button", { name: "Add parameter" }));
    await type("Display name", "Tone");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(navigate).toHaveBeenCalledWith("/powerup-ai/p1"));
    const saved = definitionOf(seen);
    expect(saved).toMatchObject({
      name: "Explain",
      prompt: "Explain this.",
      skills: ["keyword"],
      language: "en",
    });
    expect(saved.parameters).toEqual([
      { kind: "text", field: "field_1", label: "Tone", required: false, default: [], options: [] },
    ]);
  });

  // spec §5: PowerUP form: "Field name must be unique"
  test("says at the field what is wrong with it", async () => {
    const refusal = new TestRefusal(422, "powerups.required", "Required field", { field: "name" });
    await show({ "POST /api/powerups": refusal });
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    const name = await screen.findByRole("textbox", { name: "Name" });
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getAllByText("Required field").length).toBeGreaterThan(0);
  });

  test("tries what is written before it is saved, and can be without its preview", async () => {
    const { seen } = await show();
    await type("Name", "Explain");
    await type("Prompt", "Explain this.");
    const preview = screen.getByRole("complementary", { name: "Preview" });
    await userEvent.type(await within(preview).findByRole("textbox", { name: "Text" }), "Tides");
    await userEvent.click(within(preview).getByRole("button", { name: "Run" }));
    await waitFor(() => expect(seen.some(({ path }) => path === "/api/powerups/tries")).toBe(true));
    expect(seen.find(({ path }) => path === "/api/powerups/tries")?.body).toMatchObject({
      definition: { name: "Explain" },
      input: { text: "Tides" },
    });
    await userEvent.click(screen.getByRole("switch", { name: "Preview" }));
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  test("changes the version that was opened, and no later one", async () => {
    const stale = new TestRefusal(
      412,
      "powerups.changed_elsewhere",
      "This PowerUP was changed in another window",
    );
    await show({ "PUT /api/powerups/p1": stale }, "p1");
    await type("Name", "!");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("This PowerUP was changed in another window")).toBeTruthy();
  });

  test("has a place for each text of another language", async () => {
    const definition = testDefinition({
      translations: [{ language: "de", name: "", description: "", parameters: [] }],
      parameters: [
        {
          kind: "single_choice",
          field: "tone",
          label: "Tone",
          required: false,
          default: [],
          options: ["Dry"],
        },
      ],
    });
    await show({ "GET /api/powerups/p1": testPowerup({ definition }) }, "p1");
    const german = await screen.findByRole("region", { name: "German" });
    for (const label of ["Name", "Description", "Display name of tone", "Option “Dry”"]) {
      expect(within(german).getByRole("textbox", { name: label })).toBeTruthy();
    }
  });
});
