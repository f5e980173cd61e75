import { useText } from "@ensemble/i18n/text";
import { Mark } from "@ensemble/ui/Mark";
import type { ReactNode } from "react";

/** Layout of the sign-in pages: the form first, and a picture if there is room. */
export function AuthFrame({
  title,
  description,
  children,
  footer,
}: {
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  const text = useText("accounts");
  return (
    <div className="flex min-h-full flex-1 bg-surface">
      <main className="flex min-w-0 flex-1 flex-col px-[max(1.5rem,env(safe-area-inset-left),env(safe-area-inset-right))] pt-[max(2rem,env(safe-area-inset-top))] pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-[max(2.5rem,env(safe-area-inset-left),env(safe-area-inset-right))]">
        <title>{title}</title>
        <div className="flex items-center gap-2.5 font-semibold">
          <Mark className="size-7" />
          {text("product")}
        </div>
        <div className="mx-auto flex w-full max-w-[22rem] flex-1 flex-col justify-center gap-6 py-10">
          <div>
            <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">
              {title}
            </h1>
            {description ? <p className="mt-2 text-pretty text-muted">{description}</p> : null}
          </div>
          {children}
          {footer ? <div className="text-muted text-sm">{footer}</div> : null}
        </div>
      </main>
      <Picture />
    </div>
  );
}

const RADII = [90, 150, 215, 285, 360, 440, 525];

/** Illustration: the arcs of the logo, enlarged. */
function Picture() {
  const text = useText("accounts");
  return (
    <aside className="relative m-3 hidden w-[44%] max-w-3xl overflow-hidden rounded-lg bg-accent-soft lg:block">
      <svg
        viewBox="0 0 600 800"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full rtl:-scale-x-100"
        aria-hidden="true"
      >
        {RADII.map((radius, index) => (
          <path
            key={radius}
            d={`M${300 - radius} 800a${radius} ${radius} 0 0 1 ${radius * 2} 0`}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={22 - index * 2.4}
            strokeLinecap="round"
            opacity={0.85 - index * 0.115}
          />
        ))}
      </svg>
      <p className="absolute inset-x-12 top-14 max-w-md whitespace-pre-line text-balance font-semibold text-2xl text-accent-ink tracking-tight rtl:tracking-normal">
        {text("promise")}
      </p>
    </aside>
  );
}
