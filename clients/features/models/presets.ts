import type { Protocol } from "@ensemble/contract/wire";

/** A provider whose connection needs a key at most. */
export interface Preset {
  /** Proper name, the same in every language. */
  name: string;
  protocol: Protocol;
  /** Absent: the server knows it. */
  address?: string;
  /** Page where the provider gives out keys; null: it needs none. */
  keys: string | null;
}

const compatible = (name: string, address: string, keys: string | null): Preset => ({
  name,
  protocol: "openai_compatible",
  address,
  keys,
});

/** Providers in the order in which they are offered: services first, then servers on the same machine. */
export const PRESETS: readonly Preset[] = [
  { name: "OpenAI", protocol: "openai", keys: "https://platform.openai.com/api-keys" },
  { name: "Anthropic", protocol: "anthropic", keys: "https://console.anthropic.com/settings/keys" },
  { name: "Gemini", protocol: "gemini", keys: "https://aistudio.google.com/apikey" },
  compatible("OpenRouter", "https://openrouter.ai/api/v1", "https://openrouter.ai/settings/keys"),
  compatible("DeepSeek", "https://api.deepseek.com/v1", "https://platform.deepseek.com/api_keys"),
  compatible("Mistral", "https://api.mistral.ai/v1", "https://console.mistral.ai/api-keys"),
  compatible("Groq", "https://api.groq.com/openai/v1", "https://console.groq.com/keys"),
  compatible("xAI", "https://api.x.ai/v1", "https://console.x.ai"),
  compatible("Together", "https://api.together.xyz/v1", "https://api.together.ai/settings/api-keys"),
  { name: "Ollama", protocol: "ollama", keys: null },
  compatible("LM Studio", "http://127.0.0.1:1234/v1", null),
  compatible("llama.cpp", "http://127.0.0.1:8080/v1", null),
];
