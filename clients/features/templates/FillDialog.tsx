import { useSending } from "@ensemble/blocks/attachments/use-sending";
import { INSTRUCTIONS_MAX_CHARS } from "@ensemble/contract/generated/limits/templates";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import type { TemplateDocument } from "./operations";
import { chatsQuery, suggestMutation } from "./template-queries";
import type { Filling } from "./use-filling";

const SOURCES = ["words", "chat", "file"] as const;

/** Dialog in which a model fills the empty fields of a document: from words, a chat or a file. */
export function FillDialog({
  document,
  filling,
  onClose,
}: {
  document: TemplateDocument;
  filling: Filling;
  onClose: () => void;
}) {
  const text = useText("templates");
  const common = useText("common");
  const problemText = useProblemText();
  const [kind, setKind] = useState<(typeof SOURCES)[number]>("words");
  const [instructions, setInstructions] = useState("");
  const [chat, setChat] = useState("");
  const [file, setFile] = useState<{ id: string; name: string } | null>(null);
  const suggest = useMutation(suggestMutation());
  const id = kind === "chat" ? chat : kind === "file" ? (file?.id ?? "") : "";
  const isReady = kind === "words" ? instructions.trim() !== "" : id !== "";
  const start = () =>
    suggest.mutate(
      {
        template: document.template,
        document_id: document.id,
        instructions,
        values: filling.values,
        ...(kind === "words" ? {} : { source: { kind, id } }),
      },
      {
        onSuccess: ({ values, model_name, is_cut }) => {
          filling.put({ values: { ...filling.values, ...values } });
          showToast({
            kind: "success",
            title: text(is_cut ? "filled_cut" : "filled", { model: model_name }),
          });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={text("fill_for_me")}
      cancelLabel={common("cancel")}
      submitLabel={text("fill")}
      width="md"
      busy={suggest.isPending}
      disabled={!isReady}
      onClose={onClose}
      onSubmit={start}
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{text("fill_hint")}</p>
        <Segmented
          label={text("fill_from")}
          value={kind}
          options={SOURCES.map((value) => ({ value, label: text(`fill_from.${value}`) }))}
          onChange={setKind}
        />
        {kind === "chat" ? <ChatChoice value={chat} onChange={setChat} /> : null}
        {kind === "file" ? <FileChoice file={file} onChange={setFile} /> : null}
        <TextArea
          label={kind === "words" ? text("instructions") : text("optional", { label: text("instructions") })}
          placeholder={text("instructions_placeholder")}
          rows={3}
          maxLength={INSTRUCTIONS_MAX_CHARS}
          value={instructions}
          onChange={setInstructions}
        />
        {suggest.error ? <Notice tone="danger">{problemText(suggest.error)}</Notice> : null}
      </div>
    </FormDialog>
  );
}

function ChatChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const text = useText("templates");
  const chats = useQuery(chatsQuery);
  if (chats.data?.length === 0) return <p className="text-muted text-sm">{text("no_chats")}</p>;
  return (
    <Select
      label={text("fill_from.chat")}
      value={value}
      options={[
        { value: "", label: text("choose") },
        ...(chats.data ?? []).map(({ id, title }) => ({ value: id, label: title || text("untitled_chat") })),
      ]}
      onChange={onChange}
    />
  );
}

function FileChoice({
  file,
  onChange,
}: {
  file: { id: string; name: string } | null;
  onChange: (file: { id: string; name: string } | null) => void;
}) {
  const text = useText("templates");
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const { sending, error, send } = useSending();
  const choose = async (chosen: File) => onChange(await send(uuidV7(), chosen.name, chosen));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <Button
          icon={<FileUp className="size-4" />}
          busy={sending !== null}
          onClick={() => input.current?.click()}
        >
          {text("choose_file")}
        </Button>
        <bdi className="min-w-0 flex-1 truncate text-sm">{file?.name}</bdi>
      </div>
      <FileInput input={input} testId="fill-file" onChoose={([chosen]) => void choose(chosen)} />
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(error)}
        </p>
      ) : null}
    </div>
  );
}
