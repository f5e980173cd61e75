import { loadTexts, type TextArea } from "@ensemble/i18n/text";
import { type ComponentType, lazy } from "react";
import type { AnswerPlug, BesidePlug, ComposerPlug, FencePlug } from "../composer-plugs";
import type { Area } from "./area";

type Load<Code> = () => Promise<Code>;
/** Delays loading until nothing more urgent is to do. */
type Delay = <Code>(load: Load<Code>) => Load<Code>;

interface Entry<Props> {
  load: Load<ComponentType<Props>>;
  texts?: readonly TextArea[];
  order?: number;
}

const Nothing = () => null;
const atOnce: Delay = (load) => load;

/** Collects the plugs of all areas, in their order. */
export const collectPlugs = (areas: readonly Area[], delay: Delay) => ({
  composer: plugsOf(areas, ({ composer = [] }) => composer, delay) as ComposerPlug[],
  answer: plugsOf(areas, ({ answer = [] }) => answer, delay) as AnswerPlug[],
  // An answer that is read waits for them.
  fence: plugsOf(areas, ({ fence = [] }) => fence, atOnce) as FencePlug[],
  beside: plugsOf(areas, ({ beside = [] }) => beside, delay) as BesidePlug[],
});

function plugsOf<Props extends object, Plug extends Entry<Props>>(
  areas: readonly Area[],
  entriesOf: (area: Area) => readonly Plug[],
  delay: Delay,
) {
  return areas
    .flatMap((area) => entriesOf(area).map((plug) => ({ texts: area.texts ?? [], order: 0, ...plug })))
    .sort((a, b) => a.order - b.order)
    .map(({ load, texts, order, ...plug }) => ({ ...plug, Component: component<Props>(load, texts, delay) }));
}

/**
 * Loads a plug's code and texts together when it is shown. A plug that cannot be loaded, because the network went meanwhile, is left
 * out: what it stands beside is there all the same.
 */
function component<Props extends object>(
  load: Load<ComponentType<Props>>,
  texts: readonly TextArea[],
  delay: Delay,
) {
  return lazy<ComponentType<Props>>(
    delay(async () => {
      try {
        const [Component] = await Promise.all([load(), loadTexts(texts)]);
        return { default: Component };
      } catch (error) {
        console.warn(error);
        return { default: Nothing };
      }
    }),
  );
}
