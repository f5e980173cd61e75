import type { Page } from "@playwright/test";

/** Gives the page a recogniser of speech that hears what the test says: it is `recogniser` there once it listens. */
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
