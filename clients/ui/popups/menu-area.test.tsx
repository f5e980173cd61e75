import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ActionsMenu } from "./ActionsMenu";
import { Menu, MenuItem } from "./Menu";
import { useMenuArea } from "./menu-area";
import { MenuAreaContext } from "./menu-area-context";

afterEach(cleanup);

function Row({ onRename }: { onRename: () => void }) {
  const { area, ref } = useMenuArea();
  return (
    <div ref={ref}>
      <a href="#chat">A chat</a>
      <input aria-label="Name" />
      <MenuAreaContext value={area}>
        <Menu trigger={<button type="button">More</button>}>
          <MenuItem onSelect={onRename}>Rename</MenuItem>
        </Menu>
      </MenuAreaContext>
    </div>
  );
}

function Said({ onCopy }: { onCopy: () => void }) {
  const { area, ref } = useMenuArea(true);
  const actions = useRef<HTMLDivElement>(null);
  return (
    <article ref={ref}>
      <p>
        Words with <a href="#there">the tide tables</a>
      </p>
      <div ref={actions}>
        <button type="button" aria-label="Copy" onClick={onCopy} />
        <button type="button" aria-label="Speak" disabled />
      </div>
      <ActionsMenu area={area} actions={actions} />
    </article>
  );
}

/** Returns false if the browser's own menu is not shown. */
const rightClick = (element: Element, init: MouseEventInit = {}) =>
  fireEvent.contextMenu(element, { clientX: 40, clientY: 50, ...init });

// screens.md, 18
describe("a right click on a row", () => {
  test("opens the menu of its button, and closes as it does", async () => {
    const rename = vi.fn();
    render(<Row onRename={rename} />);
    expect(rightClick(screen.getByText("A chat"))).toBe(false);
    await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
    expect(rename).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(screen.queryByRole("menu")).toBeNull());

    await userEvent.click(screen.getByRole("button", { name: "More" }));
    expect(await screen.findByRole("menuitem", { name: "Rename" })).toBeTruthy();
  });

  test("leaves fields, and clicks with Shift, to the browser", () => {
    render(<Row onRename={() => undefined} />);
    expect(rightClick(screen.getByRole("textbox"))).toBe(true);
    expect(rightClick(screen.getByText("A chat"), { shiftKey: true })).toBe(true);
  });
});

describe("a right click on a message", () => {
  test("offers what its buttons do, and no more", async () => {
    const copy = vi.fn();
    render(<Said onCopy={copy} />);
    expect(rightClick(screen.getByText(/Words/))).toBe(false);
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Copy"]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Copy" }));
    await vi.waitFor(() => expect(copy).toHaveBeenCalledOnce());
  });

  test("leaves links to the browser", () => {
    render(<Said onCopy={() => undefined} />);
    expect(rightClick(screen.getByText("the tide tables"))).toBe(true);
  });
});
