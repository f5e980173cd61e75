import { screens } from "../harness/screens.ts";
import { botShots } from "./shots/bots.ts";
import { composerShots } from "./shots/composer.ts";
import { conversationShots, conversations } from "./shots/conversations.ts";
import { frameShots } from "./shots/frame.ts";
import { humanizerShots } from "./shots/humanizer.ts";
import { listShots } from "./shots/list.ts";
import { modelShots } from "./shots/models.ts";
import { newcomerShots } from "./shots/newcomer.ts";
import { noteShots } from "./shots/notes.ts";
import { landingShots, outsideShots } from "./shots/outside.ts";
import { promptShots } from "./shots/prompts.ts";
import { searchShots } from "./shots/search.ts";
import { settingShots } from "./shots/settings.ts";
import { pages, type Shot } from "./shots/shot.ts";

export type { Shot };

/** All shots, pages first: opening popups may add to their content. */
export const SHOTS: readonly Shot[] = [
  ...conversations,
  ...pages(screens),
  ...frameShots,
  ...listShots,
  ...composerShots,
  ...promptShots,
  ...conversationShots,
  ...botShots,
  ...noteShots,
  ...searchShots,
  ...humanizerShots,
  ...modelShots,
  ...settingShots,
  ...landingShots,
  ...newcomerShots,
  ...outsideShots,
];
