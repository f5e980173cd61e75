import type { ReactNode } from "react";

/** A live mode of the studio: the form on one side, what is made on the other; on narrow screens below it. */
export function LiveLayout({ form, bar, result }: { form: ReactNode; bar: ReactNode; result: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:flex-row lg:overflow-hidden">
      <div className="flex flex-none flex-col border-line lg:min-h-0 lg:w-[min(28rem,42%)] lg:border-e">
        <div className="flex flex-col gap-4 px-4 py-4 sm:px-6 lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
          {form}
        </div>
        {bar}
      </div>
      <div className="flex min-h-80 min-w-0 flex-1 flex-col max-lg:flex-none max-lg:border-line max-lg:border-t lg:min-h-0">
        {result}
      </div>
    </div>
  );
}
