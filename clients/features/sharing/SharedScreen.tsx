import { SharedPage } from "./SharedPage";

/** `/s/{id}`, or `/share/{kind}?id={id}`: a page somebody shared. */
export const SharedScreen = ({ shareId, id }: { shareId?: string; id?: string }) => (
  <SharedPage shareId={shareId ?? id ?? "none"} />
);
