import { draftsOf } from "@ensemble/blocks/drafts/drafts";
import { createQueryClient } from "@ensemble/blocks/query-client";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { draftPlace } from "@ensemble/feature-chat/chat";
import { referencesAt } from "@ensemble/feature-chat/references/references";
import type { Host } from "@ensemble/host/host";
// In the panel's own script, because every additional file is a request to the browser process.
import "@ensemble/i18n/later-texts";
import { chooseLocale, directionOf } from "@ensemble/i18n/locales";
import { problemText } from "@ensemble/i18n/problem-text";
import { loadTexts, startTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "../../src/panel/App";
import { sendThroughBackground } from "../../src/panel/background-fetch";
import { firstFieldRests, handOver, takeFirstField } from "../../src/panel/first-field";
import { tellReady } from "../../src/panel/first-words";
import { applyLook, followSystemTheme } from "../../src/panel/look";
import { panelHost } from "../../src/panel/panel-host";
import { showServerImages } from "../../src/panel/server-images";
import { startConnection } from "../../src/panel/session/connection";
import { keepSession, restoreSession } from "../../src/panel/session/kept-session";

sendThroughBackground();
sendNoSoundAway();
showServerImages(document);
const locale = chooseLocale({ path: null, setting: null, browser: navigator.languages });
applyLook({ theme: "auto", fontSize: "normal", locale, direction: directionOf(locale) });
followSystemTheme();
void start();

async function start(): Promise<void> {
  const queryClient = createQueryClient((error) => {
    void loadTexts(["problems"]).finally(() => showToast({ title: problemText(error), kind: "danger" }));
  });
  restoreSession(queryClient);
  keepSession(queryClient);
  // All before the first render: React delays suspended content by up to 300 ms.
  const texts = startTexts(locale, ["extension", "common", "chat", "documents"]);
  const [connection] = await Promise.all([startConnection(), texts]);
  await firstFieldRests();
  const host = panelHost(connection);
  const sends = takeOver(host, queryClient.getQueryData(sessionQuery.queryKey)?.me?.id);
  const root = createRoot(document.getElementById("root") as HTMLElement);
  // Synchronous including effects, so that the cursor is in the field before the first frame.
  flushSync(() => root.render(<App host={host} queryClient={queryClient} />));
  if (sends) document.querySelector<HTMLTextAreaElement>("main form textarea")?.form?.requestSubmit();
  tellReady();
}

/**
 * Moves the text that was typed before this code loaded into the composer of a new chat. Returns true if it
 * was submitted.
 */
function takeOver(host: Host, account: string | undefined): boolean {
  const typed = takeFirstField();
  if (typed.text === "" || account === undefined) return false;
  const place = draftPlace(account, null);
  return handOver(typed, draftsOf(host.storage, host.drafts), [place, referencesAt(place)]);
}

/**
 * Disables the browser's speech recognition, which sends audio to its vendor; the extension talks to one
 * server only.
 */
function sendNoSoundAway(): void {
  for (const name of ["SpeechRecognition", "webkitSpeechRecognition"])
    Object.defineProperty(globalThis, name, { value: undefined });
}
