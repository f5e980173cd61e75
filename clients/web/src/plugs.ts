import type { AnswerPlug, ComposerPlug } from "@ensemble/blocks/composer-plugs";

/** What areas bring to the composer and to answers, in the order in which it stands there. Loaded when it is shown. */
export const PLUGS: { composer: ComposerPlug[]; answer: AnswerPlug[] } = {
  composer: [],
  answer: [],
};
