/** Shows a tool's raw input or output. */
export function ToolText({
  label,
  code,
  dir = "ltr",
}: {
  label: string;
  code: string;
  dir?: "ltr" | "auto";
}) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted text-xs">{label}</figcaption>
      <pre
        dir={dir}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken px-2.5 py-2 text-start font-mono text-xs"
      >
        {code}
      </pre>
    </figure>
  );
}
