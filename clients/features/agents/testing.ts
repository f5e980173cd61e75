import type { Agent } from "./operations";

/** Returns an agent of the house for tests. */
export const testAgent = (key: string, name: string, change: Partial<Agent> = {}): Agent => ({
  key,
  is_house: true,
  needs_advanced_model: false,
  is_locked: false,
  definition: {
    name,
    icon: "",
    description: "",
    instructions: "",
    tools: [],
    knowledge: [],
    model: null,
    steps_max: 20,
    spend_max: null,
  },
  files: [],
  version: 1,
  created_at: null,
  ...change,
});
