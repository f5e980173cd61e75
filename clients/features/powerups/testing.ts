import { EMPTY_DEFINITION } from "./form/empty-definition";
import type { Definition, PowerupDetail } from "./operations";

export const testDefinition = (change: Partial<Definition> = {}): Definition => ({
  ...EMPTY_DEFINITION,
  name: "Explain",
  description: "Says it in plain words",
  prompt: "Explain in a {{tone}} tone.",
  ...change,
});

export const testPowerup = (change: Partial<PowerupDetail> = {}): PowerupDetail => ({
  id: "p1",
  definition: testDefinition(),
  version: 1,
  mine: true,
  state: "unpublished",
  reason: "",
  scope: "private",
  anonymous: false,
  shown_scope: "private",
  shown_version: null,
  favorited: false,
  favorites: 0,
  origin_id: null,
  created_at: "2026-11-28T08:00:00Z",
  updated_at: "2026-11-28T08:00:00Z",
  author: "Mira",
  app: null,
  ...change,
});

export const testPrice = {
  model: "office/llama",
  model_name: "Llama",
  meter: "standard_query",
  amount: 1,
  charges: true,
};
