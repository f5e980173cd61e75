import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { imageQuery } from "../image-queries";
import { isRecipe } from "./recipes";
import type { CreateForm } from "./use-create-form";

/** Fills the form from an address: a recipe's prompt where nothing was typed, and an image as a reference. */
export function useRecipe(form: CreateForm, recipe: string | undefined, remix: string | undefined): void {
  const text = useText("images");
  const { data: image } = useQuery({ ...imageQuery(remix ?? ""), enabled: remix !== undefined });
  const fill = useEffectEvent(() => {
    if (isRecipe(recipe) && form.prompt.trim() === "") form.setPrompt(text(`recipe.${recipe}`));
  });
  const refer = useEffectEvent(() => {
    if (image) form.remix(image);
  });
  useEffect(() => {
    if (recipe) fill();
  }, [recipe]);
  useEffect(() => {
    if (image) refer();
  }, [image]);
}
