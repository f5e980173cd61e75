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
}

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
];

/** Returns the text key of a kind without a proper name. */
export const kindText = ({ isHere }: ProtocolChoice) =>
  isHere ? "protocol.local_files" : "protocol.openai_compatible";

export const choiceOf = (protocol: Protocol): ProtocolChoice =>
  PROTOCOLS.find((choice) => choice.protocol === protocol) ?? (PROTOCOLS[0] as ProtocolChoice);
