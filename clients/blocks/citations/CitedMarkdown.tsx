import { useNavigation } from "@ensemble/host/navigation";
import type { MouseEvent } from "react";
import { Markdown } from "../markdown/Markdown";
import { givenIn, sourceIn, withSourceLinks } from "./cited-numbers";

/** Renders an answer with its numbers linked to the sources. */
export function CitedMarkdown({
  answer,
  known,
  given,
  place,
  streaming = false,
  onSource,
  onGiven,
}: {
  answer: string;
  /** Numbers that have a source. */
  known: ReadonlySet<number>;
  /** Numbers of references given by the person. */
  given?: ReadonlySet<number>;
  /** Address of the page with the answer and its sources; the current one by default. */
  place?: string;
  streaming?: boolean;
  onSource: (number: number) => void;
  onGiven?: (number: number) => void;
}) {
  const { href } = useNavigation();
  const page =
    place === undefined ? location.href.replace(/#.*/, "") : new URL(href(place), location.href).href;
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const [number, own] = [sourceIn(link?.href), givenIn(link?.href)];
    if ((number ?? own) === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (number !== null) onSource(number);
    else if (own !== null) onGiven?.(own);
  };
  return (
    <div onClickCapture={follow}>
      <Markdown text={withSourceLinks(answer, known, page, given)} streaming={streaming} />
    </div>
  );
}
