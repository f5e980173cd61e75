import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Ref, useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type LazyPart, lazyPart } from "../lazy-part";
import { useHeldPress } from "./held-press";

afterEach(cleanup);

type Popup = (props: { buttonRef: Ref<HTMLButtonElement>; onKey: (key: string) => void }) => React.ReactNode;

/** Trigger like a library's: it opens with a click or an arrow key. */
const Real: Popup = ({ buttonRef, onKey }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => {
          onKey(key);
          if (key === "ArrowDown") setOpen(true);
        }}
      >
        More
      </button>
      {open ? <p>Opened</p> : null}
    </>
  );
};

/** Trigger whose code loads when `bring` is called. */
function slow() {
  const { promise, resolve, reject } = Promise.withResolvers<Popup>();
  const load = vi.fn(() => promise);
  return { what: lazyPart(load), load, bring: () => resolve(Real), fail: reject };
}

function Trigger({ what, open, onKey = () => undefined }: TriggerProps) {
  const {
    piece: Loaded,
    held,
    trigger,
  } = useHeldPress(what, {
    element: <button type="button">More</button>,
    popup: "menu",
    keys: ["ArrowDown"],
    open,
  });
  return (
    <>
      {Loaded ? <Loaded buttonRef={trigger} onKey={onKey} /> : held}
      <input aria-label="Elsewhere" />
    </>
  );
}

interface TriggerProps {
  what: LazyPart<Popup>;
  open?: boolean;
  onKey?: (key: string) => void;
}

const button = () => screen.getByRole("button", { name: "More" });

describe("useHeldPress", () => {
  test("opens with the first press, which it holds until the code is there", async () => {
    const { what, bring } = slow();
    render(<Trigger what={what} />);
    expect(button().getAttribute("aria-haspopup")).toBe("menu");
    expect(button().getAttribute("aria-expanded")).toBe("false");

    await userEvent.click(button());
    expect(button().getAttribute("aria-busy")).toBe("true");
    expect(screen.queryByText("Opened")).toBeNull();
    bring();

    expect(await screen.findByText("Opened")).toBeTruthy();
    expect(document.activeElement).toBe(button());
  });

  test("opens at once when the code was loaded ahead", async () => {
    const { what, bring } = slow();
    what.preload();
    bring();
    await what.load();
    render(<Trigger what={what} />);
    fireEvent.click(button());
    expect(screen.getByText("Opened")).toBeTruthy();
  });

  test("asks for the code when it is pointed at or reached by keyboard, once", async () => {
    const { what, load } = slow();
    render(<Trigger what={what} />);
    await userEvent.hover(button());
    await userEvent.tab();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("hands over a key as well, and only the keys that open", async () => {
    const { what, load, bring } = slow();
    const onKey = vi.fn();
    render(<Trigger what={what} onKey={onKey} />);
    await userEvent.tab();
    await userEvent.keyboard("x");
    expect(button().getAttribute("aria-busy")).toBeNull();

    await userEvent.keyboard("{ArrowDown}");
    bring();
    expect(await screen.findByText("Opened")).toBeTruthy();
    expect(onKey.mock.calls).toEqual([["ArrowDown"]]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test.each(["{Escape}", "{Tab}"])("lets the press go with %s", async (keys) => {
    const { what, bring } = slow();
    render(<Trigger what={what} />);
    await userEvent.click(button());
    await userEvent.keyboard(keys);
    bring();
    await waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
    expect(screen.queryByText("Opened")).toBeNull();

    await userEvent.click(button());
    expect(await screen.findByText("Opened")).toBeTruthy();
  });

  test("brings the true trigger without a press when something else opens it", async () => {
    const { what, bring } = slow();
    render(<Trigger what={what} open />);
    bring();
    await what.load();
    await waitFor(() => expect(button().getAttribute("aria-haspopup")).toBeNull());
    expect(screen.queryByText("Opened"), "whoever opens it says so itself").toBeNull();
  });
});

describe("later", () => {
  test("asks again where asking failed", async () => {
    const ask = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error("offline"))
      .mockResolvedValue("here");
    const piece = lazyPart(ask);
    piece.preload();
    await expect(piece.load()).rejects.toThrow("offline");
    expect(piece.here).toBeNull();
    await expect(piece.load()).resolves.toBe("here");
    await piece.load();
    expect(piece.here).toBe("here");
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
