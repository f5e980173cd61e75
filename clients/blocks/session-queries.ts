import { api } from "@ensemble/contract/api";
import type { Me, Session, Settings } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";

/** Query for the signed-in person and the server's features. The shell loads it before it mounts a page. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => api.get("/api/accounts/session", { signal }),
  staleTime: 60_000,
  // A visitor's session is never restored: they may have signed in since.
  meta: { keep: (session: Session) => session.me !== null },
});

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data;

/** Returns the signed-in person. Only on pages behind sign-in. */
export function useMe(): Me {
  const { me } = useSession();
  // A component may render once more after the session ended, before its page unmounts.
  const [first] = useState(me);
  const person = me ?? first;
  if (!person) throw new Error("useMe is for pages behind sign-in");
  return person;
}

/** Settings of a person who has not changed any. */
export const INITIAL_SETTINGS: Settings = {
  theme: "auto",
  locale: null,
  shortcuts: {},
  default_model: null,
  send_with: "enter",
  font_size: "normal",
  content_width: "normal",
  scroll: "follow",
  reply_language: null,
  context: { mode: "smart", limit: "crop", tokens: 20_000 },
  auto_new_chat: false,
  simple_mode: false,
  merge_at_once: false,
  merge_model: null,
};

export const useSettings = (): Settings => useSession().me?.settings ?? INITIAL_SETTINGS;

/** Optimistic mutation of the settings, reverted if the server rejects it. */
export const changeSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: ["session", "settings"],
    // A reload right after a change must not lose it.
    mutationFn: (change: Partial<Settings>) =>
      api.patch("/api/accounts/settings", { body: change, keepalive: true }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      const before = queryClient.getQueryData(sessionQuery.queryKey);
      if (before?.me) putSettings(queryClient, before, { ...before.me.settings, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) queryClient.setQueryData(sessionQuery.queryKey, context.before);
    },
    onSuccess: (settings) => {
      const session = queryClient.getQueryData(sessionQuery.queryKey);
      if (session) putSettings(queryClient, session, settings);
    },
  });

function putSettings(queryClient: QueryClient, session: Session, settings: Settings) {
  if (!session.me) return;
  queryClient.setQueryData(sessionQuery.queryKey, { ...session, me: { ...session.me, settings } });
}
