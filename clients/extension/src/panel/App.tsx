import { CSPProvider } from "@base-ui/react/csp-provider";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { HostProvider } from "@ensemble/host/HostContext";
import type { Host } from "@ensemble/host/host";
import { useLocale, useText } from "@ensemble/i18n/text";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { afterFirst } from "./first-words";
import { Panel } from "./Panel";
import { useConnection } from "./session/connection";
import { forgetSession } from "./session/kept-session";

const ChooseServer = lazy(() =>
  import("./session/ChooseServer").then((file) => ({ default: file.ChooseServer })),
);
const SignIn = lazy(() => import("./session/SignIn").then((file) => ({ default: file.SignIn })));
// Earlier toasts appear once it is loaded.
const ToastRegion = lazy(
  afterFirst(() => import("@ensemble/ui/toasts/ToastRegion").then((file) => ({ default: file.ToastRegion }))),
);

/** Root of the panel: choose a server, sign in, chat. */
export function App({ host, queryClient }: { host: Host; queryClient: QueryClient }) {
  const { direction } = useLocale();
  const text = useText("common");
  const { server, signedIn } = useConnection();
  useEffect(() => {
    // No data of one person is shown to the next.
    if (signedIn) return;
    queryClient.clear();
    forgetSession();
  }, [signedIn, queryClient]);
  return (
    <HostProvider host={host}>
      <QueryClientProvider client={queryClient}>
        <CSPProvider disableStyleElements>
          <DirectionProvider direction={direction}>
            <Suspense>
              {server === null ? (
                <ChooseServer />
              ) : signedIn ? (
                <Panel key={server} />
              ) : (
                <SignIn server={server} />
              )}
            </Suspense>
            <Suspense>
              <ToastRegion closeLabel={text("close")} />
            </Suspense>
          </DirectionProvider>
        </CSPProvider>
      </QueryClientProvider>
    </HostProvider>
  );
}
