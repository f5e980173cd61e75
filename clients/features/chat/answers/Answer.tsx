import { MessageParts } from "@ensemble/blocks/answers/MessageParts";
import { AnswerPlaceProvider } from "@ensemble/blocks/composer-plugs";
import { SourceNames } from "@ensemble/blocks/markdown/SourceMark";
import { useModelName } from "@ensemble/blocks/models/use-model-name";
import { OneLine } from "@ensemble/blocks/OneLine";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import type { MessageDraft } from "@ensemble/contract/apply-run-event";
import { useText } from "@ensemble/i18n/text";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { ActionsMenu } from "@ensemble/ui/popups/ActionsMenu";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { WifiOff } from "lucide-react";
import { useRef, useState } from "react";
import { BotAnswerer } from "../bot/BotAnswerer";
import type { MessageRowProps } from "../conversation/message-row-props";
import { textOfParts } from "../conversation/message-text";
import { WhenIdle } from "../conversation/WhenIdle";
import { useLiveRun } from "../use-chat";
import { AnswerActions } from "./AnswerActions";
import { QueueNotice } from "./QueueNotice";
import { useRegenerate } from "./use-regenerate";

/** Renders a model's answer as part of the page, without a box. */
export function Answer({ message, version, versions, last, numbered }: MessageRowProps) {
  const text = useText("chat");
  const { role } = useMe();
  const live = useLiveRun(message.id);
  const [pickerOpen, setPickerOpen] = useState(false);
  const regenerate = useRegenerate(message);
  const running = message.state === "running";
  // A replay from the beginning must not hide what the server has already sent.
  const parts = live && live.draft.seq > 0 && running ? live.draft.parts : message.parts;
  const problem = regenerate.problem ?? (running ? null : message.problem);
  const modelName = useModelName();
  const saidName = message.model_name ?? message.model;
  const name = saidName ? modelName(message.model, saidName) : text("answer");
  const merged = message.kind === "ensemble";
  const actions = useRef<HTMLDivElement>(null);
  const { area, ref } = useMenuArea(true);
  const cutOff = message.receipt?.finish_reason === "length";

  return (
    <article
      ref={ref}
      data-role="assistant"
      className="group flex flex-col gap-2"
      aria-label={text("answer_of", { model: name })}
      aria-busy={running}
    >
      {message.bot_id && !merged ? (
        <BotAnswerer botId={message.bot_id} model={saidName && modelName(message.model, saidName)} />
      ) : (
        <p className="flex items-center gap-2 text-muted text-sm">
          <ModelGlyph id={message.model ?? "unknown"} size="sm" />
          <span className="min-w-0">
            <OneLine>{merged ? text("merged_by", { model: name }) : name}</OneLine>
          </span>
        </p>
      )}
      <SourceNames value={merged ? namesOf(numbered) : null}>
        <AnswerPlaceProvider
          value={{
            conversationId: message.conversation_id,
            messageId: message.id,
            answer: textOfParts(parts),
            streaming: running,
          }}
        >
          <MessageParts parts={parts} streaming={running} runId={message.run_id} />
        </AnswerPlaceProvider>
      </SourceNames>
      {running ? (
        <RunningLine draft={live?.draft} connected={live?.connected ?? true} empty={parts.length === 0} />
      ) : null}
      {cutOff ? <p className="text-faint text-sm">{text("answer_cut_off")}</p> : null}
      {message.state === "cancelled" ? <p className="text-faint text-sm">{text("answer_stopped")}</p> : null}
      {message.state === "interrupted" && !problem ? (
        <p className="text-faint text-sm">{text("answer_interrupted")}</p>
      ) : null}
      {problem ? (
        <ProblemCard
          problem={problem}
          title={message.state === "interrupted" ? text("answer_interrupted") : undefined}
          operator={role === "operator"}
          onRetry={() => regenerate.again()}
          onSwitchModel={() => setPickerOpen(true)}
        />
      ) : null}
      {running ? null : (
        <div ref={actions} className="min-h-7">
          <WhenIdle now={last || pickerOpen}>
            <AnswerActions
              message={message}
              version={version}
              versions={versions}
              last={last}
              pickerOpen={pickerOpen}
              onPickerOpen={setPickerOpen}
              onAgain={regenerate.again}
              busy={regenerate.busy}
            />
          </WhenIdle>
        </div>
      )}
      <ActionsMenu area={area} actions={actions} />
    </article>
  );
}

/** Returns the names of numbered answers, with numbers for duplicates. */
function namesOf(numbered: MessageRowProps["numbered"]): ReadonlyMap<number, string> {
  const nameOf = ({ model_name, model }: (typeof numbered)[number]) => model_name ?? model ?? "";
  const all = numbered.map(nameOf);
  return new Map(
    all.map((name, index) => [
      index + 1,
      all.filter((other) => other === name).length > 1 ? `${name} (${index + 1})` : name,
    ]),
  );
}

/** Shows the state of a run while there is no text yet, or while none arrives. */
function RunningLine({
  draft,
  connected,
  empty,
}: {
  draft?: MessageDraft;
  connected: boolean;
  empty: boolean;
}) {
  const text = useText("chat");
  if (!connected) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-warning">
        <WifiOff className="size-4" aria-hidden="true" />
        {text("reconnecting")}
      </p>
    );
  }
  if (!empty) return null;
  if (draft?.queue) return <QueueNotice queue={draft.queue} />;
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 text-muted text-sm">
      <span
        aria-hidden="true"
        className="size-2 animate-[ui-pulse_1.1s_ease-in-out_infinite] rounded-full bg-accent"
      />
      {text("writing")}
    </p>
  );
}
