import { HOSTS_MAX } from "@ensemble/contract/generated/limits/artifacts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Kind } from "../kinds";
import { type ArtifactFrame, openFrame } from "./frame";
import type { FromGuest, SelectedElement, ToGuest } from "./messages";
import { prepare, svgPage } from "./prepare";

/** What keeps an artifact from running as it should. */
export type Trouble =
  | { kind: "error"; message: string; line: number | null }
  | { kind: "unsupported"; names: string[] }
  /** Its policy blocked hosts that its owner could allow. */
  | { kind: "network"; hosts: readonly string[] }
  | { kind: "stopped" }
  | { kind: "failed" };

/** What the page around an artifact does for it. */
export interface FrameServices {
  stored: Record<string, string>;
  onStore: (key: string, value: string | null) => void;
  onAsk: (prompt: string) => Promise<string>;
  onLink: (url: string) => void;
  onSaid: (text: string) => void;
  onSave: (name: string, content: Blob) => void;
  onSelected: (element: SelectedElement) => void;
}

/** Says if the person selects an element to ask about; in a diagram, one of its parts. */
export type Selecting = boolean | "diagram";

/** Time between two drawings of what is still written, in milliseconds. */
const DRAW_EVERY_MS = 200;
/** Time after which a frame is shown even if nothing ran in it yet, in milliseconds. */
const REVEAL_MS_MAX = 1_500;
/** Time that typing must pause before it is run, in milliseconds. */
const RUN_AFTER_MS = 120;

/** Runs an artifact in a frame in `place`; draws it while it is written. */
export function useFrame(
  {
    kind,
    content,
    writing,
    title,
    hosts,
    selecting,
  }: {
    kind: Extract<Kind, "html" | "react" | "svg">;
    content: string;
    writing: boolean;
    title: string;
    /** Origins that it may reach. */
    hosts: readonly string[];
    selecting: Selecting;
  },
  services: FrameServices,
) {
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<ArtifactFrame | null>(null);
  const drawn = useRef(0);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [turn, setTurn] = useState(0);

  const heard = useEffectEvent((message: FromGuest) => {
    switch (message.kind) {
      case "failed":
        return setTrouble({ kind: "failed" });
      case "error":
        return setTrouble((known) => known ?? message);
      case "blocked":
        return setTrouble((known) => known ?? { kind: "unsupported", names: [message.address] });
      case "network":
        return setTrouble((known) => withBlocked(known, message.host));
      case "store":
        return services.onStore(message.key, message.value);
      case "ask": {
        const { id, prompt } = message;
        const { current } = frame;
        services.onAsk(prompt).then(
          (text) => current?.send({ kind: "reply", id, text }),
          (error: unknown) =>
            current?.send({
              kind: "refuse",
              id,
              message: error instanceof Error ? error.message : String(error),
            }),
        );
        return;
      }
      case "link":
        return services.onLink(message.url);
      case "said":
        return services.onSaid(message.text);
      case "save":
        return services.onSave(message.name, message.content);
      case "selected":
        return services.onSelected(message.element);
    }
  });

  const open = useEffectEvent((): ArtifactFrame | null => {
    if (!place.current) return null;
    const before = frame.current;
    // What was shown stays until there is something new.
    const reveal = () => {
      clearTimeout(late);
      before?.close();
      opened.reveal();
    };
    const handlers = {
      heard: (message: FromGuest) => {
        if (message.kind === "ran") reveal();
        if (frame.current === opened) heard(message);
      },
      stopped: () => {
        reveal();
        if (frame.current === opened) setTrouble({ kind: "stopped" });
      },
    };
    const opened = openFrame(place.current, title, handlers, hosts);
    const late = setTimeout(reveal, REVEAL_MS_MAX);
    frame.current = opened;
    return opened;
  });

  const draw = useEffectEvent(() => {
    drawn.current = performance.now();
    (frame.current ?? open())?.send({ kind: "draw", html: kind === "svg" ? svgPage(content) : content });
  });

  const run = useEffectEvent(async (isCurrent: () => boolean) => {
    const prepared = await prepare(kind, content);
    if (!isCurrent()) return;
    if (prepared.kind === "unsupported") return setTrouble(prepared);
    if (prepared.kind === "wrong")
      return setTrouble({ kind: "error", message: prepared.message, line: null });
    const opened = open();
    opened?.send({ ...prepared, stored: services.stored });
    if (selecting) opened?.send(selectMessage(selecting));
  });

  const select = useEffectEvent((next: Selecting) => frame.current?.send(selectMessage(next)));
  useEffect(() => select(selecting), [selecting]);

  const reachable = hosts.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn, or other hosts, run it again
  useEffect(() => {
    let isCurrent = true;
    const isDrawn = writing && kind !== "react";
    if (writing && !isDrawn) return;
    const since = performance.now() - drawn.current;
    const wait = isDrawn ? Math.max(0, DRAW_EVERY_MS - since) : frame.current ? RUN_AFTER_MS : 0;
    const timer = setTimeout(() => {
      if (isDrawn) return draw();
      setTrouble(null);
      run(() => isCurrent).catch((error: unknown) => {
        console.warn("an artifact does not run", error);
        setTrouble({ kind: "failed" });
      });
    }, wait);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, content, writing, turn, reachable]);
  useEffect(
    () => () => {
      frame.current?.close();
      frame.current = null;
    },
    [],
  );
  return {
    place,
    trouble,
    dismiss: () => setTrouble(null),
    runAgain: () => setTurn((now) => now + 1),
  };
}

const selectMessage = (selecting: Selecting): ToGuest => ({
  kind: "select",
  on: selecting !== false,
  diagram: selecting === "diagram",
});

/** Adds a host to what was blocked. That says more than the error which follows from it. */
export function withBlocked(known: Trouble | null, host: string): Trouble {
  if (known?.kind === "stopped" || known?.kind === "failed") return known;
  if (known?.kind !== "network") return { kind: "network", hosts: [host] };
  const { hosts } = known;
  return hosts.includes(host) || hosts.length >= HOSTS_MAX
    ? known
    : { kind: "network", hosts: [...hosts, host] };
}
