import { CopyButton } from "@ensemble/blocks/CopyButton";
import { onServer } from "@ensemble/contract/base-path";
import type { Memo } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { CodeXml, Download, Eye, PenLine, Trash2 } from "lucide-react";
import { KIND_ICONS, KINDS } from "../kinds";
import type { MemoChanging } from "../memo-queries";
import { useDeleteMemos } from "../use-delete-memos";
import type { MemoEditing } from "./use-memo-edit";

/** How a memo's text is shown: in blocks, as Markdown, or to be read. */
export type MemoMode = "write" | "source" | "read";

/** Toolbar of a memo: view mode, save state, and actions once the server has it. */
export function MemoToolbar({
  memo,
  edit,
  mode,
  onMode,
  change,
  alone,
  onDeleted,
}: {
  memo: Memo;
  edit: MemoEditing;
  mode: MemoMode;
  onMode: (mode: MemoMode) => void;
  change: MemoChanging;
  /** True if only the writing tools are shown. */
  alone: boolean;
  onDeleted: () => void;
}) {
  const text = useText("memos");
  const remove = useDeleteMemos();
  const isKept = memo.version > 0;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={text("mode")}
        value={mode}
        options={[
          { value: "write", label: text("write"), icon: <PenLine aria-hidden="true" /> },
          { value: "source", label: text("source"), icon: <CodeXml aria-hidden="true" /> },
          { value: "read", label: text("read"), icon: <Eye aria-hidden="true" /> },
        ]}
        onChange={onMode}
      />
      <span role="status" className="min-w-0 flex-1 truncate text-faint text-xs">
        {isKept || edit.state !== "kept" ? text(`states.${edit.state}`) : null}
      </span>
      {alone || !isKept ? null : (
        <div className="flex items-center gap-2 max-sm:w-full">
          <Select
            label={text("type")}
            hideLabel
            compact
            value={memo.kind}
            options={KINDS.map((value) => {
              const Icon = KIND_ICONS[value];
              return { value, label: text(`kinds.${value}`), icon: <Icon /> };
            })}
            onChange={(kind) => change.mutate({ id: memo.id, fields: { kind }, version: null })}
          />
          <span className="flex-1 sm:hidden" />
          <CopyButton label={text("copy")} content={edit.body} />
          <a
            href={onServer(`/api/memos/${memo.id}/markdown`)}
            download
            aria-label={text("save_markdown")}
            className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
          >
            <Download className="size-[1.125rem]" aria-hidden="true" />
          </a>
          <IconButton label={text("delete")} icon={<Trash2 />} onClick={() => remove([memo.id], onDeleted)} />
        </div>
      )}
    </div>
  );
}
