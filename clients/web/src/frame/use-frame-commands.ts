import { useCommand } from "@ensemble/blocks/commands/use-command";
import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { useNavigation } from "@ensemble/host/navigation";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { setPaletteOpen, useFrame } from "./frame-store";

/** Registers the commands that work everywhere in the frame. */
export function useFrameCommands(): void {
  const { navigate } = useNavigation();
  const { theme, simple_mode: simple } = useSettings();
  const changeSettings = useMutation(changeSettingsMutation(useQueryClient()));

  useCommand("palette.open", () => setPaletteOpen(!useFrame.getState().paletteOpen));
  useCommand("chat.new", () => navigate("/home/chat"));
  useCommand("settings.open", () => navigate("/settings/general"));
  useCommand("settings.shortcuts", () => navigate("/keyboard-shortcuts"));
  useCommand("frame.toggle_theme", () => changeSettings.mutate({ theme: isDark(theme) ? "light" : "dark" }));
  useCommand("frame.toggle_simple", () => changeSettings.mutate({ simple_mode: !simple }));
}

const isDark = (theme: "auto" | "light" | "dark") =>
  theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
