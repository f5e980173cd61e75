import type { Command } from "@ensemble/blocks/commands/commands";
import { AREAS } from "./areas";

/** Commands of the shell and of all areas, as the shortcut settings list them. Icons of the shell's own come with the palette. */
export const COMMANDS: readonly Command[] = [
  { name: "palette.open", keys: "mod+k" },
  { name: "chat.new", keys: "mod+shift+o" },
  ...AREAS.flatMap(({ commands = [] }) => commands),
  { name: "frame.toggle_list", keys: "mod+b" },
  { name: "frame.toggle_theme", keys: "mod+shift+l" },
  { name: "frame.toggle_simple", keys: "mod+shift+e" },
  { name: "settings.open", keys: "mod+," },
  { name: "settings.shortcuts", keys: "mod+/" },
];
