import { CSPProvider } from "@base-ui/react/csp-provider";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { collectPlugs } from "@ensemble/blocks/area/collect-plugs";
import { ShellProvider } from "@ensemble/blocks/area/shell";
import { bindingsOf } from "@ensemble/blocks/commands/commands";
import { PlugsProvider } from "@ensemble/blocks/composer-plugs";
import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { type Navigation, NavigationProvider } from "@ensemble/host/navigation";
import { loadTexts, nameProduct, useLocale, useText } from "@ensemble/i18n/text";
import { lazyPart, retryUntilLoaded, useLazyPart } from "@ensemble/ui/lazy-part";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation, useRouteContext, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import { AREAS } from "./areas";
import { watchChanges } from "./boot/changes-elsewhere";
import { afterFirstPage, whenIdle } from "./boot/first-page";
import { outerPath } from "./boot/path-locale";
import { watchSession } from "./boot/session-end";
import { useLookOf } from "./boot/use-look";
import { COMMANDS } from "./commands";
import { useKeyBindings } from "./palette/use-key-bindings";
import { useWebShell } from "./use-web-shell";

const PLUGS = collectPlugs(AREAS, whenIdle);

const overlays = lazyPart(
  whenIdle(
    retryUntilLoaded(async () => {
      const [file] = await Promise.all([import("./frame/Overlays"), loadTexts(["frame", "common"])]);
      return file.Overlays;
    }),
  ),
);

const loadWarmUp = afterFirstPage(() => import("./boot/warm-up"));

/** Wraps every page: text direction, links, shortcuts, toasts, the palette. */
export function Root() {
  const { nonce } = useRouteContext({ from: "__root__" });
  const { direction } = useLocale();
  const text = useText("start");
  const session = useSession();
  nameProduct(session.setup.server_name);
  const queryClient = useQueryClient();
  const { storage } = useHost();
  const navigation = useRouterNavigation();
  const Overlays = useLazyPart(overlays);
  const signedIn = session.me !== null;

  useLookOf(session);
  useKeyBindings(bindingsOf(COMMANDS, session.me?.settings.shortcuts ?? {}), signedIn);
  useEffect(() => {
    if (signedIn)
      void loadWarmUp().then(
        (file) => file.warmUp(),
        () => undefined,
      );
  }, [signedIn]);
  useEffect(
    () => (signedIn ? watchSession(queryClient, storage) : undefined),
    [signedIn, queryClient, storage],
  );
  useEffect(() => (signedIn ? watchChanges(queryClient) : undefined), [signedIn, queryClient]);
  useEffect(() => {
    if (signedIn) for (const area of AREAS) void area.onSignedIn?.(storage);
  }, [signedIn, storage]);

  return (
    <CSPProvider nonce={nonce}>
      <DirectionProvider direction={direction}>
        <NavigationProvider navigation={navigation}>
          <title>{text("product")}</title>
          <ShellOfAreas>
            <Outlet />
          </ShellOfAreas>
          <Suspense>{Overlays ? <Overlays /> : null}</Suspense>
        </NavigationProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}

function ShellOfAreas({ children }: { children: ReactNode }) {
  return (
    <ShellProvider value={useWebShell()}>
      <PlugsProvider value={PLUGS}>{children}</PlugsProvider>
    </ShellProvider>
  );
}

function useRouterNavigation(): Navigation {
  const router = useRouter();
  const { href } = useLocation();
  return {
    path: href,
    href: outerPath,
    navigate: (path, options) => void router.navigate({ href: outerPath(path), replace: options?.replace }),
  };
}
