import { useCommand } from "@ensemble/blocks/commands/use-command";
import { ComposerPlugs, useComposerSeat, useSendSteps } from "@ensemble/blocks/composer-plugs";
import { ModelCost } from "@ensemble/blocks/models/ModelCost";
import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { useMe, useSettings } from "@ensemble/blocks/session-queries";
import { canListen } from "@ensemble/blocks/speech/speech-support";
import type { Message } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { AttachButton } from "../attachments/AttachButton";
import { readiness, useAttachments } from "../attachments/use-attachments";
import { draftPlace, nextPlace } from "../chat";
import { cancelRunMutation } from "../chat-queries";
import { WhenIdle } from "../conversation/WhenIdle";
import { useReferences } from "../references/use-references";
import { useChat } from "../use-chat";
import { Composer } from "./Composer";
import { useAnswerers } from "./use-answerers";
import { useChosenModel } from "./use-chosen-model";
import { useSendOnceRead } from "./use-send-once-read";

// The composer works before these are loaded.
const FieldLists = lazy(
  retryUntilLoaded(() => import("./FieldLists").then((file) => ({ default: file.FieldLists }))),
);
const VoiceButton = lazy(
  retryUntilLoaded(() => import("./VoiceButton").then((file) => ({ default: file.VoiceButton }))),
);
const AttachmentTray = lazy(
  retryUntilLoaded(() =>
    import("../attachments/AttachmentTray").then((file) => ({ default: file.AttachmentTray })),
  ),
);
const Refusal = lazy(retryUntilLoaded(() => import("./Refusal")));

interface ChatComposerProps {
  conversationId: string | null;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Answers streaming at the end of the branch: none, one, or several side by side. */
  running: readonly Message[];
  /** Sends a text. `typed`: the person wrote it in this field. */
  onSend: (text: string, typed?: boolean) => void;
  /** Context gauge before the price, once the conversation has messages. */
  gauge?: ReactNode;
  /** True if the parent of the next message is known. Until then a submitted message waits in the field. */
  read?: boolean;
  /** Called when a submitted message has to wait for that. */
  onWait?: () => void;
}

/** Composer of a conversation, with model, price, and the error of the last message. */
export function ChatComposer({
  conversationId,
  fieldRef,
  running,
  onSend: sendNow,
  gauge,
  read = true,
  onWait,
}: ChatComposerProps) {
  const text = useText("start");
  const chat = useChat();
  const { role } = useMe();
  const { send_with: sendWith, simple_mode: simple } = useSettings();
  const { models, model, choose, several, chooseSeveral } = useChosenModel(conversationId);
  const { modelsOf } = useAnswerers(conversationId);
  const [pickerOpen, setPickerOpen] = useState(false);
  const temporary = useStore(chat.temporary, ({ next }) => next);
  const place = conversationId
    ? draftPlace(chat.account, conversationId)
    : nextPlace(chat.account, temporary);
  const { files } = useAttachments(place);
  const [references] = useReferences(place);
  const readyFiles = readiness(files);
  const carried = readyFiles === "none" && references.length > 0 ? "ready" : readyFiles;
  const sendAfterSteps = useSendSteps(place, sendNow);
  const { send: onSend, waiting } = useSendOnceRead({
    place,
    ready: read && carried !== "busy",
    send: sendAfterSteps,
    onWait,
  });
  const seat = useComposerSeat({ place, conversationId, fieldRef, send: onSend });
  const refusal = useStore(chat.refusals, (refusals) => refusals[conversationId ?? ""]);
  const dismiss = () => {
    if (conversationId) chat.refusals.setState({ [conversationId]: undefined });
  };

  const cancel = useMutation(cancelRunMutation());
  const answering = running.length > 0;
  const stopping = running.some(({ run_id }) => run_id === cancel.variables) && !cancel.isError;
  const stop = () => {
    if (stopping) return;
    for (const { run_id } of running) if (run_id) cancel.mutate(run_id);
  };
  useCommand("chat.focus_composer", () => fieldRef.current?.focus());
  useCommand("chat.choose_model", () => setPickerOpen(true));
  useCommand("chat.stop", stop, answering);
  useStopOnEscape(stop, answering);
  useFocusAtStart(fieldRef);

  return (
    <div className="flex flex-col gap-2">
      {refusal ? (
        <Suspense>
          <Refusal
            problem={refusal}
            operator={role === "operator"}
            onRetry={() => {
              const draft = chat.drafts.read(place);
              if (draft.trim() !== "" || carried === "ready") onSend(draft);
            }}
            onSwitchModel={() => setPickerOpen(true)}
            onDismiss={dismiss}
          />
        </Suspense>
      ) : null}
      {simple ? null : <ComposerPlugs seat={seat} slot="above" />}
      <div className="relative">
        <WhenIdle now={false}>
          <Suspense>
            <FieldLists seat={seat} simple={simple} />
          </Suspense>
        </WhenIdle>
        <Composer
          place={place}
          fieldRef={fieldRef}
          placeholder={text(conversationId ? "message_placeholder_follow_up" : "message_placeholder")}
          sendWith={sendWith}
          running={answering}
          stopping={stopping}
          waiting={waiting}
          attached={
            files.length > 0 ? (
              <Suspense>
                <AttachmentTray place={place} />
              </Suspense>
            ) : null
          }
          files={carried}
          onSend={(said) => onSend(said, chat.drafts.isOwn(place, said))}
          onStop={stop}
          cost={
            model ? (
              <>
                {gauge}
                <ModelCost models={modelsOf(seat.draft)} />
              </>
            ) : undefined
          }
          model={
            <ModelPicker
              models={models}
              value={model?.id ?? null}
              open={pickerOpen}
              onOpenChange={setPickerOpen}
              onChange={choose}
              several={simple ? undefined : { chosen: several, onChange: chooseSeveral }}
            />
          }
          tools={
            <>
              <AttachButton place={place} fieldRef={fieldRef} />
              {simple ? null : <ComposerPlugs seat={seat} slot="foot" />}
              {canListen() ? (
                <WhenIdle now={false}>
                  <Suspense fallback={null}>
                    <VoiceButton seat={seat} />
                  </Suspense>
                </WhenIdle>
              ) : null}
            </>
          }
        />
      </div>
    </div>
  );
}

/** Stops the answer on Escape, unless a popup handles it to close. */
function useStopOnEscape(stop: () => void, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const floating = document.querySelector(
        "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]",
      );
      if (event.key === "Escape" && !event.shiftKey && !event.defaultPrevented && !floating) stop();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [stop, enabled]);
}

/** Focuses the field when a page opens; not on touch, where the keyboard would open. */
function useFocusAtStart(fieldRef: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const taken = document.activeElement !== null && document.activeElement !== document.body;
    const field = fieldRef.current;
    if (!field || matchMedia("(pointer: coarse)").matches) return;
    if (taken && !document.activeElement?.closest("main, a")) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  }, [fieldRef]);
}
