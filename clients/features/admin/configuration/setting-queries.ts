import { sessionQuery } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import type { ServerSettingList, ServerSettingValue } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for the settings of the server that can be changed in the app. */
export const settingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: ({ signal }) => api.get("/api/admin/settings", { signal }),
});

/** Changes a setting; `null`: back to the configuration file. */
export const changeSettingMutation = (queryClient: QueryClient, setting_key: string) =>
  mutationOptions({
    // The row shows the error.
    meta: { ownError: true },
    mutationFn: async (value: ServerSettingValue | null): Promise<ServerSettingList> => {
      const path = { setting_key };
      if (value !== null) return api.put("/api/admin/settings/{setting_key}", { path, body: { value } });
      await api.delete("/api/admin/settings/{setting_key}", { path });
      return api.get("/api/admin/settings");
    },
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      // The session says what is offered on this server.
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
