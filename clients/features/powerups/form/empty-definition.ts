import type { Definition } from "../operations";

export const EMPTY_DEFINITION: Definition = {
  name: "",
  icon: "",
  description: "",
  kind: "tool",
  artifact_id: null,
  sites: { scope: "all", patterns: [] },
  reads: "all",
  parameters: [],
  skills: [],
  model: null,
  prompt: "",
  response_language: "user",
  example_url: "",
  language: "en",
  translations: [],
};
