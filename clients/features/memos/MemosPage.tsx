import { newMemo } from "@ensemble/blocks/memos/new-memo";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { TRASH_DAYS } from "@ensemble/contract/generated/limits/memos";
import type { MemoKind } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import {
  FileUp,
  LayoutGrid,
  ListChecks,
  NotebookPen,
  Plus,
  Rows3,
  SearchX,
  Tags,
  Trash2,
} from "lucide-react";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { AskMemos } from "./AskMemos";
import { AddMenu } from "./adding/AddMenu";
import { KIND_ICONS, KINDS } from "./kinds";
import { MemoCard } from "./MemoCard";
import { createMemoMutation, memosQuery, memoTagsQuery } from "./memo-queries";
import { SelectionBar } from "./SelectionBar";

const ImportDialog = lazy(() =>
  import("./adding/ImportDialog").then((file) => ({ default: file.ImportDialog })),
);
const TagsDialog = lazy(() => import("./tags/TagsDialog").then((file) => ({ default: file.TagsDialog })));

const LAYOUT_KEY = "memos.layout";

/** A person's memos: as a list or a grid, by type and tag, searched, and several at once. */
export function MemosPage() {
  const text = useText("memos");
  const { storage } = useHost();
  const { navigate } = useNavigation();
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<MemoKind | "all">("all");
  const [tag, setTag] = useState<string | null>(null);
  const [trash, setTrash] = useState(false);
  const [layout, setLayout] = useState<"list" | "grid">(storage.get(LAYOUT_KEY) === "list" ? "list" : "grid");
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [tagsOpen, setTagsOpen] = useState(false);
  const [importOpen, setImportOpen] = useState(false);
  const q = useDeferredValue(words.trim());
  const memos = useInfiniteQuery(memosQuery({ q, kind: kind === "all" ? null : kind, tag, trash }));
  const tags = useQuery(memoTagsQuery).data?.items ?? [];
  const create = useMutation(createMemoMutation(client));
  const items = memos.data?.pages.flatMap((page) => page.items) ?? [];
  const isNarrowed = q !== "" || kind !== "all" || tag !== null;
  const isEmpty = memos.data !== undefined && items.length === 0;

  const begin = (title = "", body = "") =>
    create.mutate(newMemo({ title, body, tags: tag ? [tag] : [] }), {
      onSuccess: ({ id }) => navigate(PLACES.memo(id)),
      // spec §8: "Failed to create memo"
      onError: () => showToast({ kind: "danger", title: text("create_failed") }),
    });
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
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-52 flex-1">
            <SearchField
              label={text("search")}
              clearLabel={text("clear")}
              value={words}
              onChange={setWords}
            />
          </div>
          <Select
            label={text("type")}
            hideLabel
            compact
            value={kind}
            options={[
              { value: "all" as const, label: text("all_types") },
              ...KINDS.map((value) => {
                const Icon = KIND_ICONS[value];
                return { value, label: text(`kinds.${value}`), icon: <Icon /> };
              }),
            ]}
            onChange={setKind}
          />
          {/* One column on a phone is a list either way. */}
          <div className="max-sm:hidden">
            <Segmented
              label={text("layout")}
              value={layout}
              options={[
                { value: "grid", label: text("grid"), icon: <LayoutGrid aria-hidden="true" /> },
                { value: "list", label: text("list"), icon: <Rows3 aria-hidden="true" /> },
              ]}
              onChange={(next) => {
                setLayout(next);
                storage.set(LAYOUT_KEY, next);
              }}
            />
          </div>
        </div>
        {tags.length > 0 ? (
          <ul aria-label={text("tags")} className="flex flex-wrap gap-1.5">
            {tags.map(({ id, name, memos: count }) => (
              <li key={id}>
                <button
                  type="button"
                  aria-pressed={tag === name}
                  onClick={() => setTag(tag === name ? null : name)}
                  className="flex h-8 max-w-60 items-center gap-1.5 rounded-full bg-sunken px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink touch:h-11"
                >
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                  <span className="text-xs tabular-nums">{count}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
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
        {isEmpty && isNarrowed ? (
          <EmptyState
            icon={<SearchX />}
            title={text("nothing_found")}
            description={text("nothing_found_hint")}
            action={
              <Button
                onClick={() => {
                  setWords("");
                  setKind("all");
                  setTag(null);
                }}
              >
                {text("show_all")}
              </Button>
            }
          />
        ) : null}
        {isEmpty && !isNarrowed && trash ? (
          <EmptyState icon={<Trash2 />} title={text("trash_is_empty")} />
        ) : null}
        {isEmpty && !isNarrowed && !trash ? (
          <EmptyState
            icon={<NotebookPen />}
            title={text("empty")}
            description={text("empty_hint")}
            action={
              <Button kind="primary" onClick={() => begin()}>
                {text("new_note")}
              </Button>
            }
          >
            <ul className="mt-4 flex flex-wrap justify-center gap-2">
              {(["books", "trip", "meeting"] as const).map((example) => (
                <li key={example}>
                  <Button
                    size="sm"
                    onClick={() => begin(text(`examples.${example}`), text(`examples_body.${example}`))}
                  >
                    {text(`examples.${example}`)}
                  </Button>
                </li>
              ))}
            </ul>
          </EmptyState>
        ) : null}
        <ul
          aria-label={text("memos")}
          className={clsx(
            layout === "grid"
              ? "grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-3"
              : "flex flex-col divide-y divide-line",
          )}
        >
          {items.map((memo) => (
            <MemoCard
              key={memo.id}
              memo={memo}
              layout={layout}
              chosen={chosen ? chosen.has(memo.id) : null}
              onToggle={() => toggle(memo.id)}
            />
          ))}
        </ul>
        {memos.hasNextPage ? (
          <div className="flex justify-center">
            <Button busy={memos.isFetchingNextPage} onClick={() => void memos.fetchNextPage()}>
              {text("more")}
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
