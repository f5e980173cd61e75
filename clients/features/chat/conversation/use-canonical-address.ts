import { nameInAddress, PLACES } from "@ensemble/blocks/places";
import type { ConversationSummary } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useEffect } from "react";

/**
 * Keeps the title in the address (spec §2: /home/chat/{name}/{uid}), whatever name led here and however it is
 * renamed. Titles of temporary conversations stay out of the browser's history.
 */
export function useCanonicalAddress(conversation: ConversationSummary | undefined): void {
  const { path, navigate } = useNavigation();
  const { id, title, temporary } = conversation ?? {};
  useEffect(() => {
    if (id === undefined || title === undefined) return;
    const [place = "", message] = path.split("#");
    const [pathname = "", query] = place.split("?");
    const [, , , name = "", uid] = pathname.split("/");
    if (uid !== id) return;
    const wanted = temporary ? "temporary" : nameInAddress(title);
    if (query === undefined && decoded(name) === decoded(wanted)) return;
    navigate(PLACES.chat(id, message, temporary ? "temporary" : title), { replace: true });
  }, [id, title, temporary, path, navigate]);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // The address is truncated in the middle of a character.
    return name;
  }
}
