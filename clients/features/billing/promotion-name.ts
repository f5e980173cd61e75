import { useText } from "@ensemble/i18n/text";
import { kindOf, markOf } from "./offer-fields";

/** What a promotion is called by those who offer it: whom or when it is for. */
export function usePromotionName(): (id: string) => string {
  const text = useText("billing");
  return (id) => {
    const name = text(`promotion_kind.${kindOf(id)}`);
    const mark = markOf(id);
    return mark ? `${name} (${mark})` : name;
  };
}
