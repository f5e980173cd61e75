import type { CitationPart, NoticePart, Part } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/Notice";
import { FileChips } from "./attachments/FileChips";
import { Citations } from "./Citations";
import { Markdown } from "./markdown/Markdown";
import { PLACES } from "./places";
import { Reasoning } from "./Reasoning";
import { ToolCall } from "./ToolCall";

/** The parts of an answer in their order; sources are gathered at its foot. */
export function MessageParts({
  parts,
  streaming,
  runId = null,
}: {
  parts: readonly Part[];
  streaming: boolean;
  /** The run that writes it, for the person's word on its tools. */
  runId?: string | null;
}) {
  const citations = parts.filter((part): part is CitationPart => part.kind === "citation");
  const shown = parts.filter((part) => part.kind !== "citation");
  return (
    <div className="flex flex-col gap-3">
      {shown.map((part, index) => {
        const growing = streaming && index === shown.length - 1;
        switch (part.kind) {
          case "text":
            return (
              <div key={part.id} data-written>
                <Markdown text={part.text} streaming={growing} />
              </div>
            );
          case "reasoning":
            return <Reasoning key={part.id} part={part} growing={growing} />;
          case "tool_call":
            return <ToolCall key={part.id} part={part} runId={streaming ? runId : null} />;
          case "file":
            return <FileChips key={part.id} files={[part]} />;
          case "notice":
            return <PartNotice key={part.id} part={part} />;
          default:
            // A kind of a newer server.
            return null;
        }
      })}
      {citations.length > 0 ? <Citations citations={citations} /> : null}
    </div>
  );
}

function PartNotice({ part }: { part: NoticePart }) {
  const text = useText("chat");
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
      <p className="plain-bidi">{part.code === "providers.answered_by" ? text("answered_by") : part.text}</p>
    </Notice>
  );
}
