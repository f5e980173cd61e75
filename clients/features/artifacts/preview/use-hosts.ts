import { useHost } from "@ensemble/host/HostContext";
import { useState } from "react";

/** Hosts that an artifact would like to reach, and what happens with the answer of whoever looks at it. */
export interface WantedHosts {
  hosts: readonly string[];
  /** True if they agreed before, on the server. */
  agreed: boolean;
  /** Stores their consent on the server; absent where this device keeps it: the artifact is somebody else's. */
  onAgree?: () => void;
}

const keyOf = (artifactId: string): string => `artifact-hosts/${artifactId}`;

/**
 * Returns the hosts that an artifact may reach now. Whoever looks at it agrees once to each list; until then it reaches nothing.
 */
export function useHosts(artifactId: string | null, { hosts, agreed, onAgree }: WantedHosts) {
  const { storage } = useHost();
  const list = hosts.join(" ");
  // The same component may show another artifact next, which can want the same hosts.
  const asked = `${artifactId} ${list}`;
  const [answer, setAnswer] = useState<{ asked: string; agrees: boolean } | null>(null);
  const answered = answer?.asked === asked ? answer.agrees : null;
  const isKept = () => artifactId !== null && !onAgree && storage.get(keyOf(artifactId)) === list;
  const isActive = list !== "" && (agreed || answered === true || isKept());
  return {
    active: isActive ? hosts : NONE,
    isAsking: list !== "" && !isActive && answered === null,
    decide: (agrees: boolean) => {
      setAnswer({ asked, agrees });
      if (!agrees) return;
      if (onAgree) onAgree();
      else if (artifactId !== null) storage.set(keyOf(artifactId), list);
    },
  };
}

const NONE: readonly string[] = [];
