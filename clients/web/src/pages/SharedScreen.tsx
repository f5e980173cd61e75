import { SharedPage } from "@ensemble/feature-sharing/SharedPage";
import { useParams, useSearch } from "@tanstack/react-router";

/** Page of `/s/{id}` or `/share/{kind}?id={id}`. */
export function SharedScreen() {
  const { shareId } = useParams({ strict: false }) as { shareId?: string };
  const { id } = useSearch({ strict: false }) as { id?: string };
  return <SharedPage shareId={shareId ?? id ?? "none"} />;
}
