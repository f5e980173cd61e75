import { useHost } from "@ensemble/host/HostContext";
import type { Host } from "@ensemble/host/host";
import {
  type ComponentType,
  createContext,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import { draftsOf } from "./drafts/drafts";
import { useDraftText } from "./drafts/use-draft-text";

/** Interface of the composer for plugs of other areas. */
export interface ComposerSeat {
  /** Key under which the draft is stored, unique per composer. */
  place: string;
  /** Null while the conversation has no message yet. */
  conversationId: string | null;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Current text. */
  draft: string;
  setDraft: (text: string) => void;
  /** Inserts text at the cursor and moves the cursor behind it. */
  insert: (text: string) => void;
  /** Sends a text instead of the typed one. */
  send: (text: string) => void;
}

/** Position of a plug: above the field, or in the footer next to the model. */
export type ComposerSlot = "above" | "foot";

/** Button, list or panel that another area adds to the composer. The shell loads it on demand. */
export interface ComposerPlug {
  id: string;
  slot: ComposerSlot;
  Component: ComponentType<{ seat: ComposerSeat }>;
  /**
   * Constant shape of the plug: a button, or a line above a conversation's first message. Its space is
   * reserved until it has loaded, so that nothing moves under the pointer.
   */
  always?: "button" | "first_line";
}

/** Action on an answer provided by another area. */
export interface AnswerPlug {
  id: string;
  Component: ComponentType<AnswerSeat>;
  /** True if it is shown in simple mode too. */
  always?: true;
}

/** Interface of an answer for plugs. */
export interface AnswerSeat {
  /** Text of the answer. */
  answer: string;
  conversationId: string;
  messageId: string;
  /** Number of the person's memories that the model got. */
  memories: number;
  /** Sends a message after this answer. */
  send: (text: string) => void;
  /** Fills the composer with a text. */
  fill: (text: string) => void;
  /** Requests another answer without memories. */
  askWithoutMemory: () => void;
}

/** Place of a text in a conversation, for plugs of code fences. */
export interface AnswerPlace {
  conversationId: string;
  messageId: string;
  /** Text of the answer so far. */
  answer: string;
  streaming: boolean;
}

/** Renders code fences of answers whose first line has the `mark`. */
export interface FencePlug {
  id: string;
  mark: string;
  Component: ComponentType<{ place: AnswerPlace; code: string; info: string; closed: boolean }>;
}

/** Panel that another area shows beside a conversation. */
export interface BesidePlug {
  id: string;
  Component: ComponentType<BesideSeat>;
}

/** Interface of a conversation for the panels beside it. */
export interface BesideSeat {
  conversationId: string;
  /** Sends a message at the end of the conversation. */
  send: (text: string) => void;
  /** Fills the composer with a text. */
  fill: (text: string) => void;
}

/**
 * Step that a shell runs before a message is sent. `false` keeps the message in its field; the step itself
 * explains why.
 */
export type SendStep = (seat: { place: string; host: Host }) => Promise<boolean>;

export interface Plugs {
  composer: readonly ComposerPlug[];
  answer: readonly AnswerPlug[];
  fence?: readonly FencePlug[];
  beside?: readonly BesidePlug[];
  beforeSend?: readonly SendStep[];
}

const PlugsContext = createContext<Plugs>({ composer: [], answer: [] });

/** Provides the plugs, which the shell defines. */
export const PlugsProvider = PlugsContext;

const AnswerPlaceContext = createContext<AnswerPlace | null>(null);

/** Provides the place of the answer whose text is below it. */
export const AnswerPlaceProvider = AnswerPlaceContext;

/** Renders a code fence by the plug of its mark, or else as code. */
export function PluggedFence({
  info,
  code,
  closed,
  children,
}: {
  info: string;
  code: string;
  closed: boolean;
  /** The fence as code. */
  children: ReactNode;
}) {
  const plug = use(PlugsContext).fence?.find(({ mark }) => info.includes(mark));
  const place = use(AnswerPlaceContext);
  return plug && place ? (
    <Suspense fallback={children}>
      <plug.Component place={place} code={code} info={info} closed={closed} />
    </Suspense>
  ) : (
    children
  );
}

/** Renders the panels of other areas beside a conversation. */
export const BesidePlugs = (seat: BesideSeat) =>
  use(PlugsContext).beside?.map(({ id, Component }) => (
    <Suspense key={id} fallback={null}>
      <Component {...seat} />
    </Suspense>
  ));

/** Adds plugs to the composers below it. */
export function MoreComposerPlugs({
  plugs,
  children,
}: {
  plugs: readonly ComposerPlug[];
  children: ReactNode;
}) {
  const given = use(PlugsContext);
  return (
    <PlugsContext value={{ ...given, composer: [...given.composer, ...plugs] }}>{children}</PlugsContext>
  );
}

/** Returns true if answers can be saved as memos here. */
export const useKeepsMemos = (): boolean => use(PlugsContext).answer.some(({ id }) => id === "memos.save");

/** Renders the plugs of a slot in the shell's order. */
export function ComposerPlugs({ seat, slot }: { seat: ComposerSeat; slot: ComposerSlot }) {
  const plugs = use(PlugsContext).composer.filter((plug) => plug.slot === slot);
  return plugs.map(({ id, always, Component }) => (
    <Suspense key={id} fallback={<KeptPlace always={always} isFirst={seat.conversationId === null} />}>
      <Component seat={seat} />
    </Suspense>
  ));
}

function KeptPlace({ always, isFirst }: { always: ComposerPlug["always"]; isFirst: boolean }) {
  if (always === "button") return <span className="size-9 flex-none touch:size-11" />;
  return always === "first_line" && isFirst ? <KeptLine /> : null;
}

/** Placeholder with the height of a line of quick actions. */
export const KeptLine = () => <div className="h-9 touch:h-12" />;

/** Renders the actions of other areas for an answer. */
export function AnswerPlugs({ simple, ...seat }: AnswerSeat & { simple: boolean }) {
  const plugs = use(PlugsContext).answer.filter(({ always }) => always || !simple);
  return plugs.map(({ id, Component }) => (
    <Suspense key={id} fallback={null}>
      <Component {...seat} />
    </Suspense>
  ));
}

/** Wraps `send` with the shell's steps before it. Text typed in the meantime is included. */
export function useSendSteps(
  place: string,
  send: (text: string, typed?: boolean) => void,
): (text: string, typed?: boolean) => void {
  const { beforeSend = [] } = use(PlugsContext);
  const host = useHost();
  // The conversation may have continued while a step waited for the person.
  const latest = useRef(send);
  const waiting = useRef(false);
  useEffect(() => {
    latest.current = send;
  });
  if (beforeSend.length === 0) return send;
  return (text, typed) => {
    if (waiting.current) return;
    waiting.current = true;
    const drafts = draftsOf(host.storage, host.drafts);
    const isDraft = drafts.read(place) === text;
    const run = async () => {
      for (const step of beforeSend) if (!(await step({ place, host }))) return;
      latest.current(isDraft ? drafts.read(place) : text, typed);
    };
    void run().finally(() => {
      waiting.current = false;
    });
  };
}

/** Returns the interface of the composer with its draft at `place`. */
export function useComposerSeat({
  place,
  conversationId,
  fieldRef,
  send,
}: Pick<ComposerSeat, "place" | "conversationId" | "fieldRef" | "send">): ComposerSeat {
  const { storage, drafts } = useHost();
  const [draft, setDraft] = useDraftText(place);
  const insert = (text: string) => {
    const now = draftsOf(storage, drafts).read(place);
    const field = fieldRef.current;
    const start = field?.selectionStart ?? now.length;
    const end = field?.selectionEnd ?? now.length;
    setDraft(now.slice(0, start) + text + now.slice(end));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  return { place, conversationId, fieldRef, draft, setDraft, insert, send };
}

/**
 * Lets a plug handle keys in the field before the composer does. `take` returns true if it handled the key.
 */
export function useFieldKeys(
  fieldRef: ComposerSeat["fieldRef"],
  enabled: boolean,
  take: (event: KeyboardEvent) => boolean,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || !take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || !enabled) return;
    field.addEventListener("keydown", onKeyDown);
    return () => field.removeEventListener("keydown", onKeyDown);
  }, [fieldRef, enabled]);
}
