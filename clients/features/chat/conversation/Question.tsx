import { SaidText } from "@ensemble/blocks/answers/SaidText";
import { FileChips } from "@ensemble/blocks/attachments/FileChips";
import { CopyButton } from "@ensemble/blocks/CopyButton";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { ActionsMenu } from "@ensemble/ui/popups/ActionsMenu";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { CloudOff, Pencil } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { rowActions } from "../answers/row-actions";
import { BranchSwitcher } from "../branches/BranchSwitcher";
import { editPlace } from "../chat";
import { referencesOf } from "../references/references";
import { useChat } from "../use-chat";
import { EditQuestion } from "./EditQuestion";
import type { MessageRowProps } from "./message-row-props";
import { filesOf, textOf } from "./message-text";
import { WhenIdle } from "./WhenIdle";

const ReferenceChips = lazy(
  retryUntilLoaded(() =>
    import("../references/ReferenceChips").then((file) => ({ default: file.ReferenceChips })),
  ),
);

/** Length from which questions are collapsed initially. */
const FOLD_FROM_CHARS = 1_600;

/** Renders a person's message in a quiet container. */
export function Question({ message, pending, version, versions, last }: MessageRowProps) {
  const text = useText("chat");
  const [editing, setEditing] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { drafts, account } = useChat();
  const said = textOf(message);
  const references = referencesOf(message);
  const edit = () => {
    const place = editPlace(account, message);
    if (drafts.read(place) === "") drafts.write(place, said);
    setEditing(true);
  };
  const folded = said.length > FOLD_FROM_CHARS && !unfolded;
  const actions = useRef<HTMLDivElement>(null);
  const { area, ref } = useMenuArea(true);

  if (editing) return <EditQuestion message={message} onDone={() => setEditing(false)} />;
  return (
    <article
      ref={ref}
      data-role="user"
      className="group flex flex-col items-end gap-1"
      aria-label={text("you_said")}
    >
      <FileChips files={filesOf(message)} />
      {references.length > 0 ? (
        <Suspense>
          <ReferenceChips things={references} />
        </Suspense>
      ) : null}
      {said === "" ? null : (
        <div
          className={`max-w-[85%] whitespace-pre-wrap rounded-lg bg-bubble px-4 py-2.5 [overflow-wrap:anywhere] ${
            folded ? "max-h-60 overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)]" : ""
          } ${pending === "waiting" ? "opacity-70" : ""}`}
        >
          <SaidText text={folded ? said.slice(0, FOLD_FROM_CHARS) : said} />
        </div>
      )}
      {folded || unfolded ? (
        <Button size="sm" kind="ghost" onClick={() => setUnfolded(!unfolded)}>
          {text(folded ? "show_more" : "show_less")}
        </Button>
      ) : null}
      {pending === "waiting" ? <NotSent id={message.id} /> : null}
      {pending === null ? (
        <div ref={actions} className={`flex h-7 items-center gap-0.5 touch:h-11 ${rowActions(false)}`}>
          <WhenIdle now={last}>
            <CopyButton size="sm" label={text("copy_question")} content={said} />
            <IconButton size="sm" label={text("edit_message")} icon={<Pencil />} onClick={edit} />
            <BranchSwitcher version={version} versions={versions} />
          </WhenIdle>
        </div>
      ) : null}
      <ActionsMenu area={area} actions={actions} />
    </article>
  );
}

/** Shows that a message is in the outbox, with buttons to send it now or to take it back. */
function NotSent({ id }: { id: string }) {
  const text = useText("chat");
  const { outbox } = useChat();
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-warning"
    >
      <CloudOff className="size-4" aria-hidden="true" />
      <span>{text("not_sent_offline")}</span>
      <Button size="sm" onClick={() => void outbox.pump()}>
        {text("send_now")}
      </Button>
      <TakeBack id={id} />
    </div>
  );
}

function TakeBack({ id }: { id: string }) {
  const text = useText("chat");
  const { outbox, giveBack } = useChat();
  const takeBack = () => {
    const entry = outbox.pending.getState().find((candidate) => candidate.id === id);
    const taken = outbox.take(id);
    if (entry && taken !== null) giveBack({ ...entry, text: taken });
  };
  return (
    <Button size="sm" kind="ghost" onClick={takeBack}>
      {text("edit")}
    </Button>
  );
}
