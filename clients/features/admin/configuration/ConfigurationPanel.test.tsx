import { renderIn, serve, TestRefusal, testSession } from "@ensemble/blocks/testing";
import type { ServerSetting } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import keys from "../../../../contract/server-settings.json";
import { ConfigurationPanel } from "./ConfigurationPanel";
import { bySection, SETTING_KEYS } from "./setting-keys";
import { linesOf, readNumber } from "./typed-values";

afterEach(cleanup);

const REVIEW: ServerSetting = {
  key: "bots.review_public",
  kind: { kind: "switch" },
  value: false,
  file: false,
  changed: false,
};
const WORDS: ServerSetting = {
  key: "writing.words_per_credit",
  kind: { kind: "number", min: 1, max: 1000 },
  value: 40,
  file: 10,
  changed: true,
};
const HOSTS: ServerSetting = {
  key: "documents.address_hosts",
  kind: { kind: "list", max_items: 200 },
  value: ["arxiv.org"],
  file: [],
  changed: true,
};

const show = () =>
  renderIn(<ConfigurationPanel />, {
    areas: ["admin", "server_settings", "settings"],
    session: testSession(),
  });

const list = (...items: ServerSetting[]) => ({ items });

describe("configuration", () => {
  test("a switch takes effect at once", async () => {
    const seen = serve({
      "GET /api/admin/settings": list(REVIEW, WORDS),
      "PUT /api/admin/settings/bots.review_public": list({ ...REVIEW, value: true, changed: true }, WORDS),
    });
    await show();
    await userEvent.click(await screen.findByRole("switch", { name: "Review public bots" }));
    await vi.waitFor(() => expect(screen.getByText("Configuration file: Off")).toBeTruthy());
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ value: true });
  });

  test("a number out of its bounds is not sent, and one within them is", async () => {
    const seen = serve({
      "GET /api/admin/settings": list(WORDS),
      "PUT /api/admin/settings/writing.words_per_credit": list({ ...WORDS, value: 5 }),
    });
    await show();
    const typing = userEvent.setup();
    const field = await screen.findByLabelText("Humanizer words per credit");
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    await typing.clear(field);
    await typing.type(field, "1001{Enter}");
    expect(await screen.findByText("Enter a whole number from 1 to 1000")).toBeTruthy();
    expect(seen.some(({ method }) => method === "PUT")).toBe(false);
    await typing.clear(field);
    await typing.type(field, "5{Enter}");
    await vi.waitFor(() => expect(seen.at(-1)?.body ?? seen.at(-2)?.body).toEqual({ value: 5 }));
  });

  test("a list has one entry per line, and the server's word against one is beside it", async () => {
    const seen = serve({
      "GET /api/admin/settings": list(HOSTS),
      "PUT /api/admin/settings/documents.address_hosts": new TestRefusal(
        422,
        "live_settings.item_invalid",
        "",
        { item: "a b" },
      ),
    });
    await show();
    const typing = userEvent.setup();
    await typing.type(await screen.findByLabelText("Sites PDFs can be added from"), "\na b");
    await typing.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("“a b” isn't valid here")).toBeTruthy();
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({ value: ["arxiv.org", "a b"] });
  });

  test("a changed setting shows the file's value and goes back to it", async () => {
    let items = [WORDS];
    const seen = serve({
      "GET /api/admin/settings": () => ({ items }),
      "DELETE /api/admin/settings/writing.words_per_credit": () => {
        items = [{ ...WORDS, value: 10, changed: false }];
        return null;
      },
    });
    await show();
    expect(await screen.findByText("Configuration file: 10")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /^Reset to configuration file/ }));
    await vi.waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>("Humanizer words per credit").value).toBe("10"),
    );
    expect(seen.some(({ method }) => method === "DELETE")).toBe(true);
    expect(screen.queryByRole("button", { name: /^Reset/ })).toBeNull();
  });

  test("the search finds settings by name, key and explanation", async () => {
    serve({ "GET /api/admin/settings": list(REVIEW, WORDS, HOSTS) });
    await show();
    const typing = userEvent.setup();
    const search = await screen.findByRole("searchbox", { name: "Search configuration" });
    await typing.type(search, "review_public");
    expect(screen.getByRole("switch")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    await typing.clear(search);
    await typing.type(search, "nothing such");
    expect(within(screen.getByRole("status")).getByText("No settings found")).toBeTruthy();
  });
});

test("every setting of the server has its place on the page", () => {
  expect([...SETTING_KEYS].sort()).toEqual(keys);
  const placed = bySection(keys.map((key) => ({ key }))).flatMap(({ settings }) => settings);
  expect(placed).toHaveLength(keys.length);
});

test("numbers are read in any digits, within bounds", () => {
  const bounds = { min: 1, max: 60 };
  for (const [typed, number] of [
    ["60", 60],
    ["٦٠", 60],
    ["６０", 60],
    ["61", null],
    ["0", null],
    ["1.5", null],
    ["", null],
    ["-1", null],
  ] as const)
    expect(readNumber(typed, bounds), typed).toBe(number);
  expect(linesOf(" a \n\nb")).toEqual(["a", "b"]);
});
