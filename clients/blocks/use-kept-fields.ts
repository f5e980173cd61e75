import { useHost } from "@ensemble/host/HostContext";
import { useRef, useState } from "react";
import { keptFormKey } from "./kept-form";
import { useSession } from "./session-queries";

export interface KeptFields<Fields, Version> {
  /** What was typed, and what there is where nothing was. */
  fields: Fields;
  /** The version of what it was typed over. */
  over: Version;
  /** Whether something was typed. */
  typed: boolean;
  /** Keeps what is typed; `over`: another version that it is typed over from now on. */
  put: (part: Partial<Fields>, over?: Version) => void;
  /** What was `sent` is saved as `over`: what was typed meanwhile stays. Says whether something was. */
  saved: (sent: Fields, over: Version) => boolean;
  /** It is saved, or its person wants it no more. */
  forget: () => void;
}

/** What was typed, and the version of what it was typed over. */
interface Draft<Fields, Version> {
  over: Version;
  fields: Fields;
}

/**
 * What is typed into a form. It survives a reload, a refusal and a lost network, and is its person's alone. Until
 * something is typed the form shows `initial`, whose version is `version`.
 *
 * Never for passwords and keys: a draft is readable by whoever opens the tab's storage.
 */
export function useKeptFields<Fields extends object, Version extends string | number>(
  form: string,
  initial: Fields,
  version: Version,
): KeptFields<Fields, Version> {
  const { drafts } = useHost();
  const { me } = useSession();
  // It stays with who opened it, though the session may end under it.
  const [key] = useState(() => keptFormKey(me?.id, form));
  const [draft, setDraft] = useState(() => readDraft<Fields, Version>(drafts.get(key), version));
  // An answer finds what was typed since it was asked for.
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

/** What the drafts have; anything else is none. */
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
