import type { Command } from "@ensemble/blocks/commands/commands";
import { renderIn, serve, testMe } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ShortcutsPanel } from "./ShortcutsPanel";

afterEach(cleanup);

const COMMANDS: Command[] = [
  { name: "palette.open", keys: "mod+k" },
  { name: "chat.new", keys: "mod+shift+o" },
];

const record = async (keys: string) => {
  const seen = serve({
    "PATCH /api/accounts/settings": (body: object) => ({ ...testMe.settings, ...body }),
  });
  await renderIn(<ShortcutsPanel />, { areas: ["accounts"], shell: { commands: COMMANDS } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: /Change shortcut for New chat/ }));
  await user.keyboard(keys);
  return { seen, user };
};

describe("ShortcutsPanel", () => {
  test("binds the pressed keys", async () => {
    const { seen } = await record("{Control>}{Alt>}j{/Alt}{/Control}");
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]?.body).toEqual({ shortcuts: { "chat.new": "mod+alt+j" } });
  });

  test("refuses keys that another command has, and names it", async () => {
    const { seen } = await record("{Control>}k{/Control}");
    expect(await screen.findByText("Already used by “Search and commands”.")).toBeTruthy();
    expect(seen).toEqual([]);
  });

  test("refuses a plain letter", async () => {
    const { seen } = await record("a");
    expect(await screen.findByText("Include Ctrl, Cmd, or Alt.")).toBeTruthy();
    expect(seen).toEqual([]);
  });
});
