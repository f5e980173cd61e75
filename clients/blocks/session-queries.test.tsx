import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { sessionQuery, useMe } from "./session-queries";
import { renderIn, testSession } from "./testing";

const Name = () => <p>{useMe().name}</p>;

test("what shows a person survives being drawn once more when their session has ended", async () => {
  const { queryClient } = await renderIn(<Name />, { areas: [] });
  act(() => queryClient.setQueryData(sessionQuery.queryKey, testSession({ me: null })));
  expect(await screen.findByText("Mira Castellan")).toBeDefined();
});

test("a page that is shown to visitors is told that it may not ask who they are", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await expect(renderIn(<Name />, { areas: [], session: testSession({ me: null }) })).rejects.toThrow(
    "behind sign-in",
  );
});
