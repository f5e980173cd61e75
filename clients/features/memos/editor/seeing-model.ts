import type { Model, ModelList } from "@ensemble/contract/wire";

/** The models that can look at a picture. */
export const seeingModels = ({ models }: ModelList): Model[] =>
  models.filter(({ vision, provider }) => vision && provider !== "builtin");

/**
 * The model that looks at a picture: what the person or the server usually asks, where it takes pictures, else a basic one
 * that does, else any; of those that the plan has first. Null: none is connected.
 */
export function seeingModel(list: ModelList, own: string | null): Model | null {
  const seeing = seeingModels(list);
  const open = seeing.filter(({ locked }) => !locked);
  const offered = open.length > 0 ? open : seeing;
  const wished = [own, list.default_model].map((id) => offered.find((model) => model.id === id));
  return wished.find(Boolean) ?? offered.find(({ tier }) => tier === "standard") ?? offered[0] ?? null;
}
