import { EMPTY_SHELL, ShellProvider, shellOf } from "@ensemble/blocks/area/shell";
import { PlugsProvider } from "@ensemble/blocks/composer-plugs";
import { refetchChanged } from "@ensemble/blocks/refetch-changed";
import { sessionQuery, useSession } from "@ensemble/blocks/session-queries";
import { onServerHint } from "@ensemble/contract/server-hints";
import { useHost } from "@ensemble/host/HostContext";
import { type Navigation, NavigationProvider } from "@ensemble/host/navigation";
import { chooseLocale, directionOf } from "@ensemble/i18n/locales";
import { changeLocale, useLocale } from "@ensemble/i18n/text";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { AREAS, REFETCHED } from "./areas";
import { askBackground } from "./ask-background";
import { afterFirst } from "./first-words";
import { applyLook, tellLook } from "./look";
import { PanelPage } from "./PanelPage";
import { placeOf } from "./places";
import { PLUGS } from "./plugs";
import { useErrands } from "./use-errands";

/** The panel has no pages that sign in, and none beside a conversation. */
const SHELL = { ...EMPTY_SHELL, ...shellOf(AREAS) };

const TooltipRegion = lazy(
  afterFirst(() =>
    import("@ensemble/ui/popups/TooltipRegion").then((file) => ({ default: file.TooltipRegion })),
  ),
);

/** Panel for a signed-in person: one page at a time, with navigation. */
export function Panel() {
  const { me } = useSession();
  const navigation = usePanelNavigation();
  useLookOf();
  useServersNews();
  useErrands(navigation.navigate);

  useEffect(() => {
    // Ended elsewhere, or while no panel was open.
    if (!me) void askBackground("panel→background: session ended");
  }, [me]);
  if (!me) return null;
  return (
    <NavigationProvider navigation={navigation}>
      <ShellProvider value={SHELL}>
        <PlugsProvider value={PLUGS}>
          <PanelPage path={navigation.path} />
        </PlugsProvider>
      </ShellProvider>
      <Suspense>
        <TooltipRegion />
      </Suspense>
    </NavigationProvider>
  );
}

/**
 * Returns the panel's navigation, which is kept in memory. Paths that are not part of the panel open on the
 * server in a tab.
 */
function usePanelNavigation(): Navigation {
  const host = useHost();
  const [path, setPath] = useState("/");
  const onServer = (wanted: string) => host.serverOrigin + wanted;
  return {
    path,
    href: onServer,
    navigate: (wanted) => {
      if (placeOf(wanted)) setPath(wanted);
      else void host.openExternal(onServer(wanted));
    },
  };
}

/** Applies the person's appearance settings to the panel. */
function useLookOf(): void {
  const { me } = useSession();
  const { locale: shown } = useLocale();
  const theme = me?.settings.theme ?? "auto";
  const fontSize = me?.settings.font_size ?? "normal";
  const chosen = me?.settings.locale ?? null;
  useEffect(() => {
    const locale = chooseLocale({ path: null, setting: chosen, browser: navigator.languages });
    if (locale !== shown) void changeLocale(locale);
    else {
      applyLook({ theme, fontSize, locale, direction: directionOf(locale) });
      tellLook({ theme, locale });
    }
  }, [theme, fontSize, chosen, shown]);
}

function useServersNews(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onServerHint((hint) => {
        if (hint.type === "session.ended" || hint.type === "settings.changed")
          void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        // Nobody else notifies pages. Changes during a lost connection are not reported.
        if (hint.type === "prompts.changed" || hint.type === "powerups.changed" || hint.type === "connected")
          void askBackground("panel→background: actions changed");
        const changed = hint.type.replace(/\.changed$/, "");
        if (changed !== hint.type && REFETCHED.has(changed))
          void refetchChanged(queryClient, { queryKey: [changed] });
      }),
    [queryClient],
  );
}
