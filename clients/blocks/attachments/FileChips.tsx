import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { AttachedFile } from "@ensemble/contract/wire";
import { fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { lazy, Suspense, useState } from "react";
import { FileIcon } from "./FileIcon";

const FileViewer = lazy(() => import("./FileViewer").then((file) => ({ default: file.FileViewer })));

/** Shows the files of a message: images inline, others as chips that open beside the conversation. */
export function FileChips({ files }: { files: readonly AttachedFile[] }) {
  const text = useText("documents");
  if (files.length === 0) return null;
  return (
    <ul aria-label={text("attached_files")} className="flex max-w-[85%] flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.file_id} className="min-w-0 max-w-full">
          <FileChip file={file} />
        </li>
      ))}
    </ul>
  );
}

/** Shows a file as an image or chip that opens beside the conversation. */
export function FileChip({ file }: { file: AttachedFile }) {
  const text = useText("documents");
  const { locale } = useLocale();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const show = () => {
    setAsked(true);
    setOpen(true);
  };
  const label = text("open_file", { name: file.name });
  return (
    <>
      {file.media_type.startsWith("image/") ? (
        <button
          type="button"
          aria-label={label}
          onClick={show}
          className="block overflow-hidden rounded-md bg-sunken shadow-[inset_0_0_0_1px_var(--line)]"
        >
          <img
            src={fileContentUrl(file.file_id)}
            alt={file.name}
            loading="lazy"
            className="block max-h-56 min-h-16 min-w-16 max-w-full object-contain"
          />
        </button>
      ) : (
        <button
          type="button"
          aria-label={label}
          onClick={show}
          className="flex max-w-full items-center gap-2.5 rounded-md bg-sunken px-3 py-2 text-start shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover"
        >
          <FileIcon mediaType={file.media_type} className="size-5 flex-none text-muted" />
          <span className="min-w-0">
            <bdi className="block truncate text-sm">{file.name}</bdi>
            <span className="block text-faint text-xs">{fileSize(file.size_bytes, locale)}</span>
          </span>
        </button>
      )}
      {asked ? (
        <Suspense fallback={null}>
          <FileViewer file={file} open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
