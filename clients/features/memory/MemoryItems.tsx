import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { FORGOTTEN_DAYS } from "@ensemble/contract/generated/limits/memory";
import type { Memory, MemoryItem } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Brain, Plus, SearchX, Trash2 } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { ItemRow } from "./ItemRow";
import { itemsQuery } from "./memory-queries";

const ItemDialog = lazy(() => import("./ItemDialog").then((file) => ({ default: file.ItemDialog })));

/** Lists remembered items, to search, edit and forget them; and forgotten ones. */
export function MemoryItems({ memory }: { memory: Memory }) {
  const text = useText("memory");
  const [words, setWords] = useState("");
  const [forgotten, setForgotten] = useState(false);
  const [edited, setEdited] = useState<MemoryItem | { example: string } | null>(null);
  const q = useDeferredValue(words.trim());
  const list = useInfiniteQuery(itemsQuery({ q, forgotten }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isEmpty = list.data !== undefined && items.length === 0;
  const canAdd = memory.items < memory.max_items;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1">
          <SearchField
            label={text("search")}
            clearLabel={text("clear_search")}
            value={words}
            onChange={setWords}
          />
        </div>
        <IconButton
          label={text(forgotten ? "show_kept" : "show_forgotten")}
          icon={<Trash2 />}
          aria-pressed={forgotten}
          onClick={() => setForgotten(!forgotten)}
        />
        {canAdd ? (
          <Button
            kind="primary"
            icon={<Plus className="size-4" />}
            onClick={() => setEdited({ example: "" })}
          >
            {text("add")}
          </Button>
        ) : null}
      </div>
      {forgotten ? (
        <p className="text-muted text-sm">{text("forgotten_hint", { days: FORGOTTEN_DAYS })}</p>
      ) : null}
      {list.isPending ? <SkeletonLines count={5} label={text("loading")} /> : null}
      {list.isError && !list.data ? (
        <PanelProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {isEmpty && q ? <EmptyState icon={<SearchX />} title={text("nothing_found")} /> : null}
      {isEmpty && !q && forgotten ? <EmptyState icon={<Trash2 />} title={text("nothing_forgotten")} /> : null}
      {isEmpty && !q && !forgotten ? (
        <EmptyState icon={<Brain />} title={text("empty")} description={text("empty_hint")}>
          {canAdd ? (
            <ul className="mt-4 flex flex-wrap justify-center gap-2">
              {(["food", "work", "language"] as const).map((example) => (
                <li key={example}>
                  <Button size="sm" onClick={() => setEdited({ example: text(`examples.${example}`) })}>
                    {text(`examples.${example}`)}
                  </Button>
                </li>
              ))}
            </ul>
          ) : null}
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <ul
          aria-label={text(forgotten ? "forgotten" : "remembered")}
          className="flex flex-col divide-y divide-line rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
        >
          {items.map((item) => (
            <ItemRow key={item.id} item={item} onEdit={() => setEdited(item)} />
          ))}
        </ul>
      ) : null}
      <MoreButton list={list}>{text("show_more")}</MoreButton>
      {edited ? (
        <Suspense>
          <ItemDialog
            item={"id" in edited ? edited : null}
            example={"example" in edited ? edited.example : ""}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
