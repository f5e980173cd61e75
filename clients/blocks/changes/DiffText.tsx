import { wordDiff } from "./word-diff";

/** Shows a text with removed parts struck out and added parts marked. */
export function DiffText({
  before,
  after,
  labels,
}: {
  before: string;
  after: string;
  /** Labels read before removed and added text by screen readers. */
  labels: { gone: string; added: string };
}) {
  return (
    // Not with `dir`: it would include the screen reader labels, which are in the page's language.
    <p className="plain-bidi whitespace-pre-wrap break-words">
      {wordDiff(before, after).map(({ kind, text: words }, at) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: a piece's place is its identity
        if (kind === "gone")
          return (
            <del
              key={at}
              className="rounded-[3px] bg-danger-soft px-0.5 text-danger line-through after:content-['\200c']"
            >
              <span className="sr-only">{labels.gone} </span>
              {words}
            </del>
          );
        if (kind === "new")
          return (
            <ins key={at} className="rounded-[3px] bg-success-soft px-0.5 text-success no-underline">
              <span className="sr-only">{labels.added} </span>
              {words}
            </ins>
          );
        return <span key={at}>{words}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: a piece's place is its identity
      })}
    </p>
  );
}
