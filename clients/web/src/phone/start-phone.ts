import { sessionQuery } from "@ensemble/blocks/session-queries";
import { hashKey, type QueryClient } from "@tanstack/react-query";
import { useEndedReason } from "../boot/session-end";
import { keepBadge } from "./badge";
import { forgetPerson, forgetStrangers } from "./forget-person";
import { watchInstall } from "./install";
import { watchKeyboard } from "./keyboard";
import { rememberLocale } from "./locale";
import { registerWorker } from "./register-worker";

/** Starts the features of an installed app; `open` navigates to a path. Returns the cleanup function. */
export function startPhone(client: QueryClient, open: (path: string) => void): () => void {
  const session = hashKey(sessionQuery.queryKey);
  const whoIsHere = () => client.getQueryData(sessionQuery.queryKey)?.me?.id ?? null;
  let here: string | null | undefined;
  let stopBadge: (() => void) | undefined;
  const look = () => {
    if (whoIsHere() === here) return;
    here = whoIsHere();
    stopBadge?.();
    stopBadge = here === null ? undefined : keepBadge();
    if (here === null) forgetPerson();
    else forgetStrangers(here);
  };
  look();
  const ends = [
    registerWorker(open),
    rememberLocale(),
    watchKeyboard(),
    watchInstall(),
    client.getQueryCache().subscribe(({ query, type }) => {
      if (type === "updated" && query.queryHash === session) look();
    }),
    // Signed out remotely, also by the device limit: this does not wait for a click.
    useEndedReason.subscribe(({ reason }) => {
      if (reason !== null) forgetPerson();
    }),
  ];
  return () => {
    stopBadge?.();
    for (const end of ends) end();
  };
}
