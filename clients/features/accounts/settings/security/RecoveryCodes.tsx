import { CopyButton } from "@ensemble/blocks/CopyButton";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";

/** Shows new recovery codes, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = useText("accounts");
  const host = useHost();
  const content = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-3">
      <ul
        dir="ltr"
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken px-4 py-3 font-mono text-sm"
        aria-label={text("recovery_codes")}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex items-center gap-1">
        <Button
          size="sm"
          onClick={() =>
            void host.saveFile("ensemble-recovery-codes.txt", new Blob([content], { type: "text/plain" }))
          }
        >
          {text("download")}
        </Button>
        <CopyButton size="sm" label={text("copy_codes")} content={content} />
      </div>
    </div>
  );
}
