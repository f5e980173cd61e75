import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { lazy, Suspense, useEffect, useRef } from "react";

const CodeEditor = lazy(retryUntilLoaded(() => import("./CodeEditor")));

/** Shows the code of an artifact: while it is written as it comes, then in an editor. */
export function CodeView({
  language,
  content,
  writing,
  editable,
  onChange,
  onSave,
}: {
  language: string;
  content: string;
  writing: boolean;
  editable: boolean;
  onChange: (content: string) => void;
  onSave: () => void;
}) {
  const text = useText("artifacts");
  if (writing) return <GrowingCode label={text("views.code")} content={content} />;
  return (
    <Suspense
      fallback={
        <div className="flex-1 p-5">
          <SkeletonLines label={text("loading")} />
        </div>
      }
    >
      <CodeEditor
        key={language}
        label={text("views.code")}
        language={language}
        value={content}
        readOnly={!editable}
        onChange={onChange}
        onSave={onSave}
      />
    </Suspense>
  );
}

/** Code that is being written, followed at its end until somebody scrolls up. */
function GrowingCode({ label, content }: { label: string; content: string }) {
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what grows
  useEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [content]);
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 40;
      }}
      className="min-h-0 flex-1 overflow-auto p-4"
    >
      <pre dir="ltr" className="whitespace-pre-wrap text-start font-mono text-sm [overflow-wrap:anywhere]">
        {content}
      </pre>
    </section>
  );
}
