/** What of the browser's speech this product uses, and whether it is there. */

interface SpeechAlternative {
  readonly transcript: string;
}
interface SpeechResult {
  readonly isFinal: boolean;
  readonly 0: SpeechAlternative;
}
interface SpeechResultEvent {
  readonly resultIndex: number;
  readonly results: ArrayLike<SpeechResult>;
}
/** What of the Web Speech API's recogniser is used; a test gives its own. */
export interface Recogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: SpeechResultEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
type RecogniserClass = new () => Recogniser;

export const recogniserClass = (): RecogniserClass | undefined => {
  const scope = globalThis as {
    SpeechRecognition?: RecogniserClass;
    webkitSpeechRecognition?: RecogniserClass;
  };
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
};

/** Whether this browser can turn speech into text at all. */
export const canListen = (): boolean => recogniserClass() !== undefined;

/** Whether this browser can read aloud at all. */
export const canSpeak = (): boolean => "speechSynthesis" in globalThis;
