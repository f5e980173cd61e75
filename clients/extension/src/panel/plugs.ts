import { collectPlugs } from "@ensemble/blocks/area/collect-plugs";
import type { Plugs } from "@ensemble/blocks/composer-plugs";
import { AREAS } from "./areas";
import { afterFirst } from "./first-words";
import { PageActions } from "./page/PageActions";
import { PagePlug } from "./page/PagePlug";
import { sendPageFirst } from "./page/send-page";

const ofAreas = collectPlugs(AREAS, afterFirst);

/** The plugs of the panel: the page beside it is its own, the others come from areas. */
export const PLUGS: Plugs = {
  composer: [
    { id: "extension.page", slot: "above", Component: PagePlug },
    { id: "extension.page_actions", slot: "above", Component: PageActions },
    ...ofAreas.composer,
  ],
  answer: ofAreas.answer,
  fence: ofAreas.fence,
  beforeSend: [sendPageFirst],
};
