import { type Drafts, draftsOf, temporaryPlace } from "@ensemble/blocks/drafts/drafts";
import { refetchChanged } from "@ensemble/blocks/refetch-changed";
import { usageQuery } from "@ensemble/blocks/shared-queries";
import { onServerHint } from "@ensemble/contract/server-hints";
import type { Message, MessageState, Problem, RunState } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import type { QueryClient } from "@tanstack/react-query";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createLiveRuns, type LiveRuns } from "./answers/live-runs";
import { type Attachments, attachmentsOf } from "./attachments/attachments";
import { cachedMessage, patchMessage, putSent } from "./chat-cache";
import { cancelRun, conversationQuery, findRun, runEvents, sendMessage } from "./chat-queries";
import { dropFromLists, refetchLists, refreshOne, TRASH_KEY } from "./list/list-cache";
import { createOutbox, OUTBOX_PREFIX, type Outbox, type OutboxEntry } from "./outbox/outbox";
import {
  askForSync,
  bodyOf,
  mirroredStore,
  onOutboxChanged,
  outboxLock,
  reconcile,
} from "./outbox/outbox-mirror";
import { readReferences, referencesAt, storedReferences } from "./references/references";

/** State of the chat that outlives its pages: outbox, live answers, refusals, and the selected branches. */
export interface Chat {
  readonly account: string;
  readonly drafts: Drafts;
  readonly attachments: Attachments;
  readonly outbox: Outbox;
  readonly liveRuns: LiveRuns;
  /** Refusal of the last message by conversation. */
  readonly refusals: StoreApi<Record<string, Problem | undefined>>;
  /** Branch selected by the reader, by conversation. */
  readonly leaves: StoreApi<Record<string, string | undefined>>;
  /** Model for the next message, by conversation; `new` for one that has not started. */
  readonly models: StoreApi<Record<string, string | undefined>>;
  /**
   * Models that answer side by side, by conversation; kept over reloads. With fewer than two, one model
   * answers.
   */
  readonly several: StoreApi<Several>;
  /** Message where a conversation continued elsewhere, if the sent message became a sibling branch. */
  readonly besides: StoreApi<Record<string, string | undefined>>;
  /** Temporary mode of the next conversation, and the temporary conversations started in this tab. */
  readonly temporary: StoreApi<{ next: boolean; started: readonly string[] }>;
  /** Returns an unsent message with everything in it to its draft. */
  giveBack(entry: OutboxEntry): void;
  stop(): void;
}

let current: { client: QueryClient; chat: Chat } | null = null;

/** Returns the chat state of the signed-in account. Another account replaces it. */
export function chatOf(client: QueryClient, host: Host, account: string): Chat {
  if (current?.client === client && current.chat.account === account) return current.chat;
  current?.chat.stop();
  current = { client, chat: startChat(client, host, account) };
  return current.chat;
}

export const draftPlace = (account: string, conversationId: string | null) =>
  `${account}/${conversationId ?? "new"}`;

/** Returns the draft key of the next conversation, which temporary ones do not share with others. */
export const nextPlace = (account: string, temporary: boolean) =>
  temporary ? temporaryPlace(account) : draftPlace(account, null);

/** Returns the draft key of an edited message. */
export const editPlace = (account: string, { conversation_id, id }: Message) =>
  `${account}/${conversation_id}/edit/${id}`;

export function startChat(client: QueryClient, host: Host, account: string): Chat {
  const drafts = draftsOf(host.storage, host.drafts);
  const attachments = attachmentsOf(host);
  const refusals = createStore<Record<string, Problem | undefined>>(() => ({}));
  const leaves = createStore<Record<string, string | undefined>>(() => ({}));
  const models = createStore<Record<string, string | undefined>>(() => ({}));
  const several = keptSeveral(host, account);
  const besides = createStore<Record<string, string | undefined>>(() => ({}));
  const temporary = createStore<{ next: boolean; started: readonly string[] }>(() => ({
    next: false,
    started: [],
  }));

  const liveRuns = createLiveRuns({
    readEvents: runEvents,
    onEnd: ({ conversationId, messageId }, draft) => {
      if (draft) {
        const { parts, state, problem, receipt } = draft;
        patchMessage(client, conversationId, messageId, { parts, state, problem, receipt });
      }
      void client.invalidateQueries({ queryKey: conversationQuery(conversationId).queryKey });
      refreshInLists(client, conversationId);
      void client.invalidateQueries({ queryKey: usageQuery.queryKey });
      void outbox.pump();
    },
  });

  /** Returns unsent text to its field, as the person's own words or as prefilled text. */
  const giveWordsBack = ({ conversation_id, typed }: OutboxEntry, text: string) => {
    const place = draftPlace(account, conversation_id);
    if (typed) drafts.giveBack(place, text);
    else drafts.give(place, text);
  };
  const giveBack = (entry: OutboxEntry) => {
    const { conversation_id, files = [], references = [], text } = entry;
    const place = draftPlace(account, conversation_id);
    const at = referencesAt(place);
    giveWordsBack(entry, text);
    attachments.giveBack(place, files);
    drafts.write(at, storedReferences(references, readReferences(drafts.read(at))));
  };

  const unsent = mirroredStore(host.storage);
  const outbox = createOutbox({
    storage: unsent,
    account,
    send: (entry) => sendMessage(entry.conversation_id, bodyOf(entry)),
    exclusive: outboxLock,
    onWaiting: () => void askForSync(),
    onSentElsewhere: (conversationId) => {
      void client.invalidateQueries({ queryKey: conversationQuery(conversationId).queryKey });
      refreshInLists(client, conversationId);
    },
    onTooLate: (text, entry) => giveWordsBack(entry, text),
    stopRun: cancelRun,
    runState: async ({ waits_for, conversation_id, parent_id }) => {
      const message = parent_id === null ? undefined : cachedMessage(client, conversation_id, parent_id);
      return message ? asRunState(message.state) : (await findRun(waits_for)).state;
    },
    onSent: (sent, { edit }) => {
      if (sent.beside && !edit) besides.setState({ [sent.conversation.id]: sent.beside });
      leaves.setState({ [sent.conversation.id]: sent.assistant_message.id });
      putSent(client, sent);
    },
    onRefused: (problem, entry) => {
      giveBack(entry);
      refusals.setState({ [entry.conversation_id]: problem });
    },
  });

  const stopHints = followHints(client, outbox);
  const tryAgain = () => void outbox.pump();
  globalThis.addEventListener?.("online", tryAgain);
  const stopStorage = host.storage.watch?.((key) => {
    if (key === null || key.startsWith(OUTBOX_PREFIX)) outbox.reread();
  });
  const catchUp = () =>
    void reconcile(unsent).then(
      ({ sent, restored }) => {
        for (const { id, answerId, runId } of sent) outbox.settle(id, answerId, runId);
        if (restored) outbox.reread();
        tryAgain();
      },
      // Without the browser's database there is no mirror.
      tryAgain,
    );
  const stopWorker = onOutboxChanged(catchUp);
  tryAgain();
  catchUp();

  return {
    account,
    drafts,
    attachments,
    outbox,
    liveRuns,
    refusals,
    leaves,
    models,
    several,
    besides,
    temporary,
    giveBack,
    stop() {
      stopHints();
      globalThis.removeEventListener?.("online", tryAgain);
      stopStorage?.();
      stopWorker();
      liveRuns.stop();
    },
  };
}

type Several = Record<string, readonly string[] | undefined>;

/** Number of conversations whose models are remembered. */
const SEVERAL_KEPT = 200;

function keptSeveral(host: Host, account: string): StoreApi<Several> {
  const key = `several/${account}`;
  const read = (): Several => {
    try {
      return JSON.parse(host.storage.get(key) ?? "{}") as Several;
    } catch {
      // Truncated by a full disk; the selection can be repeated.
      return {};
    }
  };
  const several = createStore<Several>(read);
  several.subscribe((state) => {
    const chosen = Object.entries(state).filter(([, ids]) => ids !== undefined);
    host.storage.set(key, JSON.stringify(Object.fromEntries(chosen.slice(-SEVERAL_KEPT))));
  });
  return several;
}

/** Refetches a single entry instead of long lists. */
const refreshInLists = (client: QueryClient, conversationId: string) =>
  void refreshOne(client, conversationId).catch(() => refetchLists(client));

const asRunState = (state: MessageState): RunState => state;

/** Refetches what changed in another tab, on another device, or on the server. */
function followHints(client: QueryClient, outbox: Outbox): () => void {
  let seen = false;
  return onServerHint((hint) => {
    switch (hint.type) {
      case "conversation.changed":
        void refetchChanged(client, { queryKey: conversationQuery(hint.conversation_id).queryKey });
        refreshInLists(client, hint.conversation_id);
        void outbox.pump();
        return;
      case "conversation.deleted":
        dropFromLists(client, [hint.conversation_id]);
        void client.invalidateQueries({ queryKey: TRASH_KEY });
        // Its cached content is dropped too, so that the page says it was deleted.
        void client.resetQueries({ queryKey: conversationQuery(hint.conversation_id).queryKey });
        return;
      case "conversations.changed":
        refetchLists(client);
        return;
      case "connected":
        // On the first connection everything is fresh; later ones may have missed hints.
        if (seen) void refetchChanged(client, { queryKey: ["chat"] });
        seen = true;
        void outbox.pump();
        return;
      default:
        return;
    }
  });
}
