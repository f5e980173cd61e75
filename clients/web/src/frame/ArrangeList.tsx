import type { NavigationItem } from "@ensemble/blocks/area/area";
import {
  type Arrangement,
  DEFAULT_ARRANGEMENT,
  moveItem,
  showItem,
  sortItems,
} from "@ensemble/blocks/navigation/arrangement";
import { useArrangement } from "@ensemble/blocks/navigation/use-arrangement";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";

/** The entries of the menu, each with a switch, and moved by buttons or by dragging. */
export function ArrangeList({ entries }: { entries: readonly NavigationItem[] }) {
  const text = useText("frame");
  const [arrangement, setArrangement] = useArrangement();
  const [dragged, setDragged] = useState<string | null>(null);
  const sorted = sortItems(entries, arrangement);
  const move = (key: string, to: number) => setArrangement(moveItem(entries, arrangement, key, to));
  const isChanged = arrangement.order.length > 0 || arrangement.hidden.length > 0;
  return (
    <>
      <ol className="-mx-2 flex flex-col">
        {sorted.map((entry, at) => (
          <li
            key={entry.key}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setDragged(entry.key);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== entry.key) move(dragged, at);
            }}
            className={clsx(
              "flex min-h-9 items-center gap-2 rounded-md px-2 hover:bg-hover touch:min-h-12",
              dragged === entry.key && "bg-accent-soft",
            )}
          >
            <GripVertical
              aria-hidden="true"
              className="size-4 flex-none cursor-grab text-faint touch:hidden"
            />
            <Entry
              entry={entry}
              arrangement={arrangement}
              isFirst={at === 0}
              isLast={at === sorted.length - 1}
              onMove={(by) => move(entry.key, at + by)}
              onShow={(shown) => setArrangement(showItem(arrangement, entry.key, shown))}
            />
          </li>
        ))}
      </ol>
      <div className="mt-3 flex justify-end">
        <Button
          size="sm"
          kind="ghost"
          disabled={!isChanged}
          onClick={() => setArrangement(DEFAULT_ARRANGEMENT)}
        >
          {text("arrange_reset")}
        </Button>
      </div>
    </>
  );
}

function Entry({
  entry,
  arrangement,
  isFirst,
  isLast,
  onMove,
  onShow,
}: {
  entry: NavigationItem;
  arrangement: Arrangement;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onShow: (shown: boolean) => void;
}) {
  const start = useText("start");
  const text = useText("frame");
  const name = start(entry.label);
  const shown = !arrangement.hidden.includes(entry.key);
  return (
    <>
      <entry.icon aria-hidden="true" className="size-4.5 flex-none text-muted" />
      <span className={clsx("min-w-0 flex-1 truncate text-sm", !shown && "text-muted")}>{name}</span>
      <IconButton
        size="sm"
        label={text("move_up", { name })}
        icon={<ArrowUp />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        label={text("move_down", { name })}
        icon={<ArrowDown />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <Switch label={text("show_in_menu", { name })} checked={shown} onChange={onShow} />
    </>
  );
}
