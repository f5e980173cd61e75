import { PLACES } from "@ensemble/blocks/places";
import { keepShared } from "@ensemble/blocks/sharing/shared-things";
import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMedia } from "@ensemble/ui/use-media";
import { useQueryClient } from "@tanstack/react-query";
import { fileName } from "../kinds";
import { BESIDE } from "../live/beside";
import { leaveDraft, openArtifact } from "../live/open-artifacts";
import type { ArtifactDetail } from "../operations";
import { artifactQuery } from "../queries";

/**
 * Returns the function that opens a chat with a message about an artifact in its composer: the chat it was written in, or a new one that
 * gets its code. The person sees the message there before it is sent.
 */
export function useAskInChat(id: string): (message: string) => void {
  const text = useText("artifacts");
  const { navigate } = useNavigation();
  const queryClient = useQueryClient();
  const hasRoom = useMedia(BESIDE);
  const open = async (message: string, artifact: ArtifactDetail) => {
    const { conversation_id, identifier } = artifact;
    if (conversation_id === null || (await isGone(conversation_id)))
      return navigate(await openNewChat(message, artifact));
    // On narrow screens it would cover the composer.
    if (hasRoom) openArtifact(conversation_id, { identifier, block: null });
    leaveDraft(conversation_id, message);
    navigate(PLACES.chat(conversation_id));
  };
  return (message) => {
    // What was saved a moment ago is not rendered yet.
    const artifact = queryClient.getQueryData(artifactQuery(id).queryKey);
    if (!artifact) return;
    open(message, artifact).catch(() => showToast({ title: text("chat_not_opened"), kind: "danger" }));
  };
}

/** Returns true if a chat is in the trash or belongs to another workspace. */
async function isGone(id: string): Promise<boolean> {
  try {
    await api.get("/api/chat/conversations/{id}", { path: { id }, query: { newest: 1 } });
    return false;
  } catch (error) {
    // Offline, the chat can still be there.
    return error instanceof ProblemError && error.status === 404;
  }
}

/** Longest code that a message has; longer code goes along as a file. */
const CODE_MAX_CHARS = 100_000;

/** Stores a message for a new chat and returns its path. */
async function openNewChat(message: string, artifact: ArtifactDetail): Promise<string> {
  const id = uuidV7();
  const { content, title, language } = artifact;
  const isLong = content.length > CODE_MAX_CHARS;
  // As text, because pages would be read without their code.
  const files = isLong ? [new File([content], `${fileName(title, language, "txt")}.txt`)] : [];
  const whole = isLong ? message : `${message.trimEnd()}\n\n${fenceOf(artifact)}\n`;
  await keepShared(id, { title: "", text: whole, url: "", files });
  return `${PLACES.newChat}?shared=${id}`;
}

/** Returns an artifact as models write it (decision 1062), so that they go on under its name. */
export function fenceOf({ content, identifier, title, language }: ArtifactDetail): string {
  const runs = content.match(/`{3,}/g) ?? [];
  const marks = "`".repeat(Math.max(3, ...runs.map((run) => run.length)) + 1);
  const attribute = (value: string) => value.replaceAll('"', "'").replaceAll("`", "'");
  const head = `${language} artifact="${attribute(identifier || title)}" title="${attribute(title)}"`;
  return `${marks}${head}\n${content}\n${marks}`;
}
