import { failedIn } from "@ensemble/blocks/attachments/failed-in";
import { refuseUnread, useSending } from "@ensemble/blocks/attachments/use-sending";
import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { withScheme } from "@ensemble/blocks/web-address";
import { toProblem } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { NewReadingSource, ReadingLength } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BookOpenText, FileUp, Link } from "lucide-react";
import { useRef, useState } from "react";
import { beginReadingMutation } from "./reading-queries";

export const LENGTHS: readonly ReadingLength[] = ["short", "medium", "long"];
const LENGTH_KEY = "reading.length";

/** Form for a new reading: source, length, and whether to keep the text. */
export function ReadingForm({
  address: given = "",
  onBegun,
}: {
  address?: string;
  onBegun: (id: string) => void;
}) {
  const text = useText("reading");
  const problemText = useProblemText();
  const { storage } = useHost();
  const { default_model: own } = useSettings();
  const models = useQuery(modelsQuery).data;
  const begin = useMutation(beginReadingMutation(useQueryClient()));
  const usual = LENGTHS.find((length) => length === storage.get(LENGTH_KEY)) ?? "medium";
  const [address, setAddress] = useState(given);
  const [length, setLength] = useState<ReadingLength>(usual);
  const [keep, setKeep] = useState(true);
  const [model, setModel] = useState<string | null>(null);
  const upload = useSending(refuseUnread);
  const input = useRef<HTMLInputElement>(null);

  const start = (source: NewReadingSource) => {
    const body = { id: uuidV7(), source, length, model, keep_source: keep };
    begin.mutate(body, { onSuccess: ({ id }) => onBegun(id) });
  };
  const submit = () => {
    const url = withScheme(address);
    if (url !== "" && !begin.isPending) start({ type: "address", url });
  };
  const error = begin.error ?? upload.error;
  const isOnItsWay =
    begin.error === null && upload.error !== null && failedIn(toProblem(upload.error).code) === "sending";
  return (
    <form
      aria-label={text("read_something")}
      className="flex flex-col gap-3 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
        <TextField
          label={text("address")}
          placeholder="https://example.org/article"
          dir="ltr"
          inputMode="url"
          enterKeyHint="go"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          leading={<Link className="size-4 flex-none text-faint" />}
          value={address}
          onChange={setAddress}
        />
        <Button
          type="submit"
          kind="primary"
          busy={begin.isPending}
          disabled={address.trim() === ""}
          icon={<BookOpenText className="size-4" />}
        >
          {text("summarize")}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={text("length")}
          value={length}
          options={LENGTHS.map((value) => ({ value, label: text(`lengths.${value}`) }))}
          onChange={(next) => {
            setLength(next);
            storage.set(LENGTH_KEY, next);
          }}
        />
        {models && models.models.length > 0 ? (
          <ModelPicker
            models={models.models}
            value={model ?? own ?? models.default_model}
            label={text("model")}
            onChange={({ id }) => setModel(id)}
          />
        ) : null}
        <span className="flex items-center gap-2 text-sm">
          <Switch label={text("keep_source")} checked={keep} onChange={setKeep} />
          <span aria-hidden="true" className="text-muted">
            {text("keep_source")}
          </span>
        </span>
        <span className="flex-1" />
        <Button
          busy={upload.sending !== null}
          icon={<FileUp className="size-4" />}
          onClick={() => input.current?.click()}
        >
          {text("upload_pdf")}
        </Button>
        <FileInput
          input={input}
          accept=".pdf,application/pdf"
          testId="reading-file"
          onChoose={([file]) =>
            void upload
              .send(uuidV7(), file.name, file)
              .then((sent) => sent && start({ type: "file", file_id: sent.id }))
          }
        />
      </div>
      {upload.sending ? (
        <p role="status" className="plain-bidi text-muted text-sm">
          {text("uploading", { name: upload.sending.name })}
        </p>
      ) : null}
      {models?.models.every((model) => model.provider === "builtin") ? (
        <Notice>{text("no_model")}</Notice>
      ) : null}
      {error ? (
        // spec §8: "File upload failed."
        <Notice tone="danger" title={isOnItsWay ? text("upload_failed") : undefined}>
          {problemText(error)}
        </Notice>
      ) : null}
    </form>
  );
}
