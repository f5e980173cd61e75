import type { ImportReport } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Disclosure } from "@ensemble/ui/Disclosure";

const REASONS = [
  "file",
  "image",
  "audio",
  "system_message",
  "content",
  "not_a_conversation",
  "empty",
  "activity",
  "time",
  "time_zone",
  "unreadable",
  "belongs_to_others",
  "not_here",
] as const;
type Reason = (typeof REASONS)[number];

/** Lists the entries of an archive that were not imported, with the reasons. */
export function LeftOut({ report }: { report: ImportReport }) {
  const text = useText("portability");
  const { locale } = useLocale();
  const counts = Object.entries(report.unmapped_counts);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const reasonText = (reason: string) => text(`reason.${isReason(reason) ? reason : "content"}`);
  return (
    <Disclosure title={text("left_out", { count: total })}>
      <ul className="mt-1 flex flex-col gap-0.5 ps-5">
        {counts.map(([reason, count]) => (
          <li key={reason}>
            {fullNumber(count, locale)} · {reasonText(reason)}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div className="mt-2 max-h-72 overflow-y-auto rounded-md bg-sunken" tabIndex={0}>
        <table className="w-full text-xs">
          <thead className="sr-only">
            <tr>
              <th>{text("place")}</th>
              <th>{text("detail")}</th>
              <th>{text("why")}</th>
            </tr>
          </thead>
          <tbody>
            {report.unmapped.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of a report never changes
              <tr key={index} className="border-line border-b last:border-b-0">
                <td className="max-w-48 truncate px-3 py-1.5">
                  <bdi>{item.place}</bdi>
                </td>
                <td className="max-w-48 truncate px-3 py-1.5 text-muted">
                  <bdi>{item.detail}</bdi>
                </td>
                <td className="px-3 py-1.5 text-muted">{reasonText(item.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > report.unmapped.length ? (
        <p className="mt-1 text-faint text-xs">{text("first_listed", { count: report.unmapped.length })}</p>
      ) : null}
    </Disclosure>
  );
}

const isReason = (text: string): text is Reason => (REASONS as readonly string[]).includes(text);
