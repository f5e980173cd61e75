import { HostProvider } from "@ensemble/host/HostContext";
import type { Host } from "@ensemble/host/host";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { AppRouter } from "./router";

export function App({
  host,
  queryClient,
  router,
}: {
  host: Host;
  queryClient: QueryClient;
  router: AppRouter;
}) {
  return (
    <HostProvider host={host}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </HostProvider>
  );
}
