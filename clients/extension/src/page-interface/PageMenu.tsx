import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

/** Menu of the in-page interface with arrow key navigation; the first item has the focus. */
export function PageMenu({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus({ preventScroll: true });
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu around it has the role; keys come from its items
    <div ref={list} onKeyDown={(event) => walk(event, list.current)} className="flex min-w-52 flex-col p-1">
      {children}
    </div>
  );
}

function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  if (!list) return;
  const items = [...list.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const now = items.indexOf((list.getRootNode() as ShadowRoot).activeElement as HTMLElement);
  const steps: Record<string, number> = {
    ArrowDown: (now + 1) % items.length,
    ArrowUp: (now - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

export function PageMenuItem({
  icon,
  onSelect,
  quiet = false,
  children,
}: {
  icon: ReactNode;
  onSelect: () => void;
  quiet?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitem"
      onClick={onSelect}
      className={clsx(
        "flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 text-start text-sm outline-offset-[-2px] hover:bg-hover focus-visible:bg-hover touch:min-h-11 [&_svg]:size-4 [&_svg]:flex-none [&_svg]:text-muted",
        quiet && "text-muted",
      )}
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </button>
  );
}
