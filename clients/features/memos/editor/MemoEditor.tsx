import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { TITLE_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Memo } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CornerUpLeft } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Focusable } from "../block-editor/BlockEditor";
import { changeMemoMutation } from "../memo-queries";
import { MemoText } from "./MemoText";
import { type MemoMode, MemoToolbar } from "./MemoToolbar";
import { PictureSummary } from "./PictureSummary";
import { SourceField } from "./SourceField";
import { TagField } from "./TagField";
import { useMemoEdit } from "./use-memo-edit";

/** Editor of a memo that saves while typing, with its details. A new memo is created with its first word. */
export function MemoEditor({
  memo,
  passage = "",
  alone = false,
  onDeleted,
}: {
  memo: Memo;
  /** Passage that an answer cites. */
  passage?: string;
  /** True if only the text is shown. */
  alone?: boolean;
  onDeleted: () => void;
}) {
  const text = useText("memos");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const edit = useMemoEdit(memo);
  const change = useMutation(changeMemoMutation(useQueryClient()));
  const isKept = memo.version > 0;
  const { storage } = useHost();
  const [mode, choose] = useState(firstMode(memo, edit.body, passage, storage.get(MODE_KEY)));
  const setMode = (chosen: MemoMode) => {
    if (chosen !== "read") storage.set(MODE_KEY, chosen);
    choose(chosen);
  };
  const title = edit.title || text("untitled");
  const titleField = useFocusAtStart(!isKept && !alone);
  const bodyField = useRef<Focusable>(null);
  // A half-typed address survives a refetch of the memo.
  const [address, setAddress] = useState<string | null>(null);
  const source =
    alone || !isKept ? null : (
      <SourceField memo={memo} canChange={mode !== "read"} typed={address} onType={setAddress} />
    );
  const summary = !alone && (memo.file_id || memo.summary) ? <PictureSummary memo={memo} /> : null;
  return (
    <article aria-label={title} className="flex flex-col gap-4">
      <title>{`${title} · ${text("product")}`}</title>
      <MemoToolbar
        memo={memo}
        edit={edit}
        mode={mode}
        onMode={setMode}
        change={change}
        alone={alone}
        onDeleted={onDeleted}
      />
      {edit.state === "conflict" && edit.theirs ? (
        <EditConflict
          fields={[
            { field: "title", label: text("title") },
            { field: "body", label: text("text") },
          ]}
          theirs={edit.theirs}
          mine={edit}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
          onEditBoth={(both) => {
            if (mode === "read") setMode("write");
            edit.editBoth(both);
          }}
        />
      ) : null}
      {edit.state === "failed" ? (
        <Notice
          tone="danger"
          title={isKept ? null : text("create_failed")}
          action={
            <Button size="sm" onClick={edit.again}>
              {text("try_again")}
            </Button>
          }
        >
          {problemText(edit.error)}
        </Notice>
      ) : null}
      {change.error ? <Notice tone="danger">{problemText(change.error)}</Notice> : null}
      {/* As many lines as it needs, but of one: a title has no line ends. */}
      <textarea
        ref={titleField}
        dir="auto"
        rows={1}
        aria-label={text("title")}
        placeholder={text("untitled")}
        maxLength={TITLE_MAX_CHARS}
        value={edit.title}
        readOnly={mode === "read"}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          bodyField.current?.focus();
        }}
        onChange={(event) => edit.type({ title: event.target.value.replace(/\s*\n\s*/g, " ") })}
        className="field-sizing-content w-full resize-none rounded-md bg-transparent font-semibold text-2xl placeholder:text-faint touch:min-h-11 touch:py-1"
      />
      {alone || !isKept ? null : <TagField memo={memo} />}
      {mode === "read" ? source : null}
      {memo.source_path && !alone ? (
        <AppLink
          to={memo.source_path}
          className="flex w-fit max-w-full items-center gap-1.5 text-muted text-sm underline decoration-line underline-offset-4 hover:decoration-current touch:min-h-11"
        >
          <CornerUpLeft className="size-4 flex-none rtl:-scale-x-100" aria-hidden="true" />
          {text("comes_from")}
        </AppLink>
      ) : null}
      {memo.file_id ? (
        <a href={fileContentUrl(memo.file_id)} target="_blank" rel="noopener" className="w-fit max-w-full">
          <img
            src={fileContentUrl(memo.file_id)}
            alt={text("picture_of", { title })}
            className="max-h-[60vh] max-w-full rounded-md bg-sunken"
          />
        </a>
      ) : null}
      {mode === "read" ? null : summary}
      <MemoText
        memo={memo}
        edit={edit}
        mode={mode}
        passage={passage}
        fieldRef={bodyField}
        summary={summary}
        beside={source}
      />
      {mode !== "read" && memo.quote ? (
        <blockquote
          dir="auto"
          className="plain-bidi whitespace-pre-wrap border-accent border-s-2 ps-3 text-muted"
        >
          {memo.quote}
        </blockquote>
      ) : null}
      {isKept ? (
        <p className="text-faint text-xs">
          {text("times", {
            created: dayAndTime(memo.created_at, locale),
            edited: dayAndTime(memo.updated_at, locale),
          })}
        </p>
      ) : null}
    </article>
  );
}

/** Focuses a field when its page opens. */
function useFocusAtStart(wanted: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const focus = useEffectEvent(() => {
    if (wanted) field.current?.focus();
  });
  useEffect(() => focus(), []);
  return field;
}

const MODE_KEY = "memos.mode";

/** Returns the mode that a memo opens in: notes are written, and what is empty, as `usual`; anything else is read. */
function firstMode({ kind }: Memo, body: string, passage: string, usual: string | null): MemoMode {
  const isWritten = body === "" || (kind === "note" && passage === "");
  return isWritten ? (usual === "source" ? "source" : "write") : "read";
}
