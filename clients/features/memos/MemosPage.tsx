import { newMemo } from "@ensemble/blocks/memos/new-memo";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { TRASH_DAYS } from "@ensemble/contract/generated/limits/memos";
import type { MemoEntry, MemoKind } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { FileUp, ListChecks, Plus, Tags, Trash2 } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useEffect, useState } from "react";
import { AskMemos } from "./AskMemos";
import { AddMenu } from "./adding/AddMenu";
import { blockEditor } from "./block-editor/LazyBlockEditor";
import { MemoCard } from "./MemoCard";
import { type Layout, MemoFilters, TagFilter } from "./MemoFilters";
import { beginMemo } from "./memo-places";
import { createMemoMutation, memosQuery, memoTagsQuery } from "./memo-queries";
import { NoMemos } from "./NoMemos";
import { SelectionBar } from "./SelectionBar";

const ImportDialog = lazy(() =>
  import("./adding/ImportDialog").then((file) => ({ default: file.ImportDialog })),
);
const TagsDialog = lazy(() => import("./tags/TagsDialog").then((file) => ({ default: file.TagsDialog })));

const LAYOUT_KEY = "memos.layout";

/** Page of a person's memos: list or grid, filters by type and tag, search, bulk actions. */
export function MemosPage() {
  const text = useText("memos");
  const { storage } = useHost();
  const { navigate } = useNavigation();
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<MemoKind | "all">("all");
  const [tag, setTag] = useState<string | null>(null);
  const [trash, setTrash] = useState(false);
  const [layout, setLayout] = useState<Layout>(storage.get(LAYOUT_KEY) === "list" ? "list" : "grid");
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [tagsOpen, setTagsOpen] = useState(false);
  const [importOpen, setImportOpen] = useState(false);
  useEffect(() => blockEditor.preload(), []);
  const q = useDeferredValue(words.trim());
  const memos = useInfiniteQuery(memosQuery({ q, kind: kind === "all" ? null : kind, tag, trash }));
  const tags = useQuery(memoTagsQuery).data?.items ?? [];
  const create = useMutation(createMemoMutation(client));
  const items = memos.data?.pages.flatMap((page) => page.items) ?? [];
  const isNarrowed = q !== "" || kind !== "all" || tag !== null;
  const isEmpty = memos.data !== undefined && items.length === 0;

  const begin = (title = "", body = "") => {
    const memo = newMemo({ title, body, tags: tag ? [tag] : [] });
    // An empty one is created with its first word.
    if (title === "" && body === "") return navigate(beginMemo(memo.id, memo.tags));
    create.mutate(memo, {
      onSuccess: ({ id }) => navigate(PLACES.memo(id)),
      // spec §8: "Failed to create memo"
      onError: () => showToast({ kind: "danger", title: text("create_failed") }),
    });
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="memos">
      <title>{`${text("memos")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-2 max-sm:gap-0.5">
          <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">{text(trash ? "trash" : "memos")}</h1>
          <IconButton
            label={text(trash ? "leave_trash" : "trash")}
            icon={<Trash2 />}
            aria-pressed={trash}
            onClick={() => {
              setTrash(!trash);
              setChosen(null);
            }}
          />
          <IconButton
            label={text("manage_tags")}
            icon={<Tags />}
            aria-haspopup="dialog"
            onClick={() => setTagsOpen(true)}
          />
          <IconButton
            label={text("import_export")}
            icon={<FileUp />}
            aria-haspopup="dialog"
            onClick={() => setImportOpen(true)}
          />
          <IconButton
            label={text("select")}
            icon={<ListChecks />}
            aria-pressed={chosen !== null}
            onClick={() => setChosen(chosen ? null : new Set())}
          />
          <Button
            kind="primary"
            icon={<Plus className="size-4" />}
            busy={create.isPending}
            onClick={() => begin()}
          >
            <span className="max-sm:sr-only">{text("new_note")}</span>
          </Button>
          <AddMenu tag={tag} />
        </header>
        {trash ? (
          <p className="text-muted text-sm">{text("trash_hint", { days: TRASH_DAYS })}</p>
        ) : (
          <AskMemos />
        )}
        <MemoFilters
          words={words}
          onWords={setWords}
          kind={kind}
          onKind={setKind}
          layout={layout}
          onLayout={(next) => {
            setLayout(next);
            storage.set(LAYOUT_KEY, next);
          }}
        />
        <TagFilter tags={tags} chosen={tag} onChoose={setTag} />
        {chosen ? (
          <SelectionBar
            chosen={[...chosen]}
            trash={trash}
            onAll={() => setChosen(new Set(items.map(({ id }) => id)))}
            onDone={() => setChosen(null)}
          />
        ) : null}
        {memos.isPending ? <SkeletonLines count={8} label={text("loading")} /> : null}
        {memos.isError && !memos.data ? (
          <PanelProblem error={memos.error} onRetry={() => void memos.refetch()} />
        ) : null}
        {isEmpty ? (
          <NoMemos
            isNarrowed={isNarrowed}
            trash={trash}
            onBegin={begin}
            onShowAll={() => {
              setWords("");
              setKind("all");
              setTag(null);
            }}
          />
        ) : null}
        <MemoList memos={items} layout={layout} chosen={chosen} onToggle={toggle} />
        {memos.hasNextPage ? (
          <div className="flex justify-center">
            <Button busy={memos.isFetchingNextPage} onClick={() => void memos.fetchNextPage()}>
              {text("show_more")}
            </Button>
          </div>
        ) : null}
      </div>
      {importOpen ? (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setImportOpen(false)} />
        </Suspense>
      ) : null}
      {tagsOpen ? (
        <Suspense fallback={null}>
          <TagsDialog tags={tags} onClose={() => setTagsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function MemoList({
  memos,
  layout,
  chosen,
  onToggle,
}: {
  memos: readonly MemoEntry[];
  layout: Layout;
  /** Ids of the selected memos; null while nothing is selected. */
  chosen: ReadonlySet<string> | null;
  onToggle: (id: string) => void;
}) {
  const text = useText("memos");
  return (
    <ul
      aria-label={text("memos")}
      className={clsx(
        layout === "grid"
          ? "grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-3"
          : "flex flex-col divide-y divide-line",
      )}
    >
      {memos.map((memo) => (
        <MemoCard
          key={memo.id}
          memo={memo}
          layout={layout}
          chosen={chosen ? chosen.has(memo.id) : null}
          onToggle={() => onToggle(memo.id)}
        />
      ))}
    </ul>
  );
}
