import { renderIn, serve } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useStored } from "./use-stored";

afterEach(cleanup);

let store: (key: string, value: string | null) => void = () => undefined;

function Artifact({ id, full }: { id: string | null; full: () => void }) {
  const { stored, onStore } = useStored(id, full);
  store = onStore;
  return <p>{stored ? `has ${JSON.stringify(stored)}` : "reads"}</p>;
}

test("what an artifact keeps is read first, and stored when it changes", async () => {
  const calls = serve({
    "GET /api/artifacts/a/data": { entries: { score: "7" } },
    "PUT /api/artifacts/a/data": null,
  });
  const full = vi.fn();
  await renderIn(<Artifact id="a" full={full} />, { areas: ["artifacts"] });
  await screen.findByText('has {"score":"7"}');
  store("score", "8");
  store("name", "Ana");
  const saved = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  await waitFor(() =>
    expect(saved()).toEqual([{ entries: { score: "8" } }, { entries: { score: "8", name: "Ana" } }]),
  );
  store("name", null);
  cleanup();
  await waitFor(() => expect(saved().at(-1)).toEqual({ entries: { score: "8" } }));
  expect(full).not.toHaveBeenCalled();
});

test("data that is refused is reported, and what is not stored stays in the page", async () => {
  serve({ "GET /api/artifacts/a/data": { entries: {} } });
  const full = vi.fn();
  await renderIn(<Artifact id="a" full={full} />, { areas: ["artifacts"] });
  await screen.findByText("has {}");
  store("k", "v");
  await waitFor(() => expect(full).toHaveBeenCalledOnce());
  cleanup();
  const calls = serve({});
  await renderIn(<Artifact id={null} full={full} />, { areas: ["artifacts"] });
  await screen.findByText("has {}");
  store("k", "v");
  cleanup();
  expect(calls).toEqual([]);
});
