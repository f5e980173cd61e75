import { useHost } from "@ensemble/host/HostContext";
import { useRef, useState } from "react";
import { useSession } from "../session-queries";
import { formDraftKey } from "./draft-key";

export interface KeptFields<Fields, Version> {
  /** Typed values, or the initial ones. */
  fields: Fields;
  /** Version that it is based on. */
  over: Version;
  /** True if something was typed. */
  typed: boolean;
  /** Updates typed values; `over`: new version that they are based on. */
  put: (part: Partial<Fields>, over?: Version) => void;
  /**
   * Records that `sent` was saved as version `over` and keeps what was typed since. Returns true if something
   * was.
   */
  saved: (sent: Fields, over: Version) => boolean;
  /** Discards the draft after saving or on request. */
  forget: () => void;
}

/** Typed values with the version that they are based on. */
interface Draft<Fields, Version> {
  over: Version;
  fields: Fields;
}

/**
 * Keeps the values of a form through reloads, errors and lost connections, separately per account. Until
 * something is typed, the form shows `initial`, whose version is `version`.
 *
 * Never use it for passwords and keys: anybody with access to the tab's storage can read drafts.
 */
export function useDraftFields<Fields extends object, Version extends string | number>(
  form: string,
  initial: Fields,
  version: Version,
): KeptFields<Fields, Version> {
  const { drafts } = useHost();
  const { me } = useSession();
  // It stays with the person who opened it, even if the session ends meanwhile.
  const [key] = useState(() => formDraftKey(me?.id, form));
  const [draft, setDraft] = useState(() => readDraft<Fields, Version>(drafts.get(key), version));
  // The response needs text typed after the request.
  const latest = useRef(draft);
  const keep = (next: Draft<Fields, Version> | null) => {
    latest.current = next;
    setDraft(next);
    if (next) drafts.set(key, JSON.stringify(next));
    else drafts.remove(key);
  };
  return {
    fields: { ...initial, ...draft?.fields },
    over: draft?.over ?? version,
    typed: draft !== null,
    put: (part, over = latest.current?.over ?? version) =>
      keep({ over, fields: { ...initial, ...latest.current?.fields, ...part } }),
    saved: (sent, over) => {
      const now = latest.current;
      const left = now !== null && JSON.stringify({ ...initial, ...now.fields }) !== JSON.stringify(sent);
      keep(left ? { ...now, over } : null);
      return left;
    },
    forget: () => keep(null),
  };
}

/** Parses a stored draft; anything invalid is ignored. */
function readDraft<Fields extends object, Version extends string | number>(
  json: string | null,
  version: Version,
): Draft<Fields, Version> | null {
  try {
    const draft = JSON.parse(json ?? "null") as Partial<Draft<Fields, Version>> | null;
    if (!draft?.fields || typeof draft.fields !== "object") return null;
    return typeof draft.over === typeof version
      ? { over: draft.over as Version, fields: draft.fields }
      : null;
  } catch {
    return null;
  }
}
