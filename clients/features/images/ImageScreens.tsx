import { ArtistPage } from "./artist/ArtistPage";
import { StudioPage, type StudioProps } from "./studio/StudioPage";
import { ToolPage } from "./tools/ToolPage";
import { ToolsPage } from "./tools/ToolsPage";

/** /home/image */
export const StudioScreen = (props: StudioProps) => <StudioPage {...props} />;

/** /home/artist and /home/artist/{name}/{uid} (spec §2) */
export const NewArtistScreen = () => <ArtistPage />;
export const ArtistScreen = ({ uid }: { uid: string }) => <ArtistPage boardId={uid} />;

/** /image-tools and /image-tools/{tool} (spec §2) */
export const ToolsScreen = () => <ToolsPage />;
export const ToolScreen = ({ tool }: { tool: string }) => <ToolPage slug={tool} />;
