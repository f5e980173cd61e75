import { ResearchPage } from "./ResearchPage";

/** /home/research; with a research's id, that research. */
export const ResearchScreen = ({ uid, q }: { uid?: string; q?: string }) => (
  <ResearchPage researchId={uid} question={q} />
);
