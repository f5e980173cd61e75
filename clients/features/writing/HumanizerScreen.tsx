import { HumanizerPage } from "./HumanizerPage";

/** Spec §2: /bypass-ai; with an id, a text that was rewritten before. */
export const HumanizerScreen = ({ uid }: { uid?: string }) => <HumanizerPage humanizationId={uid} />;
