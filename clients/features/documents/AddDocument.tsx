import { useSending } from "@ensemble/blocks/attachments/use-sending";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { withScheme } from "@ensemble/blocks/web-address";
import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { FileUp, Link } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { addDocumentMutation } from "./document-queries";

/** Adds a PDF by drop, file dialog or address. Spec §2: "PDF upload dialog". */
export function AddDocument({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const text = useText("library");
  const [address, setAddress] = useState("");
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const add = useMutation(addDocumentMutation(useQueryClient()));
  const upload = useSending();
  const url = withScheme(address);
  const error = add.error ?? upload.error;

  const fetchIt = () => {
    if (url === "" || add.isPending) return;
    add.mutate({ id: uuidV7(), source: { type: "address", url } }, { onSuccess: ({ id }) => onAdded(id) });
  };
  const take = (file: File | undefined) => {
    if (!file || upload.sending) return;
    const [id, file_id] = [uuidV7(), uuidV7()];
    const source = { type: "upload" as const, file_id, name: file.name, size_bytes: file.size };
    add.mutate(
      { id, source },
      {
        onSuccess: async () => {
          // Parsed or not: its page shows the state.
          if (await upload.send(file_id, file.name, file)) onAdded(id);
        },
      },
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <FormDialog
      title={text("add")}
      cancelLabel={text("cancel")}
      submitLabel={text("fetch")}
      busy={add.isPending && !upload.sending}
      disabled={url === "" || upload.sending !== null}
      width="md"
      onClose={onClose}
      onSubmit={fetchIt}
    >
      <div className="flex flex-col gap-4">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
        <div
          data-testid="document-drop"
          className={clsx(
            "flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-8 text-center",
            over ? "border-accent bg-accent-soft" : "border-edge",
          )}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {upload.sending ? (
            <div className="flex w-full flex-col gap-2">
              <p className="truncate text-sm">
                <bdi>{upload.sending.name}</bdi>
              </p>
              <ProgressBar
                label={text("uploading")}
                value={upload.sending.share}
                max={1}
                valueText={`${Math.round(upload.sending.share * 100)}%`}
              />
              <p role="status" className="text-muted text-xs">
                {text(upload.sending.share < 1 ? "uploading" : "states.waiting")}
              </p>
            </div>
          ) : (
            <>
              <FileUp className="size-6 text-muted" aria-hidden="true" />
              <p className="text-sm">{text("drop")}</p>
              <Button onClick={() => input.current?.click()}>{text("choose")}</Button>
              <p className="text-faint text-xs">{text("limits")}</p>
            </>
          )}
          <FileInput
            input={input}
            accept=".pdf,application/pdf"
            testId="document-file"
            onChoose={([file]) => take(file)}
          />
        </div>
        <TextField
          label={text("address")}
          placeholder="https://example.org/paper.pdf"
          dir="ltr"
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          leading={<Link />}
          value={address}
          onChange={setAddress}
        />
        {/* spec §8: "Upload error" */}
        {error ? (
          <ProblemCard
            problem={toProblem(error)}
            title={error === upload.error ? text("upload_failed") : undefined}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
