import type { AnswerSeat } from "@ensemble/blocks/composer-plugs";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { MemoryUse } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { tooltipOf } from "@ensemble/ui/popups/Tooltip";
import { useQuery } from "@tanstack/react-query";
import { Brain, RefreshCw, Settings2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { usedQuery } from "./memory-queries";

const MemoryDrawer = lazy(() => import("./MemoryDrawer").then((file) => ({ default: file.MemoryDrawer })));

/** Lists the memories given to an answer, with a button to answer without them. */
export function UsedMemoriesPlug({ messageId, memories, askWithoutMemory }: AnswerSeat) {
  const text = useText("memory");
  const [open, setOpen] = useState(false);
  const [managing, setManaging] = useState(false);
  if (memories === 0) return null;
  const label = text("used", { count: memories });
  return (
    <>
      <Popover
        side="top"
        className="w-[min(22rem,92vw)] p-3"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            {...tooltipOf({ text: label })}
            aria-label={label}
            className="inline-flex h-7 flex-none items-center gap-1 rounded-md px-1.5 text-muted text-xs tabular-nums hover:bg-hover hover:text-ink data-popup-open:bg-hover touch:h-11 touch:px-3"
          >
            <Brain className="size-4" aria-hidden="true" />
            {memories}
          </button>
        }
      >
        <div className="flex flex-col gap-3">
          <h2 className="font-semibold text-sm">{label}</h2>
          {open ? <Used messageId={messageId} /> : null}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<RefreshCw className="size-4" />}
              onClick={() => {
                setOpen(false);
                askWithoutMemory();
              }}
            >
              {text("without")}
            </Button>
            <Button
              size="sm"
              kind="ghost"
              icon={<Settings2 className="size-4" />}
              onClick={() => {
                setOpen(false);
                setManaging(true);
              }}
            >
              {text("manage_memory")}
            </Button>
          </div>
        </div>
      </Popover>
      {managing ? (
        <Suspense>
          <MemoryDrawer first="manage" onClose={() => setManaging(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Used({ messageId }: { messageId: string }) {
  const text = useText("memory");
  const used = useQuery(usedQuery(messageId));
  if (used.isPending) return <SkeletonLines count={3} label={text("loading")} />;
  if (used.isError && !used.data) {
    return <PanelProblem error={used.error} onRetry={() => void used.refetch()} />;
  }
  return (
    <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto text-sm">
      {used.data.items.map((one, index) => (
        <li key={one.item?.id ?? `${one.kind}-${index}`} className="flex flex-col">
          {one.item ? (
            <span className="plain-start break-words">{one.item.text}</span>
          ) : (
            <span className={one.kind === "item" ? "text-muted" : undefined}>
              {text(one.kind === "item" ? "since_deleted" : one.kind)}
            </span>
          )}
          {since(one) ? (
            <span className="text-muted text-xs">{text(since(one) ?? "since_changed")}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Returns the change to a memory since the answer. */
function since({ item, kind, changed }: MemoryUse): "since_forgotten" | "since_changed" | null {
  if (item?.forgotten_at) return "since_forgotten";
  return changed && (item !== null || kind !== "item") ? "since_changed" : null;
}
