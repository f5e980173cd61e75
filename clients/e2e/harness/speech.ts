import type { Page } from "@playwright/test";

/**
 * Installs a speech recognizer that hears what the test says; it is `recogniser` in the page once it listens.
 */
export const giveRecogniser = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
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
