import { HumanizerPage } from "@ensemble/feature-writing/HumanizerPage";
import { useParams } from "@tanstack/react-router";

/** Spec §2: /bypass-ai; with an id, an existing humanization. */
export function HumanizerScreen() {
  const { uid } = useParams({ strict: false }) as { uid?: string };
  return <HumanizerPage humanizationId={uid} />;
}
