import { EditPage } from "./editing/EditPage";

/** /home/image/edit/{id}, with a file or a design to begin with. */
export const EditScreen = ({ uid, ...begin }: { uid: string; file?: string; design?: string }) => (
  <EditPage documentId={uid} {...begin} />
);
