import { chunksOf } from "./plain-chunks";

/** Shows a text as it was written, however long: what is out of sight is not laid out. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className="markdown-plain">
      {chunksOf(text).map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chunk's place is its identity, the list only grows
        <div key={index} dir="auto">
          {chunk}
        </div>
      ))}
    </div>
  );
}
