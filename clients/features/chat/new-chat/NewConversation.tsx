import { useMe, useSettings } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { lazy, Suspense, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { nextPlace } from "../chat";
import { ChatComposer } from "../composer/ChatComposer";
import { useChosenModel } from "../composer/use-chosen-model";
import { useSend } from "../composer/use-send";
import { WhenIdle } from "../conversation/WhenIdle";
import { useChat } from "../use-chat";
import { useResumeLastChat } from "./use-resume-last-chat";
import { WelcomeExamples } from "./WelcomeExamples";

const ConnectModel = lazy(retryUntilLoaded(() => import("./ConnectModel")));
const TemporaryToggle = lazy(
  retryUntilLoaded(() => import("./TemporaryToggle").then((file) => ({ default: file.TemporaryToggle }))),
);
const ModeSwitch = lazy(
  retryUntilLoaded(() => import("./ModeSwitch").then((file) => ({ default: file.ModeSwitch }))),
);

/** Start of a conversation: a greeting, the composer, and three examples. */
export function NewConversation({ query }: { query?: string }) {
  const text = useText("start");
  const { name, role } = useMe();
  const chat = useChat();
  const { simple_mode: simple } = useSettings();
  const temporary = useStore(chat.temporary, ({ next }) => next);
  const field = useRef<HTMLTextAreaElement>(null);
  const { model } = useChosenModel(null);
  const send = useSend(null, null);
  const place = nextPlace(chat.account, temporary);
  const firstName = name.trim().split(/\s+/)[0] ?? "";

  useEffect(() => {
    if (query && chat.drafts.read(place) === "") chat.drafts.give(place, query);
  }, [query, chat, place]);

  useResumeLastChat();

  const tried = useRef("");
  const tryExample = (example: string) => {
    // An example replaces another one; typed text stays.
    if (chat.drafts.read(place) === tried.current) chat.drafts.write(place, example);
    else chat.drafts.give(place, example);
    tried.current = example;
    field.current?.focus();
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="flex min-h-13 flex-none items-start justify-center gap-3 px-4 pt-4 touch:min-h-16 lg:justify-end">
        <WhenIdle now={false}>
          <Suspense>
            <ModeSwitch />
          </Suspense>
        </WhenIdle>
      </div>
      <div className="mx-auto flex w-full max-w-[46rem] flex-1 flex-col justify-end gap-6 px-4 pb-4 lg:justify-center lg:pb-[14vh]">
        <h1 className="my-auto pt-4 text-balance text-center font-semibold text-2xl tracking-tight rtl:tracking-normal lg:my-0 lg:pt-0">
          {firstName ? text("welcome_named", { name: firstName }) : text("welcome_title")}
        </h1>
        {role === "operator" && model?.provider === "builtin" ? (
          <div className="min-h-16 sm:min-h-9">
            <Suspense>
              <ConnectModel />
            </Suspense>
          </div>
        ) : null}
        <WelcomeExamples builtin={model?.provider === "builtin"} onChoose={tryExample} />
        {/* However much stands above it, the field is in sight, and what will become of the chat. */}
        <div className="sticky bottom-0 -mb-4 flex flex-col gap-3 bg-surface pt-2 pb-4 lg:static lg:mb-0 lg:gap-6 lg:pt-0 lg:pb-0">
          {simple && !temporary ? null : (
            <div className="min-h-8 touch:min-h-11">
              <Suspense>
                <TemporaryToggle />
              </Suspense>
            </div>
          )}
          <ChatComposer conversationId={null} fieldRef={field} running={[]} onSend={send} />
        </div>
      </div>
    </div>
  );
}
