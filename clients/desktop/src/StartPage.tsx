import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Mark } from "@ensemble/ui/Mark";
import { Suspense, useEffect, useState } from "react";
import { AddServer } from "./AddServer";
import { AppSettings } from "./AppSettings";
import { type Attempt, NEW_ADDRESS, THIS_COMPUTER } from "./attempt";
import { type AppState, type Native, refusalOf } from "./native";
import { ServerList } from "./ServerList";
import { ThisComputer } from "./ThisComputer";

/**
 * Renders the app's own page: the choice of servers and the app's settings. It disappears when a server
 * opens.
 */
export function StartPage({ native, initial }: { native: Native; initial: AppState }) {
  const text = useText("desktop");
  const [state, setState] = useState(initial);
  const [attempt, setAttempt] = useState<Attempt | null>(
    initial.opening && initial.current ? { target: initial.current, refusal: null } : null,
  );

  const run = async (target: string, open: () => Promise<void>) => {
    setAttempt({ target, refusal: null });
    try {
      await open();
      setAttempt(null);
    } catch (error) {
      setAttempt({ target, refusal: refusalOf(error) });
    }
    setState(await native.readState());
  };
  const open = (id: string, unasked = false) => run(id, () => native.openServer(id, unasked));

  const openAtStart = initial.opening ? initial.current : null;
  useEffect(() => {
    if (!openAtStart) return;
    // The app has already started opening it; this receives the outcome.
    native.openServer(openAtStart, false).then(
      () => setAttempt(null),
      (error: unknown) => setAttempt({ target: openAtStart, refusal: refusalOf(error) }),
    );
  }, [native, openAtStart]);

  return (
    <div className="h-dvh overflow-y-auto bg-canvas">
      <main className="mx-auto flex max-w-xl flex-col gap-8 px-6 py-10">
        <header className="flex items-start gap-4">
          <Mark className="size-11 flex-none" />
          <div>
            <h1 className="text-balance font-semibold text-xl tracking-tight">{text("title")}</h1>
            <p className="mt-1 text-pretty text-muted text-sm">{text("description")}</p>
          </div>
        </header>
        {state.servers.length > 0 ? (
          <ServerList
            servers={state.servers}
            attempt={attempt}
            onOpen={open}
            onRemove={async (id) => setState(await native.removeServer(id))}
          />
        ) : null}
        {state.servers.some((server) => server.local) ? null : (
          <ThisComputer
            canServe={state.can_serve}
            attempt={attempt}
            onUse={() => run(THIS_COMPUTER, () => native.openThisComputer())}
          />
        )}
        <AddServer attempt={attempt} onAdd={(address) => run(NEW_ADDRESS, () => native.addServer(address))} />
        <Suspense>
          <AppSettings native={native} state={state} onState={setState} />
        </Suspense>
        {state.newer ? <Notice>{text("newer_here", { version: state.newer })}</Notice> : null}
      </main>
    </div>
  );
}
