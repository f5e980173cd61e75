import type { Page } from "@playwright/test";
import { markStale } from "./loaded-chat.ts";

/**
 * Installs a speech recognizer that hears what the test says; it is `recogniser` in the page once it listens.
 */
export function giveRecogniser(page: Page): Promise<unknown> {
  markStale(page);
  return page.addInitScript(() => {
    class Recogniser {
      onresult: ((event: object) => void) | null = null;
      onerror: ((event: object) => void) | null = null;
      onend: (() => void) | null = null;
      start() {
        Object.assign(globalThis, { recogniser: this });
      }
      stop() {
        this.onend?.();
      }
    }
    Object.assign(globalThis, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser });
  });
}
