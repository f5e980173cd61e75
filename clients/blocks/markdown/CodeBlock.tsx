import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Download, WrapText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { CopyButton } from "../CopyButton";
import { fileEndingOf, nameOfLanguage } from "./code-languages";
import { useHighlight } from "./use-highlight";
import { useScrollHint } from "./use-scroll-hint";

/** Shows code with buttons to copy, wrap and download; highlighted once it is complete. */
export function CodeBlock({
  code,
  language,
  open,
  actions,
}: {
  code: string;
  language: string;
  open: boolean;
  /** Additional buttons in the header. */
  actions?: ReactNode;
}) {
  const text = useText("chat");
  const host = useHost();
  const box = useScrollHint<HTMLPreElement>();
  const [wrapped, setWrapped] = useState(false);
  const lines = useHighlight(open ? null : code, language);
  const name = nameOfLanguage(language);
  const download = () =>
    host.saveFile(`code.${fileEndingOf(language)}`, new Blob([code], { type: "text/plain;charset=utf-8" }));

  return (
    <figure className="markdown-code" dir="ltr">
      <figcaption>
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {actions}
        <IconButton
          size="sm"
          label={text("wrap_lines")}
          icon={<WrapText />}
          aria-pressed={wrapped}
          onClick={() => setWrapped(!wrapped)}
        />
        <IconButton size="sm" label={text("download_code")} icon={<Download />} onClick={download} />
        <CopyButton size="sm" label={text("copy_code")} content={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre ref={box} tabIndex={0} data-wrapped={wrapped || undefined}>
        <code>
          {lines
            ? lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is its identity
                <span key={index}>
                  {line.map((token, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a token's place is its identity
                    <span key={place} style={token.style}>
                      {token.content}
                    </span>
                  ))}
                  {"\n"}
                </span>
              ))
            : code}
        </code>
      </pre>
    </figure>
  );
}
