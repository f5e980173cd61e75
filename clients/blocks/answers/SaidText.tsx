import { PlainText } from "../markdown/plain/PlainText";

/** Length from which lines are not elements of their own: a file pasted into a message may have a million. */
const LINES_MAX_CHARS = 20_000;

/** Shows the text of a person's message. Each line has its own direction. */
export function SaidText({ text }: { text: string }) {
  if (text.length > LINES_MAX_CHARS) return <PlainText text={text} />;
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is its identity
    <p key={index} className="plain-bidi min-h-6">
      {line}
    </p>
  ));
}
