import type { Protocol } from "@ensemble/contract/wire";

export interface ProtocolChoice {
  protocol: Protocol;
  /** Proper name, the same in every language; null if it is a description. */
  name: string | null;
  /** Default address; the server knows it too, so the field may stay empty. */
  usualAddress: string;
  needsAddress: boolean;
  needsKey: boolean;
  /** True if it runs on the server's own machine and needs neither an address nor a key. */
  isHere?: boolean;
  /** True if it makes images or videos and has no models that chat. */
  isMedia?: boolean;
  /** Key of the text that says what the key looks like, where it is no usual one. */
  keyHint?: "key_pair_hint" | "key_login_hint";
}

const media = (protocol: Protocol, name: string, usualAddress: string): ProtocolChoice => ({
  protocol,
  name,
  usualAddress,
  needsAddress: false,
  needsKey: !usualAddress.startsWith("http://127."),
  isMedia: true,
});

export const PROTOCOLS: readonly ProtocolChoice[] = [
  {
    protocol: "openai_compatible",
    name: null,
    usualAddress: "https://models.example.org/v1",
    needsAddress: true,
    needsKey: false,
  },
  {
    protocol: "openai",
    name: "OpenAI",
    usualAddress: "https://api.openai.com/v1",
    needsAddress: false,
    needsKey: true,
  },
  {
    protocol: "anthropic",
    name: "Anthropic",
    usualAddress: "https://api.anthropic.com",
    needsAddress: false,
    needsKey: true,
  },
  {
    protocol: "gemini",
    name: "Gemini",
    usualAddress: "https://generativelanguage.googleapis.com",
    needsAddress: false,
    needsKey: true,
  },
  {
    protocol: "ollama",
    name: "Ollama",
    usualAddress: "http://127.0.0.1:11434",
    needsAddress: false,
    needsKey: false,
  },
  {
    protocol: "local_files",
    name: null,
    usualAddress: "",
    needsAddress: false,
    needsKey: false,
    isHere: true,
  },
  media("black_forest_labs", "Black Forest Labs", "https://api.bfl.ai"),
  media("stability", "Stability AI", "https://api.stability.ai"),
  media("replicate", "Replicate", "https://api.replicate.com"),
  media("fal", "fal", "https://queue.fal.run"),
  media("runway", "Runway", "https://api.dev.runwayml.com"),
  {
    ...media("kling", "Kling AI", "https://api-singapore.klingai.com"),
    keyHint: "key_pair_hint",
  },
  media("luma", "Luma AI", "https://api.lumalabs.ai"),
  media("minimax", "MiniMax", "https://api.minimax.io"),
  media("comfyui", "ComfyUI", "http://127.0.0.1:8188"),
  {
    ...media("automatic1111", "AUTOMATIC1111, Forge, SD.Next", "http://127.0.0.1:7860"),
    keyHint: "key_login_hint",
  },
];

/** Returns the text key of a kind without a proper name. */
export const kindText = ({ isHere }: ProtocolChoice) =>
  isHere ? "protocol.local_files" : "protocol.openai_compatible";

export const choiceOf = (protocol: Protocol): ProtocolChoice =>
  PROTOCOLS.find((choice) => choice.protocol === protocol) ?? (PROTOCOLS[0] as ProtocolChoice);
