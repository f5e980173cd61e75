import type { Model, ModelList } from "@ensemble/contract/wire";

/** Returns the models with vision. */
export const seeingModels = ({ models }: ModelList): Model[] =>
  models.filter(({ vision, provider }) => vision && provider !== "builtin");

/**
 * Returns the model that describes an image: the person's or server's default if it has vision, else a basic
 * one that has, else any; models that the plan unlocks come first. Null: none is connected.
 */
export function seeingModel(list: ModelList, own: string | null): Model | null {
  const seeing = seeingModels(list);
  const open = seeing.filter(({ locked }) => !locked);
  const offered = open.length > 0 ? open : seeing;
  const wished = [own, list.default_model].map((id) => offered.find((model) => model.id === id));
  return wished.find(Boolean) ?? offered.find(({ tier }) => tier === "standard") ?? offered[0] ?? null;
}
