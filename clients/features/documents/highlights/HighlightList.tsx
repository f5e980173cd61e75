import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { DocumentHighlight } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, EllipsisVertical, StickyNote, Trash2, X } from "lucide-react";
import { useState } from "react";
import { COLORS, highlightsQuery, keepHighlightMutation, removeHighlightMutation } from "./highlight-queries";
import "@ensemble/blocks/pdf/highlight-inks.css";

/** Lists a document's highlights beside its pages; over them on narrow screens. */
export function HighlightList({
  documentId,
  onShow,
  onClose,
}: {
  documentId: string;
  onShow: (highlight: DocumentHighlight) => void;
  onClose: () => void;
}) {
  const text = useText("library");
  const highlights = useQuery(highlightsQuery(documentId));
  const items = highlights.data?.items;
  return (
    <aside
      aria-label={text("highlights")}
      className="flex min-h-0 w-64 flex-none flex-col border-line border-s bg-canvas max-lg:absolute max-lg:inset-0 max-lg:z-30 max-lg:w-full max-lg:border-s-0"
    >
      <header className="flex h-11 flex-none items-center gap-1 border-line border-b ps-4 pe-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{text("highlights")}</h2>
        <IconButton size="sm" label={text("close_highlights")} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {highlights.isPending ? <SkeletonLines count={4} label={text("loading")} /> : null}
        {highlights.isError && !items ? (
          <PanelProblem error={highlights.error} onRetry={() => void highlights.refetch()} />
        ) : null}
        {items?.length === 0 ? <p className="p-2 text-muted text-sm">{text("no_highlights")}</p> : null}
        {items && items.length > 0 ? (
          <ul aria-label={text("highlights")} className="flex flex-col gap-1">
            {items.map((highlight) => (
              <Entry
                key={highlight.id}
                documentId={documentId}
                highlight={highlight}
                onShow={() => onShow(highlight)}
              />
            ))}
          </ul>
        ) : null}
      </div>
    </aside>
  );
}

function Entry({
  documentId,
  highlight,
  onShow,
}: {
  documentId: string;
  highlight: DocumentHighlight;
  onShow: () => void;
}) {
  const text = useText("library");
  const { copyText } = useHost();
  const client = useQueryClient();
  const keep = useMutation(keepHighlightMutation(client, documentId));
  const remove = useMutation(removeHighlightMutation(client, documentId));
  const [noting, setNoting] = useState(false);
  const copy = () =>
    void copyText(highlight.quote).then(
      () => showToast({ title: text("copied") }),
      () => showToast({ kind: "danger", title: text("copy_failed") }),
    );
  const erase = () =>
    void remove.mutateAsync(highlight.id).then(
      // This row is unmounted by then, along with its callbacks.
      () =>
        showToast({
          title: text("highlight_removed"),
          action: { label: text("undo"), onPress: () => keep.mutate(highlight) },
        }),
      // Errors of failed changes are shown globally.
      () => undefined,
    );
  return (
    <li className="flex items-start gap-1 rounded-md hover:bg-hover" data-color={highlight.color}>
      <button
        type="button"
        className="flex min-w-0 flex-1 gap-2.5 rounded-md py-2 ps-2 text-start"
        onClick={onShow}
      >
        <span
          aria-hidden="true"
          className="pdf-ink my-0.5 w-1 flex-none rounded-full"
          data-color={highlight.color}
        />
        <span className="min-w-0 flex-1">
          <span className="plain-bidi line-clamp-4 text-sm">{highlight.quote}</span>
          {highlight.note === "" ? null : (
            <span className="plain-bidi mt-1 block whitespace-pre-wrap break-words text-muted text-sm">
              {highlight.note}
            </span>
          )}
          <span className="mt-1 block text-faint text-xs">{text("page", { number: highlight.page })}</span>
        </span>
      </button>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            className="mt-1 me-1"
            label={text("highlight_options", { number: highlight.page })}
            icon={<EllipsisVertical />}
          />
        }
      >
        <MenuItem icon={<Copy />} onSelect={copy}>
          {text("actions.copy")}
        </MenuItem>
        <MenuItem icon={<StickyNote />} onSelect={() => setNoting(true)}>
          {text(highlight.note === "" ? "add_note" : "change_note")}
        </MenuItem>
        <MenuSeparator />
        <MenuChoice
          label={text("color")}
          value={highlight.color}
          options={COLORS.map((color) => ({
            value: color,
            label: text(`colors.${color}`),
            icon: <span aria-hidden="true" className="pdf-ink size-3 rounded-full" data-color={color} />,
          }))}
          onChange={(color) => keep.mutate({ ...highlight, color })}
        />
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={erase}>
          {text("remove_highlight")}
        </MenuItem>
      </Menu>
      {noting ? (
        <NoteDialog
          note={highlight.note}
          busy={keep.isPending}
          onClose={() => setNoting(false)}
          onSave={(note) => keep.mutate({ ...highlight, note }, { onSuccess: () => setNoting(false) })}
        />
      ) : null}
    </li>
  );
}

/** Maximum on the server (`documents.HIGHLIGHT_NOTE_MAX_CHARS`). */
const NOTE_MAX_CHARS = 2_000;

function NoteDialog({
  note,
  busy,
  onSave,
  onClose,
}: {
  note: string;
  busy: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}) {
  const text = useText("library");
  const [written, setWritten] = useState(note);
  return (
    <FormDialog
      title={text(note === "" ? "add_note" : "change_note")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={busy}
      fieldFirst
      onClose={onClose}
      onSubmit={() => onSave(written.trim())}
    >
      <TextArea
        label={text("note")}
        rows={4}
        maxLength={NOTE_MAX_CHARS}
        value={written}
        onChange={setWritten}
      />
    </FormDialog>
  );
}
