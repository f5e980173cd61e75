import common from "@ensemble/i18n/locales/en/common.json";
import frame from "@ensemble/i18n/locales/en/frame/index";
import searchWords from "@ensemble/i18n/locales/en/search_words.json";
import settings from "@ensemble/i18n/locales/en/settings/index";
import start from "@ensemble/i18n/locales/en/start/index";
import type { Text, TextArea } from "@ensemble/i18n/text";
import { beforeAll, describe, expect, test } from "vitest";
import { findSettings } from "./find-settings";
import { loadPanels, panelAt, panelsFor } from "./settings-index";

const english =
  <Area extends TextArea>(texts: Record<string, string>): Text<Area> =>
  (key) =>
    texts[key] ?? key;
const find = (words: string, role: "operator" | "member" = "operator") =>
  findSettings(
    panelsFor(role),
    words,
    english<"frame">({ ...start, ...common, ...frame }),
    english<"settings">({ ...common, ...settings }),
    english<"search_words">(searchWords),
  ).map(({ name }) => name);

beforeAll(loadPanels);

describe("findSettings", () => {
  test("finds a setting by its own name and by its panel's", () => {
    expect(find("theme")).toEqual(["Theme: light or dark"]);
    expect(find("devices")).toContain("Devices");
    expect(find("general language")).toEqual(["Language"]);
    expect(find("review public")).toContain("Review public bots");
  });

  test("finds nothing of the operator's for a member", () => {
    expect(find("outbox", "member")).toEqual([]);
    expect(find("outbox")).toContain("Outbox");
  });

  // screens.md, 9
  test.each([
    ["font", "Text size"],
    ["voice", "Chat"],
    ["avatar", "Account"],
    ["backup", "Import & export"],
    ["smtp", "Outbox"],
    ["temperature", "Chat"],
    ["dark mode", "Theme: light or dark"],
    ["mcp", "Tools"],
    ["ollama", "Models and connections"],
    ["add people", "Users"],
    ["custom instructions", "Memory"],
    ["toml", "Configuration"],
    ["darkmode", "Theme: light or dark"],
    ["sign up", "Server"],
    ["signup", "Server"],
    ["e-mails", "Outbox"],
    ["restoring", "Import & export"],
    ["thème", "Theme: light or dark"],
  ])("finds %j, which no setting is called", (words, name) => {
    expect(find(words)).toContain(name);
  });

  test("names come before what other words found", () => {
    expect(find("memory")[0]).toBe("Memory");
    expect(find("server")[0]).toBe("Server");
  });

  test("finds nothing without words", () => {
    expect(find("  ")).toEqual([]);
  });
});

describe("panelAt", () => {
  // spec §2: "Settings panels: account, general"
  test("knows the panel of an address", () => {
    expect(panelAt("/profile")?.label).toBe("panel.account");
    expect(panelAt("/settings/general")?.label).toBe("panel.general");
    expect(panelAt("/settings/models?x=1")?.label).toBe("panel.models");
    expect(panelAt("/settings")?.label).toBe("panel.general");
    expect(panelAt("/home")).toBeUndefined();
  });
});
