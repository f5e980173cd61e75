import { ChangedElsewhere } from "@ensemble/blocks/ChangedElsewhere";
import { CopyButton } from "@ensemble/blocks/CopyButton";
import { hostOf, safeLink } from "@ensemble/blocks/markdown/safe-link";
import { PLACES } from "@ensemble/blocks/places";
import { BODY_MAX_CHARS, TITLE_MAX_CHARS } from "@ensemble/contract/limits/memos";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Memo } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { Notice } from "@ensemble/ui/Notice";
import { Segmented } from "@ensemble/ui/Segmented";
import { Select } from "@ensemble/ui/Select";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CornerUpLeft, Download, ExternalLink, Eye, PenLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { KIND_ICONS, KINDS } from "./kinds";
import { MemoReader } from "./MemoReader";
import { changeMemoMutation } from "./memo-queries";
import { PictureSummary } from "./PictureSummary";
import { TagField } from "./TagField";
import { useDeleteMemos } from "./use-delete-memos";
import { useMemoEdit } from "./use-memo-edit";

/** A memo's words, kept as they are typed, and what is known about it. */
export function MemoEditor({ memo, passage }: { memo: Memo; passage: string }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const edit = useMemoEdit(memo);
  const remove = useDeleteMemos();
  const change = useMutation(changeMemoMutation(useQueryClient()));
  const isWritten = passage === "" && memo.kind === "note";
  const [mode, setMode] = useState<"write" | "read">(isWritten || edit.body === "" ? "write" : "read");
  const source = memo.source_url ? safeLink(memo.source_url) : null;
  const title = edit.title || text("untitled");
  const summary = memo.file_id || memo.summary ? <PictureSummary memo={memo} /> : null;
  return (
    <article aria-label={title} className="flex flex-col gap-4">
      <title>{`${title} · ${text("product")}`}</title>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={text("mode")}
          value={mode}
          options={[
            { value: "write", label: text("write"), icon: <PenLine aria-hidden="true" /> },
            { value: "read", label: text("read"), icon: <Eye aria-hidden="true" /> },
          ]}
          onChange={setMode}
        />
        <span role="status" className="min-w-0 flex-1 truncate text-faint text-xs">
          {text(`states.${edit.state}`)}
        </span>
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
            href={`/api/memos/${memo.id}/markdown`}
            download
            aria-label={text("save_markdown")}
            className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink touch:size-11"
          >
            <Download className="size-[1.125rem]" aria-hidden="true" />
          </a>
          <IconButton
            label={text("delete")}
            icon={<Trash2 />}
            onClick={() => remove([memo.id], () => navigate(PLACES.memos))}
          />
        </div>
      </div>
      {edit.state === "conflict" && edit.theirs ? (
        <ChangedElsewhere
          fields={[
            { field: "title", label: text("title") },
            { field: "body", label: text("text") },
          ]}
          theirs={edit.theirs}
          mine={edit}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
          onEditBoth={(both) => {
            setMode("write");
            edit.editBoth(both);
          }}
        />
      ) : null}
      {edit.state === "failed" ? (
        <Notice
          tone="danger"
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
        dir="auto"
        rows={1}
        aria-label={text("title")}
        placeholder={text("untitled")}
        maxLength={TITLE_MAX_CHARS}
        value={edit.title}
        readOnly={mode === "read"}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
        }}
        onChange={(event) => edit.type({ title: event.target.value.replace(/\s*\n\s*/g, " ") })}
        className="field-sizing-content w-full resize-none rounded-md bg-transparent font-semibold text-2xl placeholder:text-faint touch:min-h-11 touch:py-1"
      />
      <TagField memo={memo} />
      {source ? (
        <a
          href={source}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="flex w-fit max-w-full items-center gap-1.5 text-muted text-sm underline decoration-line underline-offset-4 hover:decoration-current"
        >
          <ExternalLink className="size-4 flex-none" aria-hidden="true" />
          <span className="truncate">{hostOf(source)}</span>
        </a>
      ) : null}
      {memo.source_path ? (
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
      {mode === "write" ? summary : null}
      {mode === "write" ? (
        <textarea
          dir="auto"
          aria-label={text("text")}
          placeholder={text("text_placeholder")}
          maxLength={BODY_MAX_CHARS}
          value={edit.body}
          onChange={(event) => edit.type({ body: event.target.value })}
          className={`field-sizing-content w-full ${memo.file_id ? "min-h-24" : "min-h-[50dvh]"} resize-none rounded-md bg-transparent text-base leading-7 placeholder:text-faint`}
        />
      ) : (
        <MemoReader
          body={edit.body}
          quote={memo.quote}
          summary={memo.summary?.text ?? null}
          passage={passage}
        >
          {summary}
        </MemoReader>
      )}
      {mode === "write" && memo.quote ? (
        <blockquote
          dir="auto"
          className="plain-bidi whitespace-pre-wrap border-accent border-s-2 ps-3 text-muted"
        >
          {memo.quote}
        </blockquote>
      ) : null}
      <p className="text-faint text-xs">
        {text("times", {
          created: dayAndTime(memo.created_at, locale),
          edited: dayAndTime(memo.updated_at, locale),
        })}
      </p>
    </article>
  );
}
