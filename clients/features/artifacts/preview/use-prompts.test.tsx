import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { usePrompts } from "./use-prompts";

afterEach(cleanup);

let ask: (prompt: string) => Promise<string> = () => Promise.resolve("");

function Artifact({ isOn }: { isOn: boolean }) {
  const prompts = usePrompts("a", isOn);
  ask = prompts.ask;
  return (
    <>
      <p>{prompts.isAsking ? "asks" : "quiet"}</p>
      <button type="button" onClick={() => prompts.decide(true)}>
        Yes
      </button>
      <button type="button" onClick={() => prompts.decide(false)}>
        No
      </button>
    </>
  );
}

const show = (isOn = true) => renderIn(<Artifact isOn={isOn} />, { areas: ["artifacts"] });

test("a model is asked once its person agrees, who is asked once", async () => {
  const calls = serve({ "POST /api/artifacts/a/prompts": { text: "Blue" } });
  await show();
  await screen.findByText("quiet");
  const answer = ask("Name a color");
  await screen.findByText("asks");
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await answer).toBe("Blue");
  expect(await ask("Another")).toBe("Blue");
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { prompt: "Name a color" },
    { prompt: "Another" },
  ]);
});

test("nothing is asked that the person or the author does not want", async () => {
  const calls = serve({ "POST /api/artifacts/a/prompts": { text: "Blue" } });
  await show();
  await screen.findByText("quiet");
  const refused = ask("x").catch((error: Error) => error.message);
  await screen.findByText("asks");
  await userEvent.click(screen.getByRole("button", { name: "No" }));
  expect(await refused).toMatch(/didn't allow/);
  await expect(ask("y")).rejects.toThrow(/didn't allow/);
  cleanup();
  await show(false);
  await screen.findByText("quiet");
  await expect(ask("z")).rejects.toThrow("may not ask");
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});
