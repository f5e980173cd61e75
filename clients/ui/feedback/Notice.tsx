import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const TONES = {
  info: { ground: "bg-info-soft", ink: "text-info", Icon: Info },
  success: { ground: "bg-success-soft", ink: "text-success", Icon: CircleCheck },
  warning: { ground: "bg-warning-soft", ink: "text-warning", Icon: TriangleAlert },
  danger: { ground: "bg-danger-soft", ink: "text-danger", Icon: CircleAlert },
};

/** Message that says what happened and who can fix it, with the button that does. */
export function Notice({
  tone = "info",
  title,
  action,
  children,
}: {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const { ground, ink, Icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={clsx("flex items-start gap-2.5 rounded-md px-3 py-2.5 text-sm", ground)}
    >
      <Icon className={clsx("mt-0.5 size-4", ink)} aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-2">
        <div className="plain-bidi min-w-[min(13rem,100%)] flex-1">
          {title ? <p className="font-medium">{title}</p> : null}
          {children}
        </div>
        {action ? <div className="flex-none">{action}</div> : null}
      </div>
    </div>
  );
}
