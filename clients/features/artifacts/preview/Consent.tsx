import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import type { ReactNode } from "react";

/** Asks whoever looks at an artifact for something that it may do only if they agree. */
export function Consent({
  title,
  decide,
  children,
}: {
  title: string;
  decide: (agrees: boolean) => void;
  children: ReactNode;
}) {
  const text = useText("artifacts");
  return (
    <div className="flex-none border-line border-b p-2">
      <Notice
        title={title}
        action={
          <span className="flex gap-1">
            <Button size="sm" kind="ghost" onClick={() => decide(false)}>
              {text("dont_allow")}
            </Button>
            <Button size="sm" kind="primary" onClick={() => decide(true)}>
              {text("allow")}
            </Button>
          </span>
        }
      >
        {children}
      </Notice>
    </div>
  );
}
