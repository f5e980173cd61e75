import type { ModelFile } from "@ensemble/contract/wire";
import { fileSize, fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteFileMutation, loadFileMutation, unloadFileMutation } from "./file-queries";

const TONES = {
  unloaded: "neutral",
  loading: "accent",
  loaded: "success",
  failed: "danger",
  unusable: "danger",
} as const;

/** Row of a model file: details, state and actions. */
export function ModelFileRow({
  file,
  freeBytes,
  canLoad,
}: {
  file: ModelFile;
  freeBytes: number | null;
  /** True if there is a program to load it with. */
  canLoad: boolean;
}) {
  const text = useText("models");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const queryClient = useQueryClient();
  const load = useMutation(loadFileMutation(queryClient));
  const unload = useMutation(unloadFileMutation(queryClient));
  const remove = useMutation(deleteFileMutation(queryClient));
  const [asking, setAsking] = useState(false);
  const { name, state, model } = file;
  const isUp = state === "loaded" || state === "loading";
  const size = (bytes: number) => fileSize(bytes, locale);
  const facts = [
    size(file.size_bytes),
    model?.architecture,
    model?.size_label,
    model?.quantisation,
    model ? text("file_context", { tokens: fullNumber(model.context_tokens, locale) }) : null,
    model && !model.has_template ? text("no_template") : null,
  ];
  const isTooLarge = freeBytes !== null && !isUp && model !== null && file.needed_bytes > freeBytes;
  // A refusal is not stored with the file if the server keeps no failure of it.
  const refusal = load.error ?? file.problem;

  return (
    <li className="flex flex-col gap-2 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-40 flex-1">
          <p dir="ltr" className="truncate text-start text-sm">
            {name}
          </p>
          <p className="text-faint text-xs">{facts.filter(Boolean).join(" · ")}</p>
          {isTooLarge ? (
            <p className="text-warning text-xs">
              {text("needs_memory", { needed: size(file.needed_bytes), free: size(freeBytes) })}
            </p>
          ) : null}
        </div>
        {/* They stay together where there is no room for them beside the name. */}
        <div className="ms-auto flex flex-none items-center gap-3">
          <Badge tone={TONES[state]}>{text(`file_state.${state}`)}</Badge>
          {isUp ? (
            <Button
              size="sm"
              busy={unload.isPending}
              aria-label={text("unload_file", { name })}
              onClick={() => unload.mutate(name)}
            >
              {text("unload")}
            </Button>
          ) : null}
          {!isUp && model && canLoad ? (
            <Button
              size="sm"
              busy={load.isPending}
              aria-label={text("load_file", { name })}
              onClick={() => load.mutate(name)}
            >
              {text("load")}
            </Button>
          ) : null}
          <IconButton
            size="sm"
            label={text("delete_file", { name })}
            icon={<Trash2 />}
            onClick={() => setAsking(true)}
          />
        </div>
      </div>
      {refusal && !isUp ? (
        <Notice tone="danger" title={problemText(refusal)}>
          <Cause problem={refusal} />
        </Notice>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={text("delete_title", { name })}
        description={text("delete_file_description")}
        confirmLabel={text("delete")}
        cancelLabel={text("cancel")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(name, { onSuccess: () => setAsking(false) })}
      />
    </li>
  );
}

/** Shows the program's own output, untranslated. */
function Cause({ problem }: { problem: unknown }) {
  const said = (problem as { problem?: unknown }).problem ?? problem;
  const message = (said as { params?: { message?: unknown } }).params?.message;
  if (typeof message !== "string" || message === "") return null;
  return (
    <p dir="ltr" className="break-words text-start font-mono text-muted text-xs">
      {message}
    </p>
  );
}
