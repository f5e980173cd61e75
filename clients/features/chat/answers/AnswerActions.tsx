import { Receipt } from "@ensemble/blocks/answers/Receipt";
import { CopyButton } from "@ensemble/blocks/CopyButton";
import { AnswerPlugs } from "@ensemble/blocks/composer-plugs";
import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import { canSpeak } from "@ensemble/blocks/speech/speech-support";
import type { Message, Model } from "@ensemble/contract/wire";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { useQuery } from "@tanstack/react-query";
import { Play, RefreshCw, Shuffle } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { BranchSwitcher } from "../branches/BranchSwitcher";
import { useFill } from "../composer/use-fill";
import { useSay } from "../composer/use-send";
import { textOf } from "../conversation/message-text";
import { rowActions } from "./row-actions";

const ReadAloud = lazy(
  retryUntilLoaded(() => import("./ReadAloud").then((file) => ({ default: file.ReadAloud }))),
);

const RateAnswer = lazy(
  retryUntilLoaded(async () => {
    const [file] = await Promise.all([import("../rating/RateAnswer"), loadTexts(["rating"])]);
    return { default: file.RateAnswer };
  }),
);

interface AnswerActionsProps {
  message: Message;
  version: number;
  versions: readonly Message[];
  last: boolean;
  busy: boolean;
  pickerOpen: boolean;
  onPickerOpen: (open: boolean) => void;
  onAgain: (model?: Model, withoutMemory?: boolean) => void;
}

/** Buttons for actions on an answer. */
export function AnswerActions(props: AnswerActionsProps) {
  const { message, version, versions, last, busy, pickerOpen, onPickerOpen, onAgain } = props;
  const text = useText("chat");
  const { data } = useQuery(modelsQuery);
  const say = useSay(message.conversation_id, message);
  const { simple_mode: simple } = useSettings();
  const fill = useFill(message.conversation_id);
  const place = useRef<HTMLDivElement>(null);
  const said = textOf(message);
  const cutShort =
    message.state === "interrupted" ||
    message.state === "cancelled" ||
    message.receipt?.finish_reason === "length";

  return (
    <div ref={place} className={`-ms-1.5 flex min-h-7 flex-wrap items-center gap-0.5 ${rowActions(last)}`}>
      {said ? <CopyButton size="sm" label={text("copy")} content={said} /> : null}
      {said && canSpeak() ? (
        <Suspense fallback={null}>
          <ReadAloud markdown={said} />
        </Suspense>
      ) : null}
      {message.kind === "welcome" ? null : (
        <>
          <IconButton
            size="sm"
            label={text("regenerate")}
            icon={<RefreshCw className={busy ? "animate-[ui-spin_900ms_linear_infinite]" : undefined} />}
            onClick={() => onAgain()}
          />
          <IconButton
            size="sm"
            label={text("regenerate_with")}
            icon={<Shuffle />}
            aria-haspopup="listbox"
            aria-expanded={pickerOpen}
            onClick={() => onPickerOpen(!pickerOpen)}
          />
        </>
      )}
      {message.kind === "welcome" ? null : (
        <Suspense fallback={<span className="w-14 touch:w-[5.5rem]" />}>
          <RateAnswer message={message} />
        </Suspense>
      )}
      {pickerOpen ? (
        <ModelPicker
          models={data?.models ?? []}
          value={message.model}
          open
          onOpenChange={onPickerOpen}
          onChange={onAgain}
          anchor={place}
        />
      ) : null}
      {said && message.kind !== "welcome" ? (
        <AnswerPlugs
          simple={simple}
          answer={said}
          conversationId={message.conversation_id}
          messageId={message.id}
          memories={message.receipt?.memories ?? 0}
          send={say}
          fill={fill}
          askWithoutMemory={() => onAgain(undefined, true)}
        />
      ) : null}
      {message.receipt ? <Receipt receipt={message.receipt} modelName={message.model_name} /> : null}
      <BranchSwitcher version={version} versions={versions} />
      {last && cutShort && said ? (
        <Button
          size="sm"
          // On its own line it starts where the text does.
          className="ms-1.5"
          icon={<Play className="size-3.5" />}
          onClick={() => say(text("continue_prompt"))}
        >
          {text("continue")}
        </Button>
      ) : null}
    </div>
  );
}
