import { BesidePlugs } from "@ensemble/blocks/composer-plugs";
import { PLACES } from "@ensemble/blocks/places";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useSettings } from "@ensemble/blocks/session-queries";
import { ProblemError, toProblem } from "@ensemble/contract/problem-error";
import type { Message } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { MessageCircleX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { LiveAnnouncer } from "../answers/LiveAnnouncer";
import { useCopyLastAnswer } from "../answers/use-copy-last-answer";
import { useFollowedRuns } from "../answers/use-followed-runs";
import { BotNotice } from "../bot/BotNotice";
import { BranchNotice } from "../branches/BranchNotice";
import { type MessageTree, versionsOf } from "../branches/message-tree";
import { TreeButton } from "../branches/TreeButton";
import { useBranch } from "../branches/use-branch";
import { draftPlace } from "../chat";
import { conversationQuery } from "../chat-queries";
import { ChatComposer } from "../composer/ChatComposer";
import { useFill } from "../composer/use-fill";
import { useSay, useSend } from "../composer/use-send";
import { ContextGauge } from "../context/ContextGauge";
import { ContextNotice } from "../context/ContextNotice";
import { TrimmedContext, useContextReport } from "../context/use-context-report";
import { TemporaryMark } from "../new-chat/TemporaryMark";
import { useAutoNewChat } from "../new-chat/use-auto-new-chat";
import { useLeaveTemporary, useStartedTemporary } from "../new-chat/use-temporary";
import type { PendingMessage } from "../outbox/outbox";
import { QueuedMessages } from "../outbox/QueuedMessages";
import { ResourcesButton } from "../resources/ResourcesButton";
import { ConversationSettingsButton } from "../settings/ConversationSettingsButton";
import { useChat, usePending } from "../use-chat";
import { ConversationHeader } from "./ConversationHeader";
import { MessageList } from "./MessageList";
import { OfflineCopyNotice } from "./OfflineCopyNotice";
import { useOfflineCopy } from "./offline-copy";
import { useCanonicalAddress } from "./use-canonical-address";
import { useMarkRead } from "./use-mark-read";
import { useReading } from "./use-reading";

/** Conversation: the shown branch, unsent messages, and the composer. */
export function Conversation({
  conversationId,
  query,
  start,
}: {
  conversationId: string;
  /** Initial text of an empty field. */
  query?: string;
  /** Content of an empty conversation; without it the conversation must exist. */
  start?: ReactNode;
}) {
  const text = useText("chat");
  const chat = useChat();
  const field = useRef<HTMLTextAreaElement>(null);
  const pending = usePending(conversationId);
  const refused = useStore(chat.refusals, (refusals) => refusals[conversationId] !== undefined);
  // Until its first message has arrived, the server does not know the conversation.
  const {
    data: detail,
    error,
    fetchStatus,
    refetch,
  } = useQuery({
    ...conversationQuery(conversationId),
    enabled: (query) => query.state.data !== undefined || (!pending.some(beginsConversation) && !refused),
  });
  const { tree, rows, leaf } = useBranch(conversationId, detail, pending);
  const send = useSend(conversationId, leaf);
  const say = useSay(conversationId, leaf);
  const fill = useFill(conversationId);
  const running = runningBeside(tree, leaf);
  const report = useContextReport(conversationId, leaf);
  const { scroll } = useReading(conversationId);
  const { simple_mode: simple } = useSettings();
  useFollowedRuns(detail);
  useOfflineCopy(detail);
  useCopyLastAnswer(rows);
  useMarkRead(detail?.conversation);
  useEffect(() => void chat.outbox.pump(), [chat]);
  const place = draftPlace(chat.account, conversationId);
  useEffect(() => {
    if (query && chat.drafts.read(place) === "") chat.drafts.give(place, query);
  }, [query, chat, place]);
  const startedTemporary = useStartedTemporary(conversationId);
  const temporary = detail?.conversation.temporary ?? startedTemporary;
  useCanonicalAddress(detail?.conversation);
  useLeaveTemporary(conversationId, temporary);
  useAutoNewChat(conversationId, running.length > 0 || pending.length > 0);

  const missing = !detail && error instanceof ProblemError && error.status === 404;
  // A new conversation is not fetched. In an existing one, a message sent too early would become a branch.
  const read = detail !== undefined || missing || (fetchStatus === "idle" && !error);
  // A rejected first message is back in the field and can be sent later or to another model.
  const unsent = missing && chat.drafts.read(place).trim() !== "";
  const beginning = pending.length > 0 || refused || unsent;
  const fresh = missing && !beginning && start !== undefined;
  if (missing && !beginning && !fresh) return <NotFound />;

  const column = (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {start === undefined || detail ? (
        <ConversationHeader
          conversation={detail?.conversation ?? null}
          actions={
            detail && !simple ? (
              <>
                {/* A phone has it in the menu: the title needs the room. */}
                <span className="max-sm:hidden">
                  <ResourcesButton conversationId={conversationId} />
                </span>
                <TreeButton conversationId={conversationId} tree={tree} rows={rows} />
                <ConversationSettingsButton detail={detail} />
              </>
            ) : null
          }
        />
      ) : null}
      {fresh ? (
        <div className="flex flex-1 flex-col justify-center overflow-y-auto p-6">{start}</div>
      ) : detail || beginning ? (
        <TrimmedContext value={report}>
          <MessageList conversationId={conversationId} tree={tree} rows={rows} scroll={scroll} />
        </TrimmedContext>
      ) : (
        <div className="mx-auto w-full max-w-[46rem] flex-1 p-6">
          {error ? (
            <ProblemCard
              problem={toProblem(error)}
              title={text("load_failed")}
              onRetry={() => void refetch()}
            />
          ) : (
            <SkeletonLines count={8} label={text("conversation")} />
          )}
        </div>
      )}
      <div className="relative mx-auto flex w-full max-w-[46rem] flex-none flex-col gap-2 px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {detail?.kept_at ? <OfflineCopyNotice keptAt={detail.kept_at} /> : null}
        <BranchNotice conversationId={conversationId} />
        {detail?.conversation.bot_id ? (
          <BotNotice botId={detail.conversation.bot_id} conversationId={conversationId} rows={rows} />
        ) : null}
        {report ? <ContextNotice report={report} /> : null}
        <QueuedMessages conversationId={conversationId} />
        {temporary ? <TemporaryMark /> : null}
        <ChatComposer
          gauge={report && !simple ? <ContextGauge report={report} /> : null}
          conversationId={conversationId}
          fieldRef={field}
          read={read}
          onWait={() => error && void refetch()}
          running={running}
          onSend={send}
        />
      </div>
      <LiveAnnouncer message={leaf?.role === "assistant" ? leaf : null} />
    </div>
  );
  return (
    <div className="flex min-h-0 flex-1">
      {column}
      <BesidePlugs conversationId={conversationId} send={say} fill={fill} />
    </div>
  );
}

/** Returns true if this message creates the conversation on the server. */
const beginsConversation = ({ parent_id, follows, edit }: PendingMessage) =>
  parent_id === null && follows === null && !edit;

/** Returns the streaming answers at the end of the branch: the leaf and its side-by-side siblings. */
function runningBeside(tree: MessageTree, leaf: Message | null): readonly Message[] {
  if (leaf?.role !== "assistant") return [];
  const together = leaf.batch_id === null ? [leaf] : versionsOf(tree, leaf);
  return together.filter(({ state, batch_id }) => state === "running" && batch_id === leaf.batch_id);
}

function NotFound() {
  const text = useText("chat");
  const { path } = useNavigation();
  const wasTemporary = path.startsWith("/home/chat/temporary/");
  return (
    <div className="flex flex-1 flex-col justify-center">
      <EmptyState
        icon={<MessageCircleX />}
        title={text(wasTemporary ? "temporary_over" : "conversation_not_found")}
        action={
          <AppLink to={PLACES.newChat} className={buttonStyle("primary")}>
            {text("new_chat")}
          </AppLink>
        }
      />
    </div>
  );
}
