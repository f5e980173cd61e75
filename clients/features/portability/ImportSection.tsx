import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { refetchChanged } from "@ensemble/blocks/refetch-changed";
import { onServerHint } from "@ensemble/contract/server-hints";
import { fileSize } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { FileArchive } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { ImportCard } from "./ImportCard";
import { importsQuery, uploadMutation } from "./import-queries";

/** Imports archives of other products and shows the outcome of each. */
export function ImportSection() {
  const text = useText("portability");
  const queryClient = useQueryClient();
  const imports = useQuery(importsQuery);
  useEffect(
    () =>
      onServerHint((hint) => {
        if (hint.type === "import.changed")
          void refetchChanged(queryClient, { queryKey: importsQuery.queryKey });
      }),
    [queryClient],
  );
  const items = imports.data?.items.filter(({ state }) => state !== "uploading") ?? [];
  return (
    <Section title={text("import")} description={text("import_description")}>
      <DropZone />
      {imports.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {imports.isError ? <PanelProblem error={imports.error} onRetry={() => void imports.refetch()} /> : null}
      {items.map((item) => (
        <ImportCard key={item.id} item={item} />
      ))}
    </Section>
  );
}

function DropZone() {
  const text = useText("portability");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const upload = useMutation(uploadMutation(useQueryClient(), setSent));
  const take = (files: ArrayLike<File>) => {
    const file = files[0];
    if (!file || upload.isPending) return;
    setSent(0);
    upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const size = upload.variables?.size ?? 0;
  const progress = text("sent_of", { sent: fileSize(sent, locale), size: fileSize(size, locale) });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        "flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-8 text-center transition-colors",
        over ? "border-accent bg-accent-soft" : "border-edge",
      )}
    >
      <FileArchive className="size-6 text-muted" aria-hidden="true" />
      <p className="text-muted text-sm">{text("drop_here")}</p>
      <FileInput
        input={input}
        accept=".zip,.json,.html,application/zip,application/json,text/html"
        label={text("choose_file")}
        onChoose={take}
      />
      {upload.isPending ? (
        <div className="flex w-full max-w-xs flex-col gap-1.5">
          <ProgressBar label={text("sending")} value={sent} max={size} valueText={progress} />
          <p role="status" className="text-muted text-xs">
            {progress}
          </p>
        </div>
      ) : (
        <Button onClick={() => input.current?.click()}>{text("choose_file")}</Button>
      )}
      {upload.isError ? <Notice tone="danger">{problemText(upload.error)}</Notice> : null}
    </div>
  );
}
