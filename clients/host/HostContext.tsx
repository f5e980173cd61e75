import { createContext, type ReactNode, use } from "react";
import type { Host } from "./host";

const HostContext = createContext<Host | null>(null);

export function HostProvider({ host, children }: { host: Host; children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

/** Returns the shell of this page. */
export function useHost(): Host {
  const host = use(HostContext);
  if (!host) throw new Error("useHost needs a HostProvider above it");
  return host;
}
