import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ArtifactDetail } from "../operations";

const HostsDialog = lazy(() => import("./HostsDialog"));

/** Returns the dialog in which an artifact's owner allows hosts, and what opens it; nothing for one that is not stored yet. */
export function useHostsDialog(artifact: ArtifactDetail | null): {
  allow: ((hosts: readonly string[]) => void) | undefined;
  dialog: ReactNode;
} {
  const [added, setAdded] = useState<readonly string[] | null>(null);
  if (!artifact) return { allow: undefined, dialog: null };
  const dialog =
    added === null ? null : (
      <Suspense>
        <HostsDialog artifact={artifact} added={added} onClose={() => setAdded(null)} />
      </Suspense>
    );
  return { allow: setAdded, dialog };
}
