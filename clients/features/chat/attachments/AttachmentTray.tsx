import { FileIcon } from "@ensemble/blocks/attachments/FileIcon";
import { isRestReadable, useUnreadText } from "@ensemble/blocks/attachments/unread-parts";
import type { ProblemCode } from "@ensemble/contract/problem-codes";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { fileSize } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { RotateCw, X } from "lucide-react";
import type { Attachment } from "./attachments";
import { useAttachments } from "./use-attachments";

/** Lists the files of a draft with their progress and actions. */
export function AttachmentTray({ place }: { place: string }) {
  const text = useText("documents");
  const { files, attachments } = useAttachments(place);
  if (files.length === 0) return null;
  return (
    <ul
      aria-label={text("attached_files")}
      className="flex max-h-44 flex-wrap gap-2 overflow-y-auto px-3 pt-3"
      data-testid="attachment-tray"
    >
      {files.map((file) => (
        <TrayFile
          key={file.file_id}
          file={file}
          onRetry={() => attachments.retry(place, file.file_id)}
          onRemove={() => attachments.remove(place, file.file_id)}
        />
      ))}
    </ul>
  );
}

/** Codes of permanent errors, for which a retry is useless. */
const HOPELESS = new Set<string>([
  "files.type_not_supported",
  "files.too_large",
  "files.empty",
  "files.text_too_long",
  "files.encrypted",
  "files.no_text",
  "files.image_size",
] satisfies ProblemCode[]);

/** Returns true if reading the file again may succeed, or read more of it. */
const canRetry = ({ state, problem, unread }: Attachment) =>
  state === "failed" ? !HOPELESS.has(problem?.code ?? "") : state === "ready" && isRestReadable(unread ?? []);

function TrayFile({
  file,
  onRetry,
  onRemove,
}: {
  file: Attachment;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const text = useText("documents");
  const wrong = file.state === "failed" || file.state === "lost";
  const busy = file.state === "sending" || file.state === "reading";
  return (
    <li
      data-state={file.state}
      className={clsx(
        "relative flex w-full min-w-0 items-center gap-2 overflow-hidden rounded-md bg-sunken py-1.5 ps-2.5 pe-1 sm:w-64",
        wrong && "shadow-[inset_0_0_0_1px_var(--danger)]",
      )}
    >
      {busy ? (
        <Spinner className="size-4 flex-none" />
      ) : file.state === "ready" && file.media_type.startsWith("image/") ? (
        <img
          src={fileContentUrl(file.file_id)}
          alt=""
          className="-ms-1 size-9 flex-none rounded-sm bg-pressed object-cover"
        />
      ) : (
        <FileIcon mediaType={file.media_type} className="size-4 flex-none text-muted" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">
          <bdi>{file.name}</bdi>
        </span>
        <StateLine file={file} />
      </span>
      {canRetry(file) ? (
        <IconButton
          size="sm"
          label={text(file.state === "failed" ? "retry_file" : "read_rest", { name: file.name })}
          icon={<RotateCw />}
          onClick={onRetry}
        />
      ) : null}
      <IconButton
        size="sm"
        label={text("remove_file", { name: file.name })}
        icon={<X />}
        onClick={onRemove}
      />
      {file.state === "sending" ? (
        <span
          aria-hidden="true"
          className="absolute start-0 bottom-0 h-0.5 bg-accent transition-[width]"
          style={{ width: `${Math.round(file.progress * 100)}%` }}
        />
      ) : null}
    </li>
  );
}

/** Shows the upload state of a file as text, and announces completion and failure to screen readers. */
function StateLine({ file }: { file: Attachment }) {
  const text = useText("documents");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const size = fileSize(file.size_bytes, locale);
  const unread = useUnreadText()(file.unread);
  const partly = file.state === "ready" && unread !== null;
  const said = {
    sending: text("sending", { percent: Math.floor(file.progress * 100), size }),
    reading: text("reading"),
    ready: unread ?? size,
    failed: problemText(file.problem) ?? text("failed"),
    lost: text("lost"),
  }[file.state];
  const wrong = file.state === "failed" || file.state === "lost";
  return (
    <span
      role={wrong ? "alert" : partly ? "status" : undefined}
      className={clsx(
        "block text-xs",
        wrong
          ? "text-danger text-wrap"
          : partly
            ? "plain-bidi text-warning text-wrap"
            : "truncate text-faint",
      )}
    >
      {said}
    </span>
  );
}
