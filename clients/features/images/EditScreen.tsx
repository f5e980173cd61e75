import { EditPage } from "./editing/EditPage";

/** /home/image/edit/{id} */
export const EditScreen = ({ uid }: { uid: string }) => <EditPage documentId={uid} />;
