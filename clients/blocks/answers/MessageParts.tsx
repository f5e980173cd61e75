import type { CitationPart, FilePart, NoticePart, Part } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { loadTexts, useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { retryUntilLoaded } from "@ensemble/ui/lazy-part";
import { lazy, Suspense, useRef } from "react";
import { AnswerFiles } from "../attachments/AnswerFiles";
import { Citations } from "../citations/Citations";
import { useSourcePlace } from "../citations/source-place";
import { Markdown } from "../markdown/Markdown";
import { PLACES } from "../places";
import { Reasoning } from "./Reasoning";
import { ToolCall } from "./ToolCall";

const CitedMarkdown = lazy(
  retryUntilLoaded(() =>
    import("../citations/CitedMarkdown").then((file) => ({ default: file.CitedMarkdown })),
  ),
);

const ToolQuestion = lazy(
  retryUntilLoaded(async () => {
    const [file] = await Promise.all([import("./ToolQuestion"), loadTexts(["questions"])]);
    return { default: file.ToolQuestion };
  }),
);

/** Renders the parts of an answer in order, with its sources at the end. */
export function MessageParts({
  parts,
  streaming,
  runId = null,
}: {
  parts: readonly Part[];
  streaming: boolean;
  /** Run that writes it, needed to approve tool calls and to answer questions. */
  runId?: string | null;
}) {
  const sources = useSourcePlace();
  const citations = parts.filter((part): part is CitationPart => part.kind === "citation");
  const shown = parts.filter((part) => part.kind !== "citation");
  const numbers = new Set(citations.flatMap(({ web }) => web?.number ?? []));
  const own = new Set(citations.flatMap(({ given }) => given?.number ?? []));
  const whole = useRef<HTMLDivElement>(null);
  const showSource = (number: number | string) => {
    const source = whole.current?.querySelector<HTMLElement>(`[data-source="${number}"]`);
    source?.scrollIntoView({ block: "nearest" });
    source?.focus();
  };
  return (
    <div ref={whole} className="flex flex-col gap-3">
      {shown.map((part, index) => {
        const growing = streaming && index === shown.length - 1;
        switch (part.kind) {
          case "text": {
            const written = (
              <Markdown text={sources ? sources.linked(part.text) : part.text} streaming={growing} />
            );
            return (
              <div key={part.id} data-written>
                {numbers.size + own.size > 0 && !sources ? (
                  <Suspense fallback={written}>
                    <CitedMarkdown
                      answer={part.text}
                      known={numbers}
                      given={own}
                      streaming={growing}
                      onSource={showSource}
                      onGiven={(number) => showSource(`#${number}`)}
                    />
                  </Suspense>
                ) : (
                  written
                )}
              </div>
            );
          }
          case "reasoning":
            return <Reasoning key={part.id} part={part} growing={growing} />;
          case "tool_call":
            return <ToolCall key={part.id} part={part} runId={streaming ? runId : null} />;
          case "question":
            return (
              <Suspense key={part.id} fallback={null}>
                <ToolQuestion part={part} runId={streaming ? runId : null} />
              </Suspense>
            );
          case "file":
            return isFile(shown[index - 1]) ? null : (
              <AnswerFiles key={part.id} files={filesFrom(shown, index)} />
            );
          case "notice":
            return <PartNotice key={part.id} part={part} />;
          default:
            // A kind that only newer servers have.
            return null;
        }
      })}
      {citations.length > 0 ? <Citations citations={citations} /> : null}
    </div>
  );
}

const isFile = (part: Part | undefined): part is FilePart => part?.kind === "file";

/** Returns the consecutive files from an index on. */
function filesFrom(parts: readonly Part[], start: number): FilePart[] {
  const rest = parts.slice(start);
  const end = rest.findIndex((part) => !isFile(part));
  return rest.slice(0, end < 0 ? rest.length : end).filter(isFile);
}

/** Sentences above notices whose text is the provider's own, or names a tool. */
const NOTICE_HEADINGS: Record<string, "stopped_early" | "tool_left_out"> = {
  "providers.stopped_early": "stopped_early",
  "providers.tool_left_out": "tool_left_out",
};

function PartNotice({ part }: { part: NoticePart }) {
  const text = useText("chat");
  const heading = NOTICE_HEADINGS[part.code];
  return (
    <Notice
      tone="info"
      action={
        part.action === "connect_model" ? (
          <AppLink to={PLACES.connections} className={buttonStyle("secondary", "sm")}>
            {text("connect_model")}
          </AppLink>
        ) : undefined
      }
    >
      {heading ? <p>{text(heading)}</p> : null}
      <p className="plain-bidi">{part.code === "providers.answered_by" ? text("answered_by") : part.text}</p>
    </Notice>
  );
}
