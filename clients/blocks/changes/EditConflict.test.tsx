import { ProblemError } from "@ensemble/contract/problem-error";
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderIn } from "../testing";
import { EditConflict } from "./EditConflict";
import { isEditConflict, useEditConflict } from "./edit-conflict";

const refusal = (status: number, code: string) =>
  new ProblemError({ status, code, params: {}, message: "-" });
const stale = refusal(412, "memos.changed_elsewhere");

afterEach(cleanup);

// security P11: "If-Match version on edits ⇒ 412 + merge UI"
describe("what was changed in another window", () => {
  const show = async (mine: string) => {
    const heard = { onKeepMine: vi.fn(), onTakeTheirs: vi.fn(), onEditBoth: vi.fn() };
    await renderIn(
      <EditConflict
        fields={[
          { field: "name", label: "Name" },
          { field: "body", label: "Text" },
        ]}
        theirs={{ name: "List", body: "Milk and bread" }}
        mine={{ name: "List", body: mine }}
        {...heard}
      />,
      { areas: ["conflict"] },
    );
    return heard;
  };
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

  test("is shown beside what was typed, where they differ and nowhere else", async () => {
    await show("Milk and tea");
    expect(screen.getByRole("region", { name: "Text" }).textContent).toContain(
      "Only in the other window: bread",
    );
    expect(screen.getByRole("region", { name: "Text" }).textContent).toContain("Only here: tea");
    expect(screen.queryByRole("region", { name: "Name" })).toBeNull();
  });

  test("is taken, or gives way, or both are edited together", async () => {
    const heard = await show("Milk and tea");
    await press("Keep mine");
    expect(heard.onKeepMine).toHaveBeenCalledOnce();
    await press("Use the other");
    expect(heard.onTakeTheirs).toHaveBeenCalledOnce();
    await press("Combine both");
    expect(heard.onEditBoth).toHaveBeenCalledWith({ body: "Milk and bread tea" });
  });

  test("is said aloud as a fact; the texts are there to be read", async () => {
    await show("Milk and tea");
    expect(screen.getByRole("status").textContent).toBe("This was changed in another window.");
  });

  test("hands the focus on to what is typed, when it is answered", async () => {
    const texts = {
      fields: [{ field: "name", label: "Name" }],
      theirs: { name: "a" },
      mine: { name: "b" },
    } as const;
    const heard = { onKeepMine: vi.fn(), onTakeTheirs: vi.fn(), onEditBoth: vi.fn() };
    await renderIn(
      <form>
        <input type="checkbox" aria-label="Open" />
        <input aria-label="Gone" disabled />
        <input aria-label="Name" />
        <textarea aria-label="Text" />
        <EditConflict {...texts} {...heard} />
      </form>,
      { areas: ["conflict"] },
    );
    for (const name of ["Keep mine", "Use the other", "Combine both"]) {
      await press(name);
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
    }
  });

  test("is said to be something else where the texts are the same", async () => {
    await show("Milk and bread");
    expect(screen.getByText(/The text is the same/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Combine both" })).toBeNull();
  });
});

describe("a form that was typed over something older", () => {
  const know = (newest: () => Promise<string | undefined>, older?: string) =>
    renderHook(() => useEditConflict("one", newest, older ?? null)).result;

  test("asks for what there is by now, and goes on from there", async () => {
    const form = know(async () => "two");
    await act(() => form.current.refused(refusal(422, "memos.body_too_long")));
    expect(form.current).toMatchObject({ base: "one", theirs: null });
    await act(() => form.current.refused(stale));
    expect(form.current).toMatchObject({ base: "one", theirs: "two" });
    act(() => form.current.goOn());
    expect(form.current).toMatchObject({ base: "two", theirs: null });
  });

  test("stays as it is where what there is by now cannot be asked for", async () => {
    const form = know(() => Promise.reject(refusal(0, "client.connection_error")));
    await act(() => form.current.refused(stale));
    expect(form.current).toMatchObject({ base: "one", theirs: null });
  });

  test("begins with the difference where it was typed before", () => {
    expect(know(async () => "two", "none").current).toMatchObject({ base: "none", theirs: "one" });
  });

  test("is told apart from other refusals", () => {
    expect(isEditConflict(stale)).toBe(true);
    expect(isEditConflict(refusal(409, "memory.exists"))).toBe(false);
    expect(isEditConflict(new Error("x"))).toBe(false);
  });
});
