import { startTexts } from "@ensemble/i18n/text";
import { cleanup, configure, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { AppState, Native } from "./native";
import { StartPage } from "./StartPage";

// The confirmation dialog loads on first use, which takes longer than a second on two busy cores.
configure({ asyncUtilTimeout: 10_000 });

const fresh: AppState = {
  version: "0.1.0",
  servers: [],
  current: null,
  can_serve: true,
  shortcut: "CommandOrControl+Shift+Space",
  start_at_login: false,
  has_tray: true,
  newer: null,
  opening: false,
};
const local = { id: "a", origin: "http://127.0.0.1:17170", local: true };
const work = { id: "b", origin: "https://work.example", local: false };

function show(change: Partial<AppState> = {}, answers: Partial<Native> = {}) {
  const state = { ...fresh, ...change };
  const native = {
    readState: vi.fn(async () => state),
    addServer: vi.fn(async () => undefined),
    openServer: vi.fn(async () => undefined),
    openThisComputer: vi.fn(async () => undefined),
    removeServer: vi.fn(async (id: string) => ({
      ...state,
      servers: state.servers.filter((server) => server.id !== id),
    })),
    changeSettings: vi.fn(async () => state),
    ...answers,
  };
  render(<StartPage native={native} initial={state} />);
  return native;
}
const press = (name: RegExp | string) => userEvent.click(screen.getByRole("button", { name }));

beforeAll(() => startTexts("en", ["desktop"]));
afterEach(cleanup);

test("at the first start, this computer is one press away", async () => {
  const native = show();
  await press("Use this computer");
  expect(native.openThisComputer).toHaveBeenCalledOnce();
});

test("an installation without a server says so", () => {
  show({ can_serve: false });
  expect(screen.getByText(/doesn't include a server/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Use this computer" })).toBeNull();
});

test("an address that is refused is said beside it, and stays", async () => {
  const native = show({}, { addServer: vi.fn(() => Promise.reject("not_ensemble")) });
  await userEvent.type(screen.getByRole("textbox", { name: "Server URL" }), "chat.example.org");
  await press("Connect");
  expect(native.addServer).toHaveBeenCalledWith("chat.example.org");
  expect(await screen.findByText(/it isn't Ensemble/)).toBeTruthy();
  expect(screen.getByRole("textbox")).toHaveProperty("value", "chat.example.org");
});

test("the server used last is opened at the start; when it is away, what is kept here can be opened", async () => {
  const openServer = vi.fn(async (_id: string, unasked: boolean) => {
    if (!unasked) throw "unreachable";
  });
  show({ servers: [local, work], current: "b", opening: true }, { openServer });
  expect(openServer).toHaveBeenCalledWith("b", false);
  expect(await screen.findByText(/isn't responding/)).toBeTruthy();
  await press("Open offline copy");
  expect(openServer).toHaveBeenLastCalledWith("b", true);
});

test("a server is removed after a question", async () => {
  const native = show({ servers: [work] });
  await press("Remove work.example from list");
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(native.removeServer).toHaveBeenCalledWith("b");
  expect(screen.queryByText("https://work.example")).toBeNull();
});

test("keys are chosen by pressing them; such that cannot be had are said", async () => {
  const changeSettings = vi.fn(() => Promise.reject("failed"));
  show({}, { changeSettings });
  await press(/Ctrl \+ Shift \+ Space/);
  await userEvent.keyboard("{Control>}{Alt>}[KeyJ]{/Alt}{/Control}");
  expect(changeSettings).toHaveBeenCalledWith({ shortcut: "CommandOrControl+Alt+J" });
  expect(await screen.findByText(/Another app uses it/)).toBeTruthy();
});

test("a server of a later version is told of", () => {
  show({ servers: [work], newer: "0.2.0" });
  expect(screen.getByText(/A server is running version 0.2.0/)).toBeTruthy();
});
