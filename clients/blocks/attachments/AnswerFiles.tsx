import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { AttachedFile } from "@ensemble/contract/wire";
import { fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { FileChip } from "./FileChips";
import { FileIcon } from "./FileIcon";

/**
 * Shows the files that tools returned with an answer: images are displayed, audio can be played, other files
 * can be downloaded.
 */
export function AnswerFiles({ files }: { files: readonly AttachedFile[] }) {
  const text = useText("documents");
  return (
    <ul aria-label={text("answer_files")} className="flex flex-wrap items-start gap-2">
      {files.map((file) => (
        <li key={file.file_id} className="min-w-0 max-w-full">
          {file.media_type.startsWith("image/") ? (
            <FileChip file={file} />
          ) : file.media_type.startsWith("audio/") ? (
            <Sound file={file} />
          ) : (
            <SavedFile file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Sound({ file }: { file: AttachedFile }) {
  return (
    <figure className="flex max-w-full flex-col gap-1 rounded-md bg-sunken px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
      <figcaption className="truncate text-sm">
        <bdi>{file.name}</bdi>
      </figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote down what a tool's sound says */}
      <audio
        controls
        preload="none"
        aria-label={file.name}
        src={fileContentUrl(file.file_id)}
        className="h-10 w-72 max-w-full"
      />
    </figure>
  );
}

function SavedFile({ file }: { file: AttachedFile }) {
  const text = useText("documents");
  const { locale } = useLocale();
  return (
    <a
      href={fileContentUrl(file.file_id)}
      download={file.name}
      aria-label={text("save_named", { name: file.name })}
      className="flex max-w-full items-center gap-2.5 rounded-md bg-sunken px-3 py-2 shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover"
    >
      <FileIcon mediaType={file.media_type} className="size-5 flex-none text-muted" />
      <span className="min-w-0">
        <bdi className="block truncate text-sm">{file.name}</bdi>
        <span className="block text-faint text-xs">{fileSize(file.size_bytes, locale)}</span>
      </span>
    </a>
  );
}
