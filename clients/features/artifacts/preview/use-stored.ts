import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { artifactDataQuery, saveArtifactData } from "../queries";

/** Data that an artifact keeps, and what changes it. */
export interface Stored {
  /** Null until it is read. */
  stored: Record<string, string> | null;
  onStore: (key: string, value: string | null) => void;
}

/** Time between two savings, in milliseconds: programs write often. */
const SAVE_EVERY_MS = 800;

/**
 * Keeps the data of an artifact: one's own on the server, that of others and of one that is not stored yet while it is open. `full` is
 * called when the server refuses it.
 */
export function useStored(artifactId: string | null, full: () => void): Stored {
  const query = useQuery({ ...artifactDataQuery(artifactId ?? ""), enabled: artifactId !== null });
  const [first] = useState<Record<string, string>>({});
  const isRead = artifactId === null || query.isFetched;
  const entries = useRef<Record<string, string> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const changed = useRef(false);
  const save = useEffectEvent(() => {
    timer.current = null;
    if (!changed.current || artifactId === null) return;
    changed.current = false;
    // The first change is stored at once, those after it together.
    timer.current = setTimeout(() => save(), SAVE_EVERY_MS);
    saveArtifactData(artifactId, entries.current ?? {}).catch((error: unknown) => {
      console.warn("an artifact's data is not stored", error);
      full();
    });
  });
  const end = useEffectEvent(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    save();
    if (timer.current !== null) clearTimeout(timer.current);
  });
  useEffect(() => () => end(), []);
  const stored = query.data?.entries ?? first;
  return {
    stored: isRead ? stored : null,
    onStore: (key, value) => {
      entries.current ??= { ...stored };
      if (value === null) delete entries.current[key];
      else entries.current[key] = value;
      changed.current = true;
      if (timer.current === null) save();
    },
  };
}
