import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { LazyPart } from "../lazy-part";

interface HeldTrigger<Piece> {
  /** Lazy popup; null until the real trigger, with `trigger` as its ref, should replace `held`. */
  piece: Piece | null;
  held: ReactElement;
  trigger: RefObject<HTMLButtonElement | null>;
}

/**
 * Trigger whose popup loads on the first press. Until then it is a plain button with the right ARIA
 * attributes; the press is held during loading and replayed on the real trigger. Leaving the button or Escape
 * cancels the press.
 */
export function useHeldPress<Piece>(
  what: LazyPart<Piece>,
  { element, popup, keys = [], open = false }: HeldPressOptions,
): HeldTrigger<Piece> {
  const [state, setState] = useState<State<Piece>>({ step: "waiting" });
  const wish = useRef<Wish | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const piece = state.step === "here" ? state.piece : null;

  const want = (wanted: Wish) => {
    wish.current = wanted;
    if (what.here) return setState({ step: "here", piece: what.here });
    setState({ step: "coming" });
    what.load().then(
      (loaded) => setState(wish.current ? { step: "here", piece: loaded } : { step: "waiting" }),
      (error: unknown) => setState({ step: "failed", error }),
    );
  };
  const letGo = () => {
    if (wish.current !== "open") wish.current = null;
  };

  const opened = open && state.step === "waiting";
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when something else opens it
  useEffect(() => {
    if (opened) want("open");
  }, [opened]);
  useEffect(() => {
    if (!piece || !wish.current || !trigger.current) return;
    if (wish.current !== "open") pressAgain(trigger.current, wish.current);
    wish.current = null;
  }, [piece]);
  if (state.step === "failed") throw state.error;

  const coming = state.step === "coming";
  const own = element.props as TriggerProps;
  const props: TriggerProps = {
    "aria-haspopup": popup,
    "aria-expanded": false,
    "aria-busy": coming || undefined,
    "data-popup-open": coming ? "" : undefined,
    onPointerEnter: what.preload,
    onFocus: what.preload,
    onBlur: letGo,
    onClick: (event) => {
      own.onClick?.(event);
      if (!event.defaultPrevented) want({ clicks: event.detail });
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      if (event.key === "Escape") letGo();
      if (event.defaultPrevented || !keys.includes(event.key)) return;
      event.preventDefault();
      want({ key: event.key });
    },
  };
  return { piece, held: cloneElement(element, props), trigger };
}

interface HeldPressOptions {
  /** Button without its trigger behavior. */
  element: ReactElement;
  popup: "menu" | "dialog";
  /** Keys that open it besides Enter and Space. */
  keys?: readonly string[];
  /** True if something else opens it. */
  open?: boolean;
}

interface TriggerProps {
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
  "aria-busy"?: boolean;
  "data-popup-open"?: string;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onBlur?: () => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

type State<Piece> =
  | { step: "waiting" | "coming" }
  | { step: "here"; piece: Piece }
  | { step: "failed"; error: unknown };

/** Held press; `open`: none, something else opens it. */
type Wish = "open" | { clicks: number } | { key: string };

function pressAgain(trigger: HTMLElement, press: Exclude<Wish, "open">): void {
  // Some buttons are visible only while focused or open, and the old one took the focus with it.
  trigger.setAttribute("data-popup-open", "");
  trigger.focus({ preventScroll: true });
  const again = { bubbles: true, cancelable: true };
  trigger.dispatchEvent(
    "key" in press
      ? new globalThis.KeyboardEvent("keydown", { ...again, key: press.key })
      : new globalThis.MouseEvent("click", { ...again, detail: press.clicks }),
  );
}
