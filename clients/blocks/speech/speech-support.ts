/** Declares the parts of the Web Speech API that are used, and detects support for them. */

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
/** Subset of the Web Speech API's recognizer that is used; tests provide their own. */
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

/** Returns true if this browser supports speech recognition. */
export const canListen = (): boolean => recogniserClass() !== undefined;

/** Returns true if this browser can read aloud. */
export const canSpeak = (): boolean => "speechSynthesis" in globalThis;
