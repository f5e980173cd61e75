import { BotsPage } from "@ensemble/feature-bots/BotsPage";
import { EditBotPage, NewBotPage } from "@ensemble/feature-bots/form/BotFormPage";
import { useParams } from "@tanstack/react-router";

const useUid = () => (useParams({ strict: false }) as { uid: string }).uid;

export const BotsScreen = () => <BotsPage />;

export const BotScreen = () => <BotsPage botId={useUid()} />;

export const NewBotScreen = () => <NewBotPage />;

export const EditBotScreen = () => <EditBotPage botId={useUid()} />;
