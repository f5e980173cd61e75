/** Prompts to begin with, by the tools that need a connected model. `{{…}}` is for the person to replace. */
export const RECIPES = ["text_to_image", "image_to_image", "illustration", "anime"] as const;
export type Recipe = (typeof RECIPES)[number];

export const isRecipe = (name: string | undefined): name is Recipe =>
  RECIPES.some((recipe) => recipe === name);
