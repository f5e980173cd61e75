import { useText } from "@ensemble/i18n/text";
import { kindOf, markOf } from "./offer-fields";

/** Returns a function for the name of a promotion in the editor, by its kind. */
export function usePromotionName(): (id: string) => string {
  const text = useText("billing");
  return (id) => {
    const name = text(`promotion_kind.${kindOf(id)}`);
    const mark = markOf(id);
    return mark ? `${name} (${mark})` : name;
  };
}
