import { sessionQuery } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import { onServer } from "@ensemble/contract/base-path";
import { onServerHint } from "@ensemble/contract/server-hints";
import type { KeyValueStore } from "@ensemble/host/host";
import type { QueryClient } from "@tanstack/react-query";
import { create } from "zustand";

/** Reason why this device was signed out remotely (spec §8: device limit, expiry, …); null if it was not. */
export const useEndedReason = create<{ reason: string | null; leaving: boolean }>(() => ({
  reason: null,
  leaving: false,
}));

export const noteSessionEnd = (reason: string): void => {
  if (!useEndedReason.getState().leaving) useEndedReason.setState({ reason });
};

/** Marks that this device is signing itself out, so that no message or redirect follows. */
export const noteLeaving = (): void => useEndedReason.setState({ reason: null, leaving: true });

export const forgetSessionEnd = (): void => useEndedReason.setState({ reason: null, leaving: false });

/** Watches failed requests and hints for the end of the session. */
export function watchSession(client: QueryClient, storage: KeyValueStore): () => void {
  const follow = async () => {
    const { followWorkspace } = await import("./follow-workspace");
    await followWorkspace(client, storage, () => location.assign(onServer("/")));
  };
  const stopProblems = api.onProblem((error) => {
    if (error.code === "identity.session_ended") noteSessionEnd(reasonIn(error.problem.params));
    else if (error.code === "identity.login_required")
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  const stopHints = onServerHint((hint) => {
    if (hint.type === "session.ended") noteSessionEnd(hint.reason);
    if (hint.type === "workspace.switched") void follow();
    if (hint.type === "settings.changed") void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  return () => {
    stopProblems();
    stopHints();
  };
}

const reasonIn = (params: Record<string, unknown>): string =>
  typeof params.reason === "string" ? params.reason : "expired";
