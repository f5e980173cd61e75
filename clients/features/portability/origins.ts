import type { ImportOrigin } from "@ensemble/contract/wire";

const NAMES: Record<ImportOrigin, string> = {
  chatgpt: "ChatGPT",
  claude: "Claude",
  gemini: "Gemini",
  open_webui: "Open WebUI",
  librechat: "LibreChat",
  ensemble: "Ensemble",
};

/** Returns a product's name, the same in every language. */
export const originName = (origin: ImportOrigin): string => NAMES[origin];
