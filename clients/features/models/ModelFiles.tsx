import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { AddModelFile } from "./AddModelFile";
import { deleteFileMutation, filesQuery } from "./file-queries";
import { ModelFileRow } from "./ModelFileRow";

/** Lists the model files on the server's machine with their state and errors. */
export function ModelFiles() {
  const text = useText("models");
  const { locale } = useLocale();
  const files = useQuery(filesQuery);
  const discard = useMutation(deleteFileMutation(useQueryClient()));
  if (files.isPending) return <SkeletonLines label={text("loading")} />;
  if (files.isError) return <PanelProblem error={files.error} onRetry={() => void files.refetch()} />;
  const { program, items, unfinished, free_bytes, piece_bytes } = files.data;
  return (
    <section aria-label={text("files")} className="border-line border-t">
      <div className="flex flex-col gap-3 px-4 py-3">
        <div className="flex flex-wrap items-center gap-3">
          <h4 className="min-w-40 flex-1 font-medium text-sm">{text("files")}</h4>
          <AddModelFile pieceBytes={piece_bytes} />
        </div>
        {program ? null : (
          <Notice tone="warning" title={text("program_missing")}>
            <p className="text-muted">{text("hint.install_program")}</p>
          </Notice>
        )}
        {items.length === 0 ? <p className="text-muted text-sm">{text("no_files")}</p> : null}
      </div>
      <ul className="divide-y divide-line border-line empty:hidden [&:not(:empty)]:border-t">
        {items.map((file) => (
          <ModelFileRow key={file.name} file={file} freeBytes={free_bytes} canLoad={program !== null} />
        ))}
        {unfinished.map(({ name, size_bytes, received_bytes }) => (
          <li key={`${name} ${size_bytes}`} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
            <div className="min-w-40 flex-1">
              <p dir="ltr" className="truncate text-start text-sm">
                {name}
              </p>
              <p className="text-muted text-xs">
                {text("file_unfinished", {
                  received: fileSize(received_bytes, locale),
                  size: fileSize(size_bytes, locale),
                })}
              </p>
            </div>
            <Button size="sm" busy={discard.isPending} onClick={() => discard.mutate(name)}>
              {text("discard")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
