import { changeSettingsMutation, useMe } from "@ensemble/blocks/session-queries";
import { useSignOut } from "@ensemble/feature-accounts/use-sign-out";
import { WorkspaceItems } from "@ensemble/feature-teams/WorkspaceItems";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { MenuChoice, MenuHeading, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Brain, Keyboard, LogOut, Monitor, MonitorDown, Moon, Settings, Sun, UserRound } from "lucide-react";
import { askToInstall, useInstall } from "../phone/install";
import { useLeave } from "./use-leave";

/** Items of the account menu, loaded with the menu. */
export function AccountMenuItems() {
  const text = useText("frame");
  const me = useMe();
  const changeSettings = useMutation(changeSettingsMutation(useQueryClient()));
  const { offer } = useInstall();
  const signOut = useSignOut(useLeave());

  return (
    <>
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate font-medium text-sm">{me.name}</p>
        <p className="truncate text-muted text-xs" dir="ltr">
          {me.email}
        </p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<UserRound />} render={<AppLink to="/profile" />}>
        {text("profile")}
      </MenuItem>
      <MenuItem icon={<Settings />} render={<AppLink to="/settings/general" />}>
        {text("settings")}
      </MenuItem>
      <MenuItem icon={<Brain />} render={<AppLink to="/settings/memory" />}>
        {text("panel.memory")}
      </MenuItem>
      <MenuItem icon={<Keyboard />} render={<AppLink to="/keyboard-shortcuts" />}>
        {text("keyboard_shortcuts")}
      </MenuItem>
      {offer === "browser" ? (
        <MenuItem icon={<MonitorDown />} onSelect={() => void askToInstall()}>
          {text("install")}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <WorkspaceItems />
      <MenuHeading>{text("theme")}</MenuHeading>
      <MenuChoice
        label={text("theme")}
        value={me.settings.theme}
        onChange={(theme) => changeSettings.mutate({ theme })}
        options={[
          { value: "auto", label: text("theme_auto"), icon: <Monitor /> },
          { value: "light", label: text("theme_light"), icon: <Sun /> },
          { value: "dark", label: text("theme_dark"), icon: <Moon /> },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut className="rtl:-scale-x-100" />} onSelect={() => signOut.mutate()}>
        {text("sign_out")}
      </MenuItem>
    </>
  );
}
