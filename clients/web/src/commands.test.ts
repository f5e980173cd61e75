import { bindingsOf, commandBoundTo } from "@ensemble/blocks/commands/commands";
import { expect, test } from "vitest";
import { COMMANDS } from "./commands";

const catalogs = import.meta.glob<Record<string, string>>("../../i18n/locales/en/{start,frame}/index.ts", {
  eager: true,
  import: "default",
});

test("no two commands have the same shortcut by default", () => {
  const bindings = bindingsOf(COMMANDS, {});
  const clashes = COMMANDS.filter(({ name, keys }) => commandBoundTo(bindings, keys, name) !== null);
  expect(clashes).toEqual([]);
});

test("every command with a label is listed once", () => {
  const labels = Object.values(catalogs)
    .flatMap((texts) => Object.keys(texts))
    .filter((key) => key.startsWith("command."));
  expect(COMMANDS.map(({ name }) => `command.${name}`).sort()).toEqual(labels.sort());
});
