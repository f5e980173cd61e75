import { ArtistPage } from "./artist/ArtistPage";
import { MakeItMorePage } from "./more/MakeItMorePage";
import { StudioPage, type StudioProps } from "./studio/StudioPage";
import { ToolPage } from "./tools/ToolPage";
import { ToolsPage } from "./tools/ToolsPage";

/** /home/image and the other modes of the studio */
export const StudioScreen = (props: StudioProps) => <StudioPage {...props} />;

/** /home/artist/{name}/{uid} (spec §2); without them, a new one. */
export const ArtistScreen = ({ uid }: { uid?: string }) => <ArtistPage boardId={uid} />;

/** /image-tools/{tool} (spec §2), and their overview. `file`: id of a picture to begin with; `parent`: the image that it is of. */
export const ToolScreen = ({ tool, file, parent }: { tool?: string; file?: string; parent?: string }) =>
  tool ? (
    <ToolPage slug={tool} fileId={file} parentId={parent} />
  ) : (
    <ToolsPage fileId={file} parentId={parent} />
  );

/** /tools/make-it-more (spec §2) */
export const MakeItMoreScreen = () => <MakeItMorePage />;
