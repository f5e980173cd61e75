import { MessageParts } from "@ensemble/blocks/answers/MessageParts";
import { SaidText } from "@ensemble/blocks/answers/SaidText";
import { OneLine } from "@ensemble/blocks/OneLine";
import type { FilePart, Part, SharedPage } from "@ensemble/contract/wire";
import { fileSize, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { ChevronLeft, ChevronRight, Paperclip } from "lucide-react";
import { useState } from "react";
import { branchOf, newestBelow, type SharedChat, type SharedMessage, type SharedTurn } from "./shared-chat";

/** Shows a shared chat read-only, with the components of the chat itself. */
export function SharedChatView({ page }: { page: SharedPage }) {
  const chat = page.content as SharedChat;
  const [leafId, setLeafId] = useState(chat.leaf_id);
  return (
    <div className="flex flex-col gap-7">
      {branchOf(chat, leafId).map((turn) => (
        <Turn key={turn.message.id} turn={turn} onChoose={({ id }) => setLeafId(newestBelow(chat, id))} />
      ))}
    </div>
  );
}

function Turn({ turn, onChoose }: { turn: SharedTurn; onChoose: (message: SharedMessage) => void }) {
  const text = useText("sharing");
  const { message } = turn;
  const files = message.parts.filter((part): part is FilePart => part.kind === "file");
  const rest = message.parts.filter((part) => part.kind !== "file");
  if (message.role === "user") {
    return (
      <article className="flex flex-col items-end gap-1.5" aria-label={text("question")}>
        {rest.length > 0 ? (
          <div className="max-w-[85%] whitespace-pre-wrap rounded-lg bg-sunken px-4 py-2.5 [overflow-wrap:anywhere]">
            <SaidText text={saidIn(rest)} />
          </div>
        ) : null}
        <FileNames files={files} />
        <Versions turn={turn} onChoose={onChoose} />
      </article>
    );
  }
  const name = message.model_name ?? text("answer");
  return (
    <article className="flex flex-col gap-2" aria-label={text("answer_of", { model: name })}>
      <p className="flex items-center gap-2 text-muted text-sm">
        <ModelGlyph id={name} size="sm" />
        <span className="min-w-0">
          <OneLine>{name}</OneLine>
        </span>
      </p>
      <MessageParts parts={rest} streaming={false} />
      <FileNames files={files} />
      <Versions turn={turn} onChoose={onChoose} />
    </article>
  );
}

const saidIn = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n\n");

/** Lists file names only: sharing a chat gives no access to files. */
function FileNames({ files }: { files: readonly FilePart[] }) {
  const { locale } = useLocale();
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {files.map((file) => (
        <li
          key={file.id}
          className="flex h-7 max-w-64 items-center gap-1.5 rounded-full bg-sunken px-2.5 text-muted text-xs shadow-[inset_0_0_0_1px_var(--line)]"
        >
          <Paperclip className="size-3.5 flex-none" aria-hidden="true" />
          <bdi className="truncate">{file.name}</bdi>
          <span className="flex-none text-faint">{fileSize(file.size_bytes, locale)}</span>
        </li>
      ))}
    </ul>
  );
}

function Versions({
  turn: { message, versions },
  onChoose,
}: {
  turn: SharedTurn;
  onChoose: (message: SharedMessage) => void;
}) {
  const text = useText("sharing");
  const { locale } = useLocale();
  if (versions.length < 2) return null;
  const at = versions.findIndex(({ id }) => id === message.id);
  const number = fullNumber(at + 1, locale);
  const total = fullNumber(versions.length, locale);
  const go = (to: number) => {
    const target = versions[to];
    if (target) onChoose(target);
  };
  return (
    <span className="flex items-center text-muted text-xs">
      <IconButton
        size="sm"
        label={text("previous_version")}
        icon={<ChevronLeft className="rtl:-scale-x-100" />}
        disabled={at <= 0}
        onClick={() => go(at - 1)}
      />
      <span role="img" aria-label={text("version_of", { number, total })} className="tabular-nums">
        {number}/{total}
      </span>
      <IconButton
        size="sm"
        label={text("next_version")}
        icon={<ChevronRight className="rtl:-scale-x-100" />}
        disabled={at >= versions.length - 1}
        onClick={() => go(at + 1)}
      />
    </span>
  );
}
